package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TrainingTest {
  // AdaGrad takes as many epochs as it is told: time enough to stop it.
  private static Options endless() {
    return new Options("crf").set("algorithm", "adagrad").set("max_iterations", 1_000_000);
  }

  @Test
  void listenersSeeEveryStepAndWarnings() {
    byte[] odd = ("{\"tokens\":[\"a\"],\"weak\":{\"x\":[\"I-A\"],\"y\":[\"I-A\"]}}\n"
        + "{\"tokens\":[\"a\",\"b\"],\"weak\":{\"x\":[\"B-A\",\"I-A\"],\"y\":[\"B-A\",\"I-A\"]}}\n")
        .getBytes(StandardCharsets.UTF_8);
    List<String> seen = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    try (Corpus corpus = Corpus.readBytes(odd, "odd.jsonl", null);
        Options options = new Options("crf").set("aggregator", "hmm").set("max_iterations", 2);
        Trainer trainer = Trainer.of(options, corpus)) {
      trainer.listener(new TrainingListener() {
        @Override
        public void progressed(TrainingProgress progress) {
          seen.add(progress.phase());
        }

        @Override
        public void logged(boolean warning, String message) {
          if (warning) {
            warnings.add(message);
          }
        }
      });
      trainer.train().close();
    }
    assertTrue(seen.contains("hmm") && seen.contains("crf"), seen.toString());
    assertTrue(warnings.stream().anyMatch(w -> w.contains("contradict")), warnings.toString());
  }

  @Test
  void aListenerThatThrowsStopsTheRunAndIsTheCause() {
    IllegalStateException enough = new IllegalStateException("enough");
    AtomicInteger steps = new AtomicInteger();
    try (Options options = endless(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus).listener(progress -> {
          if (steps.incrementAndGet() == 3) {
            throw enough;
          }
        })) {
      WeftException e = assertThrows(WeftException.Cancelled.class, trainer::train);
      assertSame(enough, e.getCause());
      assertEquals(3, steps.get());
      try (Model best = trainer.model()) {
        assertEquals("crf", best.method());
      }
      assertThrows(WeftException.Cancelled.class, trainer::step);
    }
  }

  @Test
  void cancelFromAnotherThreadStopsWithinAStep() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (Options options = endless(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus).listener(progress -> begun.countDown())) {
      CompletableFuture<Model> future = trainer.trainAsync();
      assertTrue(begun.await(30, TimeUnit.SECONDS));
      trainer.cancel();
      Throwable cause = assertThrows(java.util.concurrent.ExecutionException.class,
          () -> future.get(30, TimeUnit.SECONDS)).getCause();
      assertTrue(cause instanceof WeftException.Cancelled, String.valueOf(cause));
      trainer.model().close();
    }
  }

  /** Runs on a thread of its own, and tells when that is done. */
  private static Executor telling(CountDownLatch ended) {
    return run -> new Thread(() -> {
      run.run();
      ended.countDown();
    }).start();
  }

  @Test
  void cancellingTheFutureCancelsTheRun() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    try (Options options = endless(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus).listener(progress -> begun.countDown())) {
      CompletableFuture<Model> future = trainer.trainAsync(telling(ended));
      assertTrue(begun.await(30, TimeUnit.SECONDS));
      assertTrue(future.cancel(true));
      assertThrows(CancellationException.class, future::join);
      assertTrue(ended.await(30, TimeUnit.SECONDS));
      assertThrows(WeftException.Cancelled.class, trainer::step);
    }
  }

  @Test
  void whateverEndsTheFutureCancelsTheRun() throws Exception {
    List<Consumer<CompletableFuture<Model>>> ends =
        List.of(future -> future.orTimeout(1, TimeUnit.MILLISECONDS),
            future -> future.completeExceptionally(new IllegalStateException("enough")),
            future -> future.complete(null));
    for (Consumer<CompletableFuture<Model>> end : ends) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch ended = new CountDownLatch(1);
      try (Options options = endless(); Corpus corpus = Toy.corpus();
          Trainer trainer = Trainer.of(options, corpus).listener(progress -> begun.countDown())) {
        CompletableFuture<Model> future = trainer.trainAsync(telling(ended));
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        end.accept(future);
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertThrows(WeftException.Cancelled.class, trainer::step);
      }
    }
  }

  @Test
  void aFutureTrainsOnAThreadOfItsOwn() throws Exception {
    AtomicReference<Thread> thread = new AtomicReference<>();
    try (Options options = new Options("crf"); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus)
            .listener(progress -> thread.set(Thread.currentThread()));
        Model model = trainer.trainAsync().get(30, TimeUnit.SECONDS)) {
      assertEquals("crf", model.method());
      assertEquals("weft-training", thread.get().getName());
      assertTrue(thread.get().isDaemon());
    }
  }

  @Test
  void anInterruptStopsTheRun() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicBoolean kept = new AtomicBoolean();
    AtomicInteger steps = new AtomicInteger();
    try (Options options = endless(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus).listener(progress -> {
          if (steps.incrementAndGet() == 3) {
            Thread.currentThread().interrupt();
          }
        })) {
      Thread thread = new Thread(() -> {
        try {
          trainer.train();
        } catch (Throwable e) {
          thrown.set(e);
          kept.set(Thread.currentThread().isInterrupted());
        }
      });
      thread.start();
      thread.join(30_000);
      assertTrue(thrown.get() instanceof WeftException.Cancelled, String.valueOf(thrown.get()));
      assertTrue(kept.get());
      assertEquals(3, steps.get());
      trainer.model().close();
      assertThrows(WeftException.Cancelled.class, trainer::step);
    }
  }

  @Test
  void aListenerMayWaitForAThreadThatAsksTheTrainer() {
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
      try (Options options = endless(); Corpus corpus = Toy.corpus();
          Trainer trainer = Trainer.of(options, corpus)) {
        trainer.listener(progress -> {
          assertEquals(progress.iteration(), trainer.progress().iteration());
          String seen = CompletableFuture.supplyAsync(() -> trainer.stopReason()
              + trainer.progress().phase() + trainer.objectives().length, run -> new Thread(run).start())
              .join();
          assertEquals("crf1", seen);
          trainer.listener(null);
        });
        assertTrue(trainer.step());
        assertTrue(trainer.step(), "without the listener");
      }
    });
  }

  @Test
  void aListenerMayCloseTheTrainer() {
    try (Options options = endless(); Corpus corpus = Toy.corpus()) {
      Trainer trainer = Trainer.of(options, corpus);
      trainer.listener(progress -> trainer.close());
      WeftException e = assertThrows(WeftException.WrongState.class, trainer::train);
      assertEquals("the trainer is closed", e.getMessage());
      Trainer other = Trainer.of(options, corpus);
      other.listener(progress -> {
        other.close();
        throw new IllegalStateException("enough");
      });
      e = assertThrows(WeftException.Cancelled.class, other::train);
      assertEquals("enough", e.getCause().getMessage());
    }
  }

  @Test
  void optionsChangedLaterHaveNoEffect() {
    try (Options options = new Options("crf").set("max_iterations", 2); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus)) {
      options.set("max_iterations", 100);
      assertTrue(trainer.step());
      assertFalse(trainer.step());
      assertEquals(2, trainer.progress().iteration());
    }
  }
}
