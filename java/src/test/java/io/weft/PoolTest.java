package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PoolTest {
  private static final List<String> SENTENCE = List.of("Ada", "Lovelace", "in", "London");

  @Test
  void textsAreTaggedAsByATagger() {
    List<String> texts = List.of("Ada Lovelace, London", "in London");
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        TaggerPool pool = new TaggerPool(model, 2)) {
      assertEquals(tagger.tagTexts(texts), pool.tagTexts(texts));
      assertEquals(tagger.tagText(texts.get(1)), pool.tagText(texts.get(1)));
    }
  }

  @Test
  void aClosedPoolRefuses() {
    try (Model model = Toy.train("crf")) {
      TaggerPool pool = new TaggerPool(model, 2);
      pool.tagAll(List.of(SENTENCE));
      pool.close();
      pool.close();
      List<Runnable> calls = List.of(() -> pool.tagAll(List.of(SENTENCE)),
          () -> pool.tagAll(List.of()), () -> pool.tag(SENTENCE), () -> pool.tagText("London"),
          () -> pool.tagBatch(List.of(SENTENCE)), () -> pool.tagTexts(List.of()));
      for (Runnable call : calls) {
        WeftException e = assertThrows(WeftException.WrongState.class, call::run);
        assertEquals(Status.CLOSED, e.status());
        assertEquals("the tagger pool is closed", e.getMessage());
      }
    }
  }

  @Test
  void callsThatAreInsideEndFirst() throws Exception {
    List<List<String>> many = Collections.nCopies(5_000, SENTENCE);
    try (Model model = Toy.train("crf")) {
      for (int round = 0; round < 20; ++round) {
        TaggerPool pool = new TaggerPool(model, 2);
        AtomicReference<Object> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
          try {
            while (true) {
              assertEquals(5_000, pool.tagAll(many).size());
            }
          } catch (Throwable e) {
            end.set(e);
          }
        });
        thread.start();
        Thread.sleep(round * 3);
        if (round % 4 == 3) {
          Thread.currentThread().interrupt();  // then the last call inside closes
        }
        pool.close();
        assertEquals(round % 4 == 3, Thread.interrupted());
        thread.join(30_000);
        assertTrue(end.get() instanceof WeftException.WrongState, String.valueOf(end.get()));
        assertEquals("the tagger pool is closed", ((Throwable) end.get()).getMessage());
      }
    }
  }

  @Test
  void sentencesAreNamedByTheirPlaceInTheWholeBatch() {
    List<List<String>> sentences = new ArrayList<>(Collections.nCopies(600, SENTENCE));
    sentences.add(Arrays.asList("a", null));
    try (Model model = Toy.train("crf"); TaggerPool pool = new TaggerPool(model, 2)) {
      WeftException e =
          assertThrows(WeftException.InvalidArgument.class, () -> pool.tagAll(sentences));
      assertEquals("sentence 600, token 1 is null", e.getMessage());
      sentences.set(600, List.of("a\uD83D"));
      e = assertThrows(WeftException.InvalidArgument.class, () -> pool.tagAll(sentences));
      assertTrue(e.getMessage().startsWith("sentence 600, token 0 is not Unicode text"),
          e.getMessage());
      assertEquals(600, pool.tagAll(sentences.subList(0, 600)).size(), "it goes on");
    }
  }

  @Test
  void anInterruptTakesBackWhatHasNotBegun() throws Exception {
    List<List<String>> many = Collections.nCopies(50_000, SENTENCE);
    try (Model model = Toy.train("crf"); TaggerPool pool = new TaggerPool(model, 1)) {
      AtomicReference<Throwable> end = new AtomicReference<>();
      Thread thread = new Thread(() -> {
        Thread.currentThread().interrupt();
        try {
          pool.tagAll(many);
        } catch (Throwable e) {
          end.set(e);
          assertTrue(Thread.interrupted());
        }
      });
      thread.start();
      thread.join(30_000);
      assertTrue(end.get() instanceof WeftException.Cancelled, String.valueOf(end.get()));
      long begun = System.nanoTime();
      pool.tagAll(List.of(SENTENCE));
      long waited = System.nanoTime() - begun;
      begun = System.nanoTime();
      pool.tagAll(many);
      assertTrue(waited < (System.nanoTime() - begun) / 4, "queued work was not taken back");
    }
  }

  @Test
  void threadsEndAndAreDaemons() throws Exception {
    try (Model model = Toy.train("crf")) {
      // Dropped, not closed.
      assertEquals(1, new TaggerPool(model, 3).tagAll(List.of(SENTENCE)).size());
      assertFalse(workers().isEmpty());
      assertTrue(workers().stream().allMatch(Thread::isDaemon));
      for (int i = 0; i < 300 && !workers().isEmpty(); ++i) {
        Thread.sleep(100);
      }
      assertEquals(List.of(), workers());
    }
  }

  private static List<Thread> workers() {
    List<Thread> workers = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("weft-tagger")) {
        workers.add(thread);
      }
    }
    return workers;
  }
}
