package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The conditional HMM over embeddings of the host, and alternate training. */
class ChmmTest {
  @BeforeAll
  static void needsThePlugin() {
    assumeTrue(Files.exists(Path.of(System.getProperty("weft.build"), "lib", "libweft_neural.so")));
  }

  /** Two sources that mostly agree; the embedding tells names from other words. */
  private static Corpus embedded() {
    try (CorpusBuilder builder = new CorpusBuilder()) {
      for (int i = 0; i < 30; ++i) {
        builder.sentence("in", "Oslo").embeddings(new float[][] {{1, 0}, {0, 1}})
            .votes("a", "O", "B-LOC").votes("b", "O", i % 3 == 0 ? "O" : "B-LOC");
      }
      return builder.finish();
    }
  }

  @Test
  void aConditionalModelReadsTheHostsEmbeddings() {
    try (Options options = new Options("chmm").set("epochs", 3).set("learning_rate", 0.05);
        Corpus corpus = embedded(); Model model = Aggregator.fit(options, corpus);
        Model again = Model.load(model.toBytes()); Aggregator aggregator = new Aggregator(again)) {
      Decoding found = aggregator.aggregate(corpus, Tagger.Want.MARGINALS, Tagger.Want.SUPPORT);
      assertEquals("B-LOC", found.labels().get(found.labelId(1)));
      assertEquals(List.of("a"), found.supporters(1), "b missed the first");
      assertEquals(List.of("a", "b"), again.sources().stream().map(SourceInfo::name).toList());
      try (Corpus plain = Toy.corpus()) {
        WeftException e = assertThrows(WeftException.InvalidArgument.class,
            () -> aggregator.aggregate(plain));
        assertTrue(e.getMessage().contains("embeddings of 2 numbers per token"), e.getMessage());
      }
    }
  }

  @Test
  void anAggregatorAndATaggerTeachEachOther() {
    try (Options options = new Options("alt").set("aggregator", "hmm").set("max_loops", 1);
        Corpus corpus = Toy.corpus(); Trainer trainer = Trainer.of(options, corpus);
        Model model = trainer.train(); Model votes = model.withOption("decode", "aggregator");
        Aggregator aggregator = new Aggregator(votes)) {
      assertEquals("alt", model.method());
      assertTrue(!model.readsVotes() && votes.readsVotes());
      assertEquals(List.of("a", "b", "tagger"),
          votes.sources().stream().map(SourceInfo::name).toList());
      assertEquals(corpus.sentenceCount(), aggregator.aggregate(corpus).sentenceCount());
    }
  }
}
