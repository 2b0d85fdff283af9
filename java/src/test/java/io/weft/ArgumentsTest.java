package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a host hands over, what is wrong with it is said, and nothing else happens. */
class ArgumentsTest {
  private static final List<String> HOLE = Arrays.asList("a", null);

  private static void refused(String message, Executable call) {
    assertEquals(message,
        assertThrows(WeftException.InvalidArgument.class, call, message).getMessage());
  }

  @Test
  void nullIsNamed() {
    refused("path is null", () -> Model.load((Path) null));
    refused("bytes is null", () -> Model.load((byte[]) null));
    refused("path is null", () -> Corpus.read(null));
    refused("in is null", () -> Corpus.read((InputStream) null, "x.jsonl", null));
    refused("folder is null", () -> Corpus.readSplit(null, "train"));
    refused("split is null", () -> Corpus.readSplit(Path.of("x"), null));
    refused("bytes is null", () -> Corpus.readBytes(null, "x.jsonl", null));
    refused("name is null", () -> Corpus.readBytes(new byte[0], null, null));
    refused("paths is null", () -> Corpus.readAnnotators(null, null, null));
    refused("path 1 is null",
        () -> Corpus.readAnnotators(Arrays.asList(Path.of("a"), null), null, null));
    refused("sentences is null", () -> Corpus.ofTokens(null));
    refused("sentence 1 is null", () -> Corpus.ofTokens(Arrays.asList(List.of(), null)));
    refused("sentence 1, token 1 is null", () -> Corpus.ofTokens(List.of(List.of("a"), HOLE)));
    refused("texts is null", () -> Corpus.ofTexts(null));
    refused("text 1 is null", () -> Corpus.ofTexts(HOLE));
    refused("columns is null", () -> Corpus.ofColumns(null, List.of()));
    refused("sentences is null", () -> Corpus.ofColumns(List.of("token"), null));
    refused("sentence 0 is null",
        () -> Corpus.ofColumns(List.of("token"), Collections.singletonList(null)));
    refused("sentence 0, token 0: expected 1 columns, found null",
        () -> Corpus.ofColumns(List.of("token"), List.of(Collections.singletonList(null))));
    refused("sentence 0, token 1, column 1 is null", () -> Corpus.ofColumns(
        List.of("token", "pos"), List.of(List.of(List.of("a", "b"), HOLE))));
    refused("method is null", () -> new Options(null));
    refused("model is null", () -> new Tagger(null));
    refused("model is null", () -> new Aggregator(null));
    refused("model is null", () -> new TaggerPool(null, 2));
    refused("options is null", () -> Aggregator.fit(null, null));
    refused("options is null", () -> Trainer.of(null, null));
    try (Options options = new Options("crf")) {
      refused("train is null", () -> Trainer.of(options, null));
      refused("key is null", () -> options.set(null, 1));
      refused("value is null", () -> options.set("c2", null));
      refused("key is null", () -> options.get(null));
    }
  }

