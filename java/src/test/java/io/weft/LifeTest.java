package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Nothing that a host does with these objects ends its process. */
class LifeTest {
  private static final List<String> SENTENCE = List.of("Ada", "Lovelace", "in", "London");

  @Test
  void closingTwiceDoesNothingAndUseAfterItThrows() {
    Model model = Toy.train("crf");
    Tagger tagger = new Tagger(model);
    model.close();
    model.close();
    assertThrows(WeftException.WrongState.class, model::method);
    assertEquals(2, tagger.tag(SENTENCE).spans().size(), "it keeps what it needs of the model");
    tagger.close();
    tagger.close();
    WeftException e =
        assertThrows(WeftException.WrongState.class, () -> tagger.tag(SENTENCE));
    assertEquals("the tagger is closed", e.getMessage());
    assertThrows(WeftException.WrongState.class, () -> new Tagger(model));
  }

  @Test
  void closingDuringDecodeLetsTheCallEnd() throws Exception {
    List<List<String>> batch = Collections.nCopies(500, SENTENCE);
    try (Model model = Toy.train("crf")) {
      for (int round = 0; round < 100; ++round) {
        Tagger tagger = new Tagger(model);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
          try {
            while (true) {
              assertEquals(500, tagger.tagBatch(batch).size());
            }
          } catch (Throwable e) {
            thrown.set(e);
          }
        });
        thread.start();
        Thread.sleep(round % 5);
        tagger.close();
        thread.join(TimeUnit.SECONDS.toMillis(30));
        assertTrue(thrown.get() instanceof WeftException.WrongState, String.valueOf(thrown.get()));
      }
    }
  }

  @Test
  void threadsThatShareATaggerWaitForEachOther() throws Exception {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      Tagging expected = tagger.tag(SENTENCE);
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < 4; ++i) {
        Thread thread = new Thread(() -> {
          try {
            for (int n = 0; n < 500; ++n) {
              assertEquals(expected, tagger.tag(SENTENCE));
            }
          } catch (Throwable e) {
            failures.add(e);
          }
        });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), failures);
    }
  }
}
