package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text crosses byte for byte, in both directions. */
class TextTest {
  private static final String MANY = "Müller 東京 \uD83D\uDE42";
  private static final String NUL = "a\u0000b";

  @Test
  void tokensLabelsSourcesAndIds() {
    String huge = "x".repeat(1 << 20);
    List<String> tokens = List.of(MANY, NUL, huge, "\uD83D\uDE42");
    List<String> labels = List.of("B-" + MANY, "B-" + NUL, "O", "B-" + MANY);
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus corpus = builder.sentence(tokens, MANY + NUL).labels(labels).votes(NUL, labels).finish()) {
      assertEquals(tokens, corpus.tokens(0));
      assertEquals(MANY + NUL, corpus.sentenceId(0));
      assertEquals(List.of(NUL), corpus.sources());
      int[] gold = corpus.gold(0);
      for (int t = 0; t < labels.size(); ++t) {
        assertEquals(labels.get(t), corpus.labels().get(gold[t]));
      }
    }
  }

  @Test
  void labelsOfModelsAndSpansAndMetadata(@TempDir Path folder) {
    String type = "東\u0000京\uD83D\uDE42";
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus corpus = builder.sentence(List.of("in", MANY)).labels(List.of("O", "B-" + type))
            .sentence(List.of(MANY, "in")).labels(List.of("B-" + type, "O")).finish();
        Options options = new Options("crf"); Trainer trainer = Trainer.of(options, corpus);
        Model trained = trainer.train(); Model model = trained.withMetadata(MANY, NUL)) {
      Path path = folder.resolve(MANY + " model.weft");
      model.save(path);
      assertTrue(Files.exists(path));
      try (Model loaded = Model.load(path); Tagger tagger = new Tagger(loaded)) {
        assertEquals(NUL, loaded.metadata(MANY).get());
        assertTrue(loaded.metadata("absent").isEmpty());
        assertEquals(NUL, loaded.facts().get("metadata." + MANY));
        assertTrue(loaded.labels().contains("B-" + type));
        assertEquals(type, tagger.tag(List.of("in", MANY)).spans().get(0).type());
      }
    }
  }

  @Test
  void whatIsNoTextIsNamed() {
    WeftException e = assertThrows(WeftException.InvalidArgument.class,
        () -> Corpus.ofTokens(List.of(List.of("a", "b\uD83D"))));
    assertEquals("sentence 0, token 1 is not Unicode text: half a surrogate pair stands at character 1",
        e.getMessage());
    assertThrows(WeftException.InvalidArgument.class, () -> new Options(null));
    assertThrows(WeftException.InvalidArgument.class, () -> new Options("crf\u0000"));
  }

  @Test
  void emptyThings() {
    try (Corpus none = Corpus.ofTokens(List.of()); Corpus empty = Corpus.ofTokens(List.of(List.of()));
        Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      assertEquals(0, none.sentenceCount());
      assertEquals(List.of(), empty.tokens(0));
      assertEquals(List.of(), tagger.tagBatch(List.of()));
      assertEquals(List.of(), tagger.tag(List.of()).labels());
      assertEquals(List.of(), tagger.tagText("").spans());
      assertEquals(1, tagger.tag(List.of("")).labels().size());
    }
  }
}
