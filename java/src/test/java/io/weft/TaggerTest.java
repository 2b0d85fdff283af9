package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaggerTest {
  @Test
  void oneDecodingHasSpansAndMarginalsAndScores() {
    String text = "\uD83D\uDE42 Ada Lovelace, London";
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        Corpus corpus = Corpus.ofTexts(List.of("", text))) {
      Decoding decoding = tagger.decode(corpus, Tagger.Want.values());
      List<Tagging> taggings = tagger.tagCorpus(corpus);
      assertEquals(2, decoding.sentenceCount());
      assertEquals(List.of(), decoding.spans(0));
      assertEquals(taggings.get(1).spans(), decoding.spans(1));
      assertEquals("PER", decoding.spans(1).get(0).type());
      assertEquals(List.of("\uD83D\uDE42", "Ada", "Lovelace", ",", "London"), corpus.tokens(1));
      assertEquals(0, decoding.sentenceBegin(1));
      assertEquals(5, decoding.sentenceBegin(2));
      assertEquals(5, corpus.sentenceBegin(2));
      int[] ids = decoding.labelIds();
      double[] marginals = decoding.marginals();
      try (Corpus many = Corpus.ofTexts(Collections.nCopies(200, text))) {
        double[] alone = tagger.decode(many, Tagger.Want.MARGINALS).marginals();
        tagger.setThreads(2);
        assertArrayEquals(alone, tagger.decode(many, Tagger.Want.MARGINALS).marginals());
      }
      assertThrows(WeftException.InvalidArgument.class, () -> tagger.setThreads(-1));
      int labels = decoding.labels().size();
      for (int t = 0; t < ids.length; ++t) {
        assertEquals(ids[t], decoding.labelId(t));
        for (int label = 0; label < labels; ++label) {
          assertEquals(marginals[t * labels + label], decoding.marginal(t, label));
        }
      }
      assertArrayEquals(new int[] {0, 2, 3, 6, 7, 15, 15, 16, 17, 23}, corpus.tokenOffsets());
    }
  }

  @Test
  void taggingsKeepTheirTokensWhateverBecomesOfTheList() {
    List<String> tokens = new ArrayList<>(List.of("in", "London"));
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      Tagging tagging = tagger.tag(tokens);
      tokens.clear();
      assertEquals(List.of("in", "London"), tagging.tokens());
      assertEquals(2, tagging.labels().size());
    }
  }

  @Test
  void theBestReadingsOfASentence() {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      List<String> tokens = List.of("Ada", "Lovelace", "left", "London");
      List<Reading> readings = tagger.kBest(tokens, 7);
      assertEquals(7, readings.size());
      assertEquals(tagger.tag(tokens).labels(), readings.get(0).labels());
      for (int i = 1; i < 7; ++i) {
        assertTrue(readings.get(i).logProbability() <= readings.get(i - 1).logProbability());
        assertEquals(4, readings.get(i).labels().size());
      }
      assertThrows(IllegalArgumentException.class, () -> tagger.kBest(tokens, 0));
      try (Corpus corpus = Corpus.ofTexts(List.of("Ada left London"))) {
        assertEquals(2, tagger.kBest(corpus, 2).get(0).size());
        double first = Math.exp(tagger.kBest(corpus, 2).get(0).get(0).logProbability());
        double second = Math.exp(tagger.kBest(corpus, 2).get(0).get(1).logProbability());
        double q = first / (first + second);
        assertEquals(-q * Math.log(q) - (1 - q) * Math.log(1 - q),
            tagger.kBestEntropies(corpus, 2)[0], 1e-9);
        double sum = 0;
        for (double p : tagger.kBestMarginals(corpus, 2)) {
          sum += p;
        }
        assertEquals(corpus.tokenCount(), sum, 1e-9);
      }
    }
  }

  @Test
  void columnsAreTagged() {
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus corpus = builder.sentence("a", "b").column("pos", List.of("NNP", "X"))
            .labels("B-LOC", "O").sentence("b", "a").column("pos", List.of("X", "NNP"))
            .labels("O", "B-LOC").finish();
        Options options = new Options("crf").set("features", "chunk");
        Trainer trainer = Trainer.of(options, corpus); Model model = trainer.train();
        Tagger tagger = new Tagger(model)) {
      List<Tagging> taggings = tagger.tagColumns(List.of("token", "pos"), List.of(List.of(),
          List.of(List.of("new", "X"), List.of("other", "NNP"))));
      assertEquals(List.of(), taggings.get(0).tokens());
      assertEquals(List.of("new", "other"), taggings.get(1).tokens());
      assertEquals(List.of("O", "B-LOC"), taggings.get(1).labels());
      Span span = taggings.get(1).spans().get(0);
      assertEquals("4..9", span.startOffset() + ".." + span.endOffset());
    }
  }

  @Test
  void longSentencesTakeLinearTime() {
    List<String> tokens = new LinkedList<>();
    for (int i = 0; i < 200_000; ++i) {
      tokens.add(i % 2 == 0 ? "in" : "London");
    }
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      List<Span> spans =
          assertTimeoutPreemptively(Duration.ofSeconds(20), () -> tagger.tag(tokens).spans());
      assertEquals(100_000, spans.size());
      assertEquals(100_000 * 10 - 7 + 6, spans.get(99_999).endOffset());
    }
  }
}
