package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every failure is an exception of its family, and its message helps. */
class FailureTest {
  @Test
  void optionsNameTheNearest() {
    WeftException e = assertThrows(WeftException.NotFound.class, () -> new Options("crff"));
    assertTrue(e.getMessage().contains("\"crf\""), e.getMessage());
    try (Options options = new Options("crf")) {
      e = assertThrows(WeftException.NotFound.class, () -> options.set("c3", 1.0));
      assertTrue(e.getMessage().contains("c1"), e.getMessage());
      assertThrows(WeftException.InvalidArgument.class, () -> options.set("c2", -1.0));
    }
  }

  @Test
  void filesAreNamed(@TempDir Path folder) throws Exception {
    Path missing = folder.resolve("ü missing.jsonl");
    WeftException e =
        assertThrows(WeftException.NotFound.class, () -> Corpus.read(missing));
    assertTrue(e.getMessage().contains(missing.toString()), e.getMessage());
    byte[] bad = "{\"tokens\":[\"a\"]}\n{\"tokens\":".getBytes(StandardCharsets.UTF_8);
    e = assertThrows(WeftException.Format.class, () -> Corpus.readBytes(bad, "bad.jsonl", null));
    assertTrue(e.getMessage().startsWith("bad.jsonl:2"), e.getMessage());
    try (Model model = Toy.train("mv")) {
      byte[] bytes = model.toBytes();
      Path cut = folder.resolve("cut.weft");
      Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1));
      e = assertThrows(WeftException.BadModel.class, () -> Model.load(cut));
      assertEquals(Status.CORRUPT, e.status());
      bytes[12] = 99;
      e = assertThrows(WeftException.BadModel.class, () -> Model.load(bytes));
      assertEquals(Status.VERSION, e.status());
    }
  }

  @Test
  void statesAndRanges() {
    try (Corpus tokens = Corpus.ofTokens(List.of(List.of("a"))); Options options = new Options("crf")) {
      assertThrows(WeftException.WrongState.class, () -> Trainer.of(options, tokens));
      assertThrows(WeftException.InvalidArgument.class, () -> Trainer.of(options, null));
      assertThrows(WeftException.NotFound.class, () -> tokens.gold(-1));
      assertThrows(WeftException.NotFound.class, () -> tokens.tokens(1));
      assertThrows(WeftException.NotFound.class, () -> tokens.votes(0, 0));
    }
    try (Corpus corpus = Toy.corpus(); Options options = new Options("crf");
        Trainer trainer = Trainer.of(options, corpus)) {
      assertThrows(WeftException.WrongState.class, trainer::model);
      try (Evaluation scores = new Tagger(trainer.train()).evaluate(corpus, Evaluation.Mode.CONLLEVAL)) {
        assertThrows(WeftException.NotFound.class, () -> scores.number("span.f2"));
        assertEquals(1, scores.f1());
      }
    }
    try (CorpusBuilder builder = new CorpusBuilder()) {
      assertThrows(WeftException.WrongState.class, () -> builder.labels(List.of("O")));
      builder.sentence(List.of("a"));
      assertThrows(WeftException.InvalidArgument.class, () -> builder.labels(List.of("O", "O")));
      builder.finish().close();
      WeftException e = assertThrows(WeftException.WrongState.class, builder::finish);
      assertEquals(Status.CLOSED, e.status());
    }
  }

  @Test
  void theStatusesAreThoseOfTheHeader() throws Exception {
    String header = Files.readString(
        Path.of(System.getProperty("weft.sources"), "include", "weft", "weft.h"));
    for (Status status : Status.values()) {
      assertTrue(status == Status.NOT_LOADED
          || header.contains("  WEFT_" + status + " = " + status.ordinal()), status.toString());
    }
    assertTrue(Failures.of(99, new byte[0]).getMessage().contains("99"));
  }
}
