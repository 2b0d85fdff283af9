package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OptionsTest {
  private static final long MILLISECONDS = 1_000;
  private static final String LONG = "B-" + "a".repeat(200) + ",B-" + "b".repeat(400);

  /** Sets in three threads what the others read, until time is up. */
  private static void race(Runnable set, Runnable... readers) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> all = new ArrayList<>(List.of(readers));
    all.addAll(List.of(set, set, set));
    List<Thread> threads = new ArrayList<>();
    for (Runnable work : all) {
      Thread thread = new Thread(() -> {
        try {
          while (!over.get()) {
            work.run();
          }
        } catch (Throwable e) {
          failures.add(e);
        }
      });
      threads.add(thread);
      thread.start();
    }
    Thread.sleep(MILLISECONDS);
    over.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
  }

  @Test
  void readersMayRaceWithSetters() throws Exception {
    try (Options reading = Options.forReading()) {
      race(() -> reading.set("labels", LONG).set("labels", "O"),
          () -> Corpus.readBytes(Toy.jsonl(), "toy.jsonl", reading).close(),
          () -> new CorpusBuilder(reading).close(),
          () -> reading.get("labels"));
    }
  }

  @Test
  void trainersMayRaceWithSetters() throws Exception {
    String templates = "# a long comment, copied again and again\nU00:%x[0,0]\nB\n";
    try (Corpus corpus = Toy.corpus(); Options options = new Options("crf")) {
      race(() -> options.set("templates", templates).set("templates", ""),
          () -> Trainer.of(options, corpus).close(), options::describe);
    }
  }

  @Test
  void optionsOfDecodingCanBeChangedInAModel() {
    try (Model model = Toy.train("crf"); Model free = model.withOption("constrained", "false");
        Model same = free.withOption("constrained", "yes")) {
      assertEquals("false", free.facts().get("option.constrained"));
      assertArrayEquals(model.toBytes(), same.toBytes());
      assertThrows(WeftException.NotFound.class, () -> model.withOption("constraint", "yes"));
      assertThrows(WeftException.InvalidArgument.class, () -> model.withOption("c2", "1"));
    }
  }

  @Test
  void aCopyHasEveryValueAsItWasSet() {
    try (Options options = new Options("crf").set("c2", 0.1).set("max_iterations", 3)
        .set("constrained", false).set("aggregator", "hmm").set("c2", 1e-300);
        Options copy = Options.copy(options)) {
      for (OptionInfo info : options.describe()) {
        if (!info.prefix()) {
          assertEquals(options.get(info.key()), copy.get(info.key()), info.key());
        }
      }
      options.close();
      assertEquals("3", copy.get("max_iterations"));
      WeftException e = assertThrows(WeftException.WrongState.class, () -> Options.copy(options));
      assertEquals(Status.CLOSED, e.status());
    }
  }
}
