package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
  @TempDir Path folder;

  @BeforeAll
  static void needsThePlugin() {
    assumeTrue(Files.exists(Path.of(System.getProperty("weft.build"), "lib", "libweft_neural.so")));
  }

  private static Options options() {
    return new Options("nhcrf").set("units", 8).set("word_width", 8).set("letters", "none")
        .set("first_epochs", 3).set("epochs", 3).set("batch_size", 2);
  }

  @Test
  void aRunGoesOnToTheSameModel() {
    byte[] whole;
    try (Options options = options(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus); Model model = trainer.train()) {
      whole = model.toBytes();
    }
    Path file = folder.resolve("Müller 東京.checkpoint");
    TrainingProgress reached;
    try (Options options = options(); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus)) {
      trainer.listener(progress -> trainer.saveCheckpoint(file));
      while (!trainer.progress().phase().equals("nhcrf")) {
        assertTrue(trainer.step());
      }
      reached = trainer.progress();
    }
    try (Options options = options().set("threads", 2); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.resume(options, corpus, null, file)) {
      while (!trainer.progress().phase().equals("nhcrf")) {
        assertTrue(trainer.step());
      }
      assertEquals(reached.iteration(), trainer.progress().iteration());
      try (Model model = trainer.train()) {
        assertArrayEquals(whole, model.toBytes());
      }
    }
  }

  @Test
  void whatIsNoCheckpointOfTheRunIsRefused() throws Exception {
    Path file = folder.resolve("run.checkpoint");
    Path model = folder.resolve("model.weft");
    try (Options options = options(); Options other = options().set("seed", 2);
        Corpus corpus = Toy.corpus(); Trainer trainer = Trainer.of(options, corpus)) {
      trainer.saveCheckpoint(file);
      WeftException e = assertThrows(WeftException.InvalidArgument.class,
          () -> Trainer.resume(other, corpus, null, file));
      assertTrue(e.getMessage().contains("option seed: expected 2, found 1"), e.getMessage());
      assertThrows(WeftException.InvalidArgument.class,
          () -> Trainer.resume(options, corpus, corpus, file));
      assertThrows(WeftException.NotFound.class,
          () -> Trainer.resume(options, corpus, null, folder.resolve("none")));
      trainer.train().save(model);
      assertThrows(WeftException.Format.class, () -> Trainer.resume(options, corpus, null, model));
      assertThrows(WeftException.Format.class, () -> Model.load(file));
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      assertThrows(WeftException.BadModel.class,
          () -> Trainer.resume(options, corpus, null, file));
    }
    try (Options options = new Options("crf"); Corpus corpus = Toy.corpus();
        Trainer trainer = Trainer.of(options, corpus)) {
      WeftException e =
          assertThrows(WeftException.Unsupported.class, () -> trainer.saveCheckpoint(file));
      assertTrue(e.getMessage().contains("method crf has no checkpoints"), e.getMessage());
    }
  }
}
