package io.weft;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** How a {@link Corpus} comes to be: read, or made of what the host has. Its static methods. */
abstract class CorpusFactories extends NativeObject {
  CorpusFactories(long pointer) {
    super("corpus", pointer, Native::weft_corpus_free);
  }

  /**
   * Reads one file; its format is told by its name, else by its content.
   *
   * @param path of the file, gzip or not
   * @return the corpus
   * @throws WeftException.Format where the text does not follow the format; file and line are named
   */
  public static Corpus read(Path path) {
    return read(path, null);
  }

  /**
   * Reads one file.
   *
   * @param path of the file
   * @param reading options of reading, or null
   * @return the corpus
   */
  public static Corpus read(Path path, Options reading) {
    try (Options copy = Options.copy(reading); Use options = use(copy)) {
      return new Corpus(Native.weft_corpus_read(Arguments.path(path, "path"), options.pointer));
    }
  }

  /**
   * Reads a split of a folder.
   *
   * @param folder with files such as train.jsonl
   * @param split "train", "valid" or "test"
   * @return the corpus
   */
  public static Corpus readSplit(Path folder, String split) {
    return readSplit(folder, split, null);
  }

  /**
   * Reads a split of a folder.
   *
   * @param folder with files such as train.jsonl
   * @param split "train", "valid" or "test"
   * @param reading options of reading, or null
   * @return the corpus
   */
  public static Corpus readSplit(Path folder, String split, Options reading) {
    try (Options copy = Options.copy(reading); Use options = use(copy)) {
      return new Corpus(Native.weft_corpus_read_split(Arguments.path(folder, "folder"),
          Text.encode(split, "split"), options.pointer));
    }
  }

  /**
   * Reads bytes as one file.
   *
   * @param bytes of the file
   * @param name that stands in error texts, and tells the format by its ending
   * @param reading options of reading, or null
   * @return the corpus
   */
  public static Corpus readBytes(byte[] bytes, String name, Options reading) {
    try (Options copy = Options.copy(reading); Use options = use(copy)) {
      return new Corpus(Native.weft_corpus_read_memory(Arguments.notNull(bytes, "bytes"),
          Text.encode(name, "name"), options.pointer));
    }
  }

  /**
   * Reads a stream to its end, as one file; leaves it open.
   *
   * @param in the bytes of the file
   * @param name that stands in error texts, and tells the format by its ending
   * @param reading options of reading, or null
   * @return the corpus
   * @throws IOException where the stream fails
   */
  public static Corpus read(InputStream in, String name, Options reading) throws IOException {
    return readBytes(Arguments.notNull(in, "in").readAllBytes(), name, reading);
  }

  /**
   * Reads one file per annotator over the same tokens; each becomes a source named after its file.
   *
   * @param paths of the annotators' files
   * @param gold the file of gold labels, or null
   * @param reading options of reading, or null
   * @return the corpus
   */
  public static Corpus readAnnotators(List<Path> paths, Path gold, Options reading) {
    List<String> files = new ArrayList<>();
    for (Path path : Arguments.notNull(paths, "paths")) {
      files.add(Text.decode(Arguments.path(path, "path " + files.size())));
    }
    Text text = Text.of(files, "path", "paths");
    byte[] goldFile = gold == null ? null : Arguments.path(gold, "gold");
    try (Options copy = Options.copy(reading); Use options = use(copy)) {
      return new Corpus(Native.weft_corpus_read_annotators(text.bytes(), text.offsets(), goldFile,
          options.pointer));
    }
  }

  /**
   * Sentences of tokens alone: something to tag.
   *
   * @param sentences lists of tokens
   * @return the corpus
   */
  public static Corpus ofTokens(Collection<? extends List<String>> sentences) {
    Sentences all = Sentences.of(sentences);
    return all.corpus(all.begins());
  }

  /**
   * Sentences with more columns than tokens, which templates of taggers may read.
   *
   * @param columns names; the first is "token"
   * @param sentences lists of tokens, each the texts of its columns
   * @return the corpus
   */
  public static Corpus ofColumns(List<String> columns,
      Collection<? extends List<? extends List<String>>> sentences) {
    return Columns.of(columns, sentences).corpus();
  }

  /**
   * A sentence per text, cut into words and punctuation.
   *
   * @param texts whole sentences
   * @return the corpus; {@link Corpus#tokenOffsets()} tells where its tokens stand in the texts
   */
  public static Corpus ofTexts(Collection<String> texts) {
    String[] all = Arguments.notNull(texts, "texts").toArray(new String[0]);
    Text text = Text.of(Arrays.asList(all), "text", "texts");
    return new Corpus(Native.weft_corpus_from_texts(text.bytes(), text.offsets()));
  }
}
