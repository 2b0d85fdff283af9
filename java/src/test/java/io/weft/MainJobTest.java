package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainJobTest {
  @Test
  void votesBecomeATaggerThatIsSavedAndLoaded(@TempDir Path folder) {
    Path file = folder.resolve("zwölf \uD83D\uDE42.weft");
    try (Options options = new Options("crf").set("aggregator", "hmm").set("c2", 0.01);
        Corpus corpus = Toy.corpus(); Trainer trainer = Trainer.of(options, corpus);
        Model model = trainer.train()) {
      assertTrue(trainer.progress().finished());
      assertFalse(trainer.stopReason().isEmpty());
      assertTrue(trainer.objectives().length > 1);
      model.save(file);
      assertEquals("crf", model.method());
      assertEquals("0.01", model.facts().get("option.c2"));
      try (Model loaded = Model.load(file); Tagger tagger = new Tagger(loaded)) {
        assertArrayEquals(model.toBytes(), loaded.toBytes());
        Evaluation scores = tagger.evaluate(corpus, Evaluation.Mode.STRICT);
        assertTrue(scores.f1() > 0.9, scores.json());
        scores.close();
      }
    }
  }

  @Test
  void spansPointIntoTheTextThatTheyCameFrom() {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      String text = "\uD83D\uDE42 Ada Lovelace, London and London";
      Tagging tagging = tagger.tagText(text);
      List<String> found = new ArrayList<>();
      for (Span span : tagging.spans()) {
        found.add(span.type() + " " + text.substring(span.startOffset(), span.endOffset()) + " "
            + span.startOffset());
        assertTrue(span.confidence() > 0 && span.confidence() <= 1);
      }
      assertEquals(List.of("PER Ada Lovelace 3", "LOC London 17", "LOC London 28"), found);
      assertEquals("Lovelace", tagging.tokens().get(2));
      assertEquals("I-PER", tagging.labels().get(2));
    }
  }

  @Test
  void tokensHaveTheOffsetsOfTheirJoin() {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      Tagging tagging = tagger.tag(List.of("\uD83D\uDE42", "in", "London", "London"));
      String joined = "\uD83D\uDE42 in London London";
      assertEquals(2, tagging.spans().size());
      Span last = tagging.spans().get(1);
      assertEquals(3, last.begin());
      assertEquals(joined.lastIndexOf("London"), last.startOffset());
      assertEquals(joined.length(), last.endOffset());
    }
  }

  @Test
  void aBatchIsItsSentencesOneByOne() {
    List<List<String>> sentences = new ArrayList<>();
    for (int i = 0; i < 1000; ++i) {
      sentences.add(i % 7 == 0 ? List.of() : List.of("Ada", "Lovelace", "in", i % 2 == 0 ? "London" : "x" + i));
    }
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        TaggerPool pool = new TaggerPool(model, 2)) {
      List<Tagging> batch = tagger.tagBatch(sentences);
      for (int i = 0; i < sentences.size(); ++i) {
        assertEquals(tagger.tag(sentences.get(i)), batch.get(i));
      }
      assertEquals(batch, pool.tagAll(sentences));
      assertEquals(batch.get(1), pool.tag(sentences.get(1)));
    }
  }

  @Test
  void aggregatorsGivePosteriorsAndJudgeSources() {
    try (Model model = Toy.train("hmm"); Aggregator aggregator = new Aggregator(model);
        Corpus corpus = Toy.corpus();
        Evaluation scores = aggregator.evaluate(corpus, Evaluation.Mode.STRICT);
        SourceAnalysis analysis = SourceAnalysis.of(corpus, aggregator);
        Corpus labelled = aggregator.label(corpus)) {
      Decoding decoding =
          aggregator.aggregate(corpus, Tagger.Want.MARGINALS, Tagger.Want.SPANS, Tagger.Want.SCORES);
      Span place = decoding.spans(1).get(1);
      assertEquals("LOC 4 22", place.type() + " " + place.begin() + " " + place.startOffset());
      assertTrue(place.confidence() > 0.5 && place.confidence() < 1);
      assertEquals(corpus.tokenCount() * decoding.labels().size(), decoding.marginals().length);
      assertEquals(corpus.sentenceCount(), decoding.logPartitions().length);
      assertEquals(List.of("a", "b"), corpus.sources());
      assertEquals("b", aggregator.sources().get(1).name());
      SourceInfo b = aggregator.sources().get(1);
      assertTrue(b.accuracy() > 0.5);
      double first = b.confusion()[0][0];
      b.confusion()[0][0] = 7;
      assertEquals(first, b.confusion()[0][0], "a record does not change");
      SourceInfo.Reliability loc = b.reliability().stream().filter(r -> r.type().equals("LOC"))
          .findFirst().orElseThrow();
      assertTrue(loc.precision().low() <= loc.precision().value());
      assertTrue(loc.recall().high() >= loc.recall().value() && loc.recall().of() > 0);
      assertThrows(WeftException.WrongState.class, () -> decoding.supporters(0));
      Decoding explained = aggregator.aggregate(corpus, Tagger.Want.SUPPORT);
      for (int t = 0; t < explained.sentenceBegin(1); ++t) {
        String label = explained.labels().get(explained.labelId(t));
        for (int j = 0; j < 2; ++j) {
          int[] votes = corpus.votes(0, j);
          boolean agrees = votes != null && votes[t] >= 0
              && corpus.labels().get(votes[t]).equals(label);
          assertEquals(agrees, explained.supporters(t).contains(corpus.sources().get(j)));
        }
      }
      // Of eleven spans one is missed, and one stands that is none.
      assertEquals(10 / 11.0, scores.number("span.f1"), 1e-12);
      assertEquals(scores.f1(), scores.number("span.f1"));
      assertTrue(analysis.json().contains("coverage"));
      assertTrue(labelled.hasGold());
    }
  }

  @Test
  void optionsOfATaggerFitNoAggregator() {
    try (Corpus corpus = Toy.corpus(); Options options = new Options("crf");
        Options reading = Options.forReading()) {
      WeftException e = assertThrows(WeftException.InvalidArgument.class,
          () -> Aggregator.fit(options, corpus));
      assertEquals("options: expected those of an aggregator, such as \"hmm\", found those of"
          + " \"crf\", which is a tagger", e.getMessage());
      e = assertThrows(WeftException.InvalidArgument.class, () -> Aggregator.fit(reading, corpus));
      assertTrue(e.getMessage().endsWith("\"read\", which is no method"), e.getMessage());
    }
  }

  @Test
  void columnsReachTheTemplatesThatReadThem() {
    try (Corpus corpus = Corpus.ofColumns(List.of("token", "pos"),
        List.of(List.of(List.of("in", "IN"), List.of("Oslo", "NNP"))))) {
      assertEquals("# columns:\ttoken\tpos\nin\tIN\nOslo\tNNP\n\n",
          Text.decode(corpus.toBytes("conll")));
    }
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus corpus = builder.sentence(List.of("in", "Oslo"), "first")
            .column("pos", List.of("IN", "NNP")).labels(List.of("O", "B-LOC"))
            .votes("a", List.of("", "B-LOC"))
            .softVotes("b", List.of("O", "B-LOC"), new float[][] {{1, 0}, {0.25f, 0.75f}})
            .finish()) {
      assertEquals("first", corpus.sentenceId(0));
      assertEquals(List.of("in", "Oslo"), corpus.tokens(0));
      assertEquals(Corpus.NO_LABEL, corpus.votes(0, 0)[0]);
      assertNull(corpus.softVotes(0, 0));
      float[] soft = corpus.softVotes(0, 1);
      int label = corpus.labels().indexOf("B-LOC");
      assertEquals(0.75f, soft[corpus.labels().size() + label]);
      assertEquals(label, corpus.votes(0, 1)[1]);
      assertEquals("B-LOC", corpus.labels().get(corpus.gold(0)[1]));
    }
  }

  @Test
  void embeddingsAreCheckedAgainstTheTokens() {
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus corpus = builder.sentence("in", "Oslo").embeddings(new float[][] {{1, 2}, {3, 4}})
            .finish()) {
      assertTrue(Text.decode(corpus.toBytes("jsonl")).contains("\"embeddings\":[[1,2],[3,4]]"));
    }
    try (CorpusBuilder builder = new CorpusBuilder()) {
      builder.sentence("in", "Oslo");
      WeftException e = assertThrows(WeftException.InvalidArgument.class,
          () -> builder.embeddings(new float[][] {{1, 2}, {3}}));
      assertEquals("embedding of token 1: expected 2 numbers as of token 0, found 1",
          e.getMessage());
      e = assertThrows(WeftException.InvalidArgument.class,
          () -> builder.embeddings(new float[][] {{1, 2}}));
      assertTrue(e.getMessage().contains("must have 2 rows of 2 numbers"), e.getMessage());
    }
  }

  @Test
  void arraysAndStreamsAreReadLikeLists() throws Exception {
    try (CorpusBuilder builder = new CorpusBuilder();
        Corpus built = builder.sentence("in", "Oslo").labels("O", "B-LOC").votes("a", "", "B-LOC")
            .finish();
        Corpus read = Corpus.read(new ByteArrayInputStream(built.toBytes("jsonl")), "x.jsonl", null)) {
      assertEquals(List.of("in", "Oslo"), read.tokens(0));
      assertEquals("B-LOC", read.labels().get(read.gold(0)[1]));
      assertArrayEquals(built.votes(0, 0), read.votes(0, 0));
    }
  }

  @Test
  void methodsAndOptionsTellAboutThemselves() {
    assertTrue(Methods.all().stream().anyMatch(
        m -> m.name().equals("crf") && m.kind() == Methods.Kind.TAGGER && !m.summary().isEmpty()));
    assertTrue(Methods.buildInfo().contains(Methods.version()));
    try (Options options = new Options("crf")) {
      OptionInfo c2 = options.describe().stream().filter(o -> o.key().equals("c2")).findFirst().get();
      assertEquals(OptionInfo.Type.FLOAT, c2.type());
      assertEquals(0, c2.min());
      options.set("max_iterations", 3).set("constrained", false);
      assertEquals("3", options.get("max_iterations"));
      assertEquals("false", options.get("constrained"));
    }
  }
}
