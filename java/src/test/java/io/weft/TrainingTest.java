package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  @Test
  void cancellingTheFutureCancelsTheRun() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    try (Options options = endless(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus).listener(progress -> begun.countDown())) {
      CompletableFuture<Model> future = trainer.trainAsync(run -> new Thread(() -> {
        run.run();
        ended.countDown();
      }).start());
      assertTrue(begun.await(30, TimeUnit.SECONDS));
      assertTrue(future.cancel(true));
      assertThrows(CancellationException.class, future::join);
      assertTrue(ended.await(30, TimeUnit.SECONDS));
      assertThrows(WeftException.Cancelled.class, trainer::step);
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