  @Test
  void nullIsNamedByWhatIsMade() {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        TaggerPool pool = new TaggerPool(model, 1); Corpus corpus = Toy.corpus();
        CorpusBuilder builder = new CorpusBuilder(); Options options = new Options("crf");
        Trainer trainer = Trainer.of(options, corpus)) {
      refused("path is null", () -> model.save(null));
      refused("key is null", () -> model.metadata(null));
      refused("path is null", () -> corpus.write(null, "jsonl"));
      assertFalse(Files.exists(Path.of("null")));
      refused("format is null", () -> corpus.toBytes(null));
      refused("tokens is null", () -> tagger.tag(null));
      refused("token 1 is null", () -> tagger.tag(HOLE));
      refused("sentences is null", () -> tagger.tagBatch(null));
      refused("text is null", () -> tagger.tagText(null));
      refused("texts is null", () -> tagger.tagTexts(null));
      refused("columns is null", () -> tagger.tagColumns(null, List.of()));
      refused("corpus is null", () -> tagger.tagCorpus(null));
      refused("corpus is null", () -> tagger.decode(null));
      refused("want 0 is null", () -> tagger.decode(corpus, (Tagger.Want) null));
      refused("wants is null", () -> tagger.decode(corpus, (Tagger.Want[]) null));
      refused("mode is null", () -> tagger.evaluate(corpus, null));
      refused("aggregator is null", () -> SourceAnalysis.of(corpus, null));
      refused("corpus is null", () -> SourceAnalysis.of(null));
      refused("sentences is null", () -> pool.tagAll(null));
      refused("text is null", () -> pool.tagText(null));
      refused("executor is null", () -> trainer.trainAsync((Executor) null));
      refused("tokens is null", () -> builder.sentence((String[]) null));
      refused("token 1 is null", () -> builder.sentence(HOLE));
      builder.sentence("a", "b");
      refused("labels is null", () -> builder.labels((List<String>) null));
      refused("labels is null", () -> builder.votes("s", (List<String>) null));
      refused("source is null", () -> builder.votes(null, "O", "O"));
      refused("texts is null", () -> builder.column("pos", null));
      refused("probabilities is null", () -> builder.softVotes("s", List.of("O"), null));
      refused("probabilities of token 1: expected 1, one a label, found null",
          () -> builder.softVotes("s", List.of("O"), new float[][] {{1}, null}));
    }
  }

  @Test
  void indexesAreNamedAsTheyWereGiven() {
    try (Corpus corpus = Toy.corpus(); CorpusBuilder builder = new CorpusBuilder();
        Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      notThere("there is no sentence -1; the corpus has 6", () -> corpus.gold(-1));
      notThere("there is no sentence 6; the corpus has 6", () -> corpus.tokens(6));
      notThere("there is no sentence -2; the corpus has 6", () -> corpus.text(-2));
      notThere("there is no sentence 7; the corpus has 6", () -> corpus.sentenceBegin(7));
      notThere("there is no source -1; the corpus has 2", () -> corpus.votes(0, -1));
      notThere("there is no source 2; the corpus has 2", () -> corpus.softVotes(0, 2));
      Decoding decoding = tagger.decode(corpus);
      notThere("there is no sentence 6; the decoding has 6", () -> decoding.spans(6));
      notThere("there is no token -1; the decoding has 32", () -> decoding.labelId(-1));
      assertThrows(WeftException.WrongState.class, () -> decoding.marginal(0, 0));
      assertEquals(List.of(), decoding.spans(0));
      builder.sentence("a");
      refused("there is no token -1", () -> builder.attribute(-1, "x", 1));
    }
  }

  private static void notThere(String message, Executable call) {
    assertEquals(message, assertThrows(WeftException.NotFound.class, call, message).getMessage());
  }

  @Test
  void pathsInsideAnArchiveAreRefused(@TempDir Path folder) throws Exception {
    try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("x.zip"), Map.of("create", "true"));
        Model model = Toy.train("mv")) {
      Path inside = zip.getPath("m.weft");
      WeftException e =
          assertThrows(WeftException.InvalidArgument.class, () -> model.save(inside));
      assertTrue(e.getMessage().startsWith(
          "path: expected a path of the default file system, found jar:file:"), e.getMessage());
      assertThrows(WeftException.InvalidArgument.class, () -> Model.load(inside));
      assertThrows(WeftException.InvalidArgument.class, () -> Corpus.read(inside));
      assertFalse(Files.exists(Path.of("m.weft")));
    }
  }

  /** A list that claims a size and has another. */
  private static <T> List<T> claiming(int size, List<T> really) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return really.get(index);
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<T> iterator() {
        return really.iterator();
      }
    };
  }

  @Test
  void listsThatLieAboutTheirSize() {
    List<String> more = claiming(1_000_000, List.of("London"));
    List<String> fewer = claiming(0, List.of("Ada", "Lovelace"));
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        CorpusBuilder builder = new CorpusBuilder()) {
      assertEquals(List.of("London"), tagger.tag(more).tokens());
      assertEquals(List.of("Ada", "Lovelace"), tagger.tag(fewer).tokens());
      assertEquals(2, tagger.tagBatch(claiming(1_000, List.of(fewer, more))).size());
      refused("sentence 0, token 0: expected 2 columns, found 1",
          () -> tagger.tagColumns(List.of("token", "pos"), List.of(List.of(claiming(2, List.of("a"))))));
      refused("sentence 0, token 0: expected 1 columns, found 2", () -> Corpus.ofColumns(
          claiming(2, List.of("token")), List.of(List.of(List.of("a", "b")))));
      builder.sentence("a");
      refused("probabilities of token 0: expected 1, one a label, found 9", () -> builder.softVotes(
          "s", claiming(9, List.of("O")), new float[][] {new float[9]}));
      builder.softVotes("s", claiming(9, List.of("O")), new float[][] {{1}});
    }
  }

  @Test
  void listsThatGrowMeanwhile() throws Exception {
    List<List<String>> sentences = new CopyOnWriteArrayList<>();
    List<String> tokens = new CopyOnWriteArrayList<>();
    sentences.add(tokens);
    Thread growing = new Thread(() -> {
      for (int i = 0; i < 3_000; ++i) {
        tokens.add("London");
        if (i % 100 == 0) {
          sentences.add(tokens);
        }
      }
    });
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      growing.start();
      do {
        for (Tagging tagging : tagger.tagBatch(sentences)) {
          assertEquals(tagging.tokens().size(), tagging.labels().size());
        }
      } while (growing.isAlive());
    }
  }

  @Test
  void arraysThatDoNotFitTogetherAreRefused() {
    byte[] text = {'a', 'b'};
    refused("offset 1: expected 0 to 2, found 3",
        () -> Native.weft_corpus_from_texts(text, new int[] {0, 3}));
    refused("offset 2: expected 2 to 2, found 1",
        () -> Native.weft_corpus_from_texts(text, new int[] {0, 2, 1}));
    refused("offset 0: expected 0 to 2, found -1",
        () -> Native.weft_corpus_from_texts(text, new int[] {-1}));
    refused("expected one offset more than there are pieces, found none",
        () -> Native.weft_corpus_from_texts(text, new int[0]));
    refused("expected one offset more than there are pieces, found none",
        () -> Native.weft_corpus_from_tokens(text, new int[] {0, 2}, null));
    byte[] names = Text.encode("tokenpos", "names");
    int[] ends = {0, 5, 8};
    refused("expected a multiple of 2 cells, found 1", () -> Native.weft_corpus_from_columns(
        names, ends, text, new int[] {0, 2}, new int[] {0, 1}));
    assertThrows(WeftException.InvalidArgument.class, () -> Native.weft_corpus_from_columns(
        names, ends, text, new int[] {0, 1, 2}, new int[] {0, 1000}));
    try (CorpusBuilder builder = new CorpusBuilder().sentence("a");
        NativeObject.Use use = builder.useAlone()) {
      refused("expected a multiple of 2 probabilities, found 1",
          () -> Native.weft_corpus_builder_soft_votes(use.pointer, text, text,
              new int[] {0, 1, 2}, new float[1]));
      refused("sentence 0: expected 1 distributions, one a token, found 2",
          () -> Native.weft_corpus_builder_soft_votes(use.pointer, text, text,
              new int[] {0, 1, 2}, new float[4]));
    }
  }
}
