package io.weft;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Sentences of tokens with gold labels and votes of sources, each where there are any. Immutable;
 * any number of threads may use it.
 */
public final class Corpus extends NativeObject {
  /** A label id that means "no label": a token without gold, a source that abstains. */
  public static final int NO_LABEL = -1;

  private List<String> labels;

  Corpus(long pointer) {
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
    try (Use options = use(reading)) {
      return new Corpus(
          Native.weft_corpus_read(Text.encode(String.valueOf(path), "path"), options.pointer));
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
    try (Use options = use(reading)) {
      return new Corpus(Native.weft_corpus_read_split(Text.encode(String.valueOf(folder), "folder"),
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
    try (Use options = use(reading)) {
      return new Corpus(
          Native.weft_corpus_read_memory(bytes, Text.encode(name, "name"), options.pointer));
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
    return readBytes(in.readAllBytes(), name, reading);
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
    Text text = new Text(paths.size(), 64 * paths.size());
    for (Path path : paths) {
      text.add(String.valueOf(path), "path");
    }
    try (Use options = use(reading)) {
      return new Corpus(Native.weft_corpus_read_annotators(text.bytes(), text.offsets(),
          Text.encodeOrNull(gold == null ? null : gold.toString(), "gold"), options.pointer));
    }
  }

  /**
   * Sentences of tokens alone: something to tag.
   *
   * @param sentences lists of tokens
   * @return the corpus
   */
  public static Corpus ofTokens(Collection<? extends List<String>> sentences) {
    int tokens = 0;
    for (List<String> sentence : sentences) {
      tokens += sentence.size();
    }
    Text text = new Text(tokens, 8 * tokens);
    int[] ends = new int[sentences.size() + 1];
    int s = 0;
    for (List<String> sentence : sentences) {
      for (String token : sentence) {
        text.add(token, "token");
      }
      ends[++s] = text.count();
    }
    return new Corpus(Native.weft_corpus_from_tokens(text.bytes(), text.offsets(), ends));
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
    Text names = Text.of(columns, "column");
    Text cells = new Text(64, 1024);
    int[] ends = new int[sentences.size() + 1];
    int s = 0;
    int tokens = 0;
    for (List<? extends List<String>> sentence : sentences) {
      for (List<String> token : sentence) {
        if (token.size() != columns.size()) {
          throw new WeftException.InvalidArgument("sentence " + s + ": expected "
              + columns.size() + " columns a token, found " + token.size());
        }
        for (String cell : token) {
          cells.add(cell, "cell");
        }
        ++tokens;
      }
      ends[++s] = tokens;
    }
    return new Corpus(Native.weft_corpus_from_columns(names.bytes(), names.offsets(), cells.bytes(),
        cells.offsets(), tokens, ends));
  }

  /**
   * A sentence per text, cut into words and punctuation.
   *
   * @param texts whole sentences
   * @return the corpus, whose tokens have offsets into the texts
   */
  public static Corpus ofTexts(Collection<String> texts) {
    Text text = new Text(texts.size(), 64 * texts.size());
    for (String one : texts) {
      text.add(one, "text");
    }
    return new Corpus(Native.weft_corpus_from_texts(text.bytes(), text.offsets()));
  }

  /**
   * Writes all that the corpus has; the file appears whole or not at all.
   *
   * @param path of the file; gzip where it ends in .gz
   * @param format "conll", "jsonl", "jsonl-spans", "wrench" or "attributes"
   */
  public void write(Path path, String format) {
    try (Use use = use()) {
      Native.weft_corpus_write(use.pointer, Text.encode(String.valueOf(path), "path"),
          Text.encode(format, "format"));
    }
  }

  /**
   * The same as bytes, without gzip.
   *
   * @param format as {@link #write}
   * @return what would stand in the file
   */
  public byte[] toBytes(String format) {
    byte[] name = Text.encode(format, "format");
    try (Use use = use()) {
      return Buffers.fill(buffer -> Native.weft_corpus_write_memory(use.pointer, name, buffer));
    }
  }

  /**
   * How many sentences there are.
   *
   * @return their number
   */
  public int sentenceCount() {
    try (Use use = use()) {
      return Math.toIntExact(Native.weft_corpus_sentence_count(use.pointer));
    }
  }

  /**
   * How many tokens there are.
   *
   * @return their number
   */
  public int tokenCount() {
    try (Use use = use()) {
      return Math.toIntExact(Native.weft_corpus_token_count(use.pointer));
    }
  }

  /**
   * The labels of gold and votes alike; ids count through them.
   *
   * @return their names
   */
  public synchronized List<String> labels() {
    if (labels == null) {
      try (Use use = use()) {
        labels = names(Native.weft_corpus_label_count(use.pointer),
            i -> Native.weft_corpus_label(use.pointer, i));
      }
    }
    return labels;
  }

  /**
   * The sources of votes.
   *
   * @return their names
   */
  public List<String> sources() {
    try (Use use = use()) {
      return names(Native.weft_corpus_source_count(use.pointer),
          i -> Native.weft_corpus_source(use.pointer, i));
    }
  }

  /**
   * The tag scheme of the labels.
   *
   * @return "plain", "io", "iob1", "iob2", "ioe1", "ioe2", "iobes" or "bilou"
   */
  public String scheme() {
    try (Use use = use()) {
      return Text.decode(Native.weft_corpus_scheme(use.pointer));
    }
  }

  /**
   * Whether any token has a gold label.
   *
   * @return true where one has
   */
  public boolean hasGold() {
    try (Use use = use()) {
      return Native.weft_corpus_has_gold(use.pointer) != 0;
    }
  }

  /**
   * Whether any source voted.
   *
   * @return true where one did
   */
  public boolean hasVotes() {
    try (Use use = use()) {
      return Native.weft_corpus_has_votes(use.pointer) != 0;
    }
  }

  /**
   * The tokens of a sentence.
   *
   * @param sentence by index
   * @return its tokens
   */
  public List<String> tokens(int sentence) {
    try (Use use = use()) {
      check(use, sentence);
      long begin = Native.weft_corpus_sentence_begin(use.pointer, sentence);
      long end = Native.weft_corpus_sentence_begin(use.pointer, sentence + 1L);
      return names(end - begin, i -> Native.weft_corpus_token(use.pointer, begin + i));
    }
  }

  /**
   * The id of a sentence.
   *
   * @param sentence by index
   * @return its id; "" where it has none
   */
  public String sentenceId(int sentence) {
    try (Use use = use()) {
      return Text.decode(Native.weft_corpus_sentence_id(use.pointer, index(sentence)));
    }
  }

  /**
   * The text that a sentence was read from.
   *
   * @param sentence by index
   * @return the text; "" where it came as tokens
   */
  public String text(int sentence) {
    try (Use use = use()) {
      return Text.decode(Native.weft_corpus_text(use.pointer, index(sentence)));
    }
  }

  /**
   * The gold labels of a sentence.
   *
   * @param sentence by index
   * @return ids of {@link #labels()} by token, {@link #NO_LABEL} where there is none
   */
  public int[] gold(int sentence) {
    try (Use use = use()) {
      int[] ids = Native.weft_corpus_gold(use.pointer, index(sentence));
      return ids == null ? new int[0] : ids;
    }
  }

  /**
   * The votes of a source on a sentence.
   *
   * @param sentence by index
   * @param source by index
   * @return ids of {@link #labels()} by token, {@link #NO_LABEL} where it abstains; null where it
   *     did not annotate the sentence
   */
  public int[] votes(int sentence, int source) {
    try (Use use = use()) {
      return Native.weft_corpus_votes(use.pointer, index(sentence), index(source));
    }
  }

  /**
   * The distributions of a source on a sentence; {@link #votes} has the most probable labels.
   *
   * @param sentence by index
   * @param source by index
   * @return by token, then by label; a token of zeros abstains; null where the votes are hard, or
   *     missing
   */
  public float[] softVotes(int sentence, int source) {
    try (Use use = use()) {
      return Native.weft_corpus_soft_votes(use.pointer, index(sentence), index(source));
    }
  }

  /**
   * Character spans that reading widened to token bounds.
   *
   * @return their number
   */
  public long spansExpanded() {
    try (Use use = use()) {
      return Native.weft_corpus_spans_expanded(use.pointer);
    }
  }

  /**
   * Character spans that reading dropped.
   *
   * @return their number
   */
  public long spansDropped() {
    try (Use use = use()) {
      return Native.weft_corpus_spans_dropped(use.pointer);
    }
  }

  private static void check(Use use, int sentence) {
    long count = Native.weft_corpus_sentence_count(use.pointer);
    if (sentence < 0 || sentence >= count) {
      throw new WeftException.NotFound(
          "there is no sentence " + sentence + "; the corpus has " + count);
    }
  }

  // What is below 0 is out of range to the library too.
  private static long index(int index) {
    return index < 0 ? Long.MAX_VALUE : index;
  }

  static List<String> names(long count, LongFunction<byte[]> name) {
    List<String> names = new ArrayList<>(Math.toIntExact(count));
    for (long i = 0; i < count; ++i) {
      names.add(Text.decode(name.apply(i)));
    }
    return Collections.unmodifiableList(names);
  }
}
