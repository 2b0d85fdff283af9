package io.weft;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Sentences of tokens with gold labels and votes of sources, each where there are any. Immutable;
 * any number of threads may use it. Close it: it is native memory, of the size of its text and
 * votes, which the garbage collector does not see.
 */
public final class Corpus extends CorpusFactories {
  /** A label id that means "no label": a token without gold, a source that abstains. */
  public static final int NO_LABEL = -1;

  private static final int UTF16 = 2;

  private List<String> labels;

  Corpus(long pointer) {
    super(pointer);
  }

  /**
   * Writes all that the corpus has; the file appears whole or not at all.
   *
   * @param path of the file; gzip where it ends in .gz
   * @param format "conll", "jsonl", "jsonl-spans", "wrench" or "attributes"
   */
  public void write(Path path, String format) {
    try (Use use = use()) {
      Native.weft_corpus_write(use.pointer, Arguments.path(path, "path"),
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
   * The sentences of some indices, in that order, with all that they have.
   *
   * @param sentences by index
   * @return a corpus of its own
   * @throws WeftException.NotFound where there is no sentence of an index
   */
  public Corpus select(int... sentences) {
    try (Use use = use()) {
      return new Corpus(Native.weft_corpus_select(use.pointer,
          Arguments.notNull(sentences, "sentences")));
    }
  }

  /**
   * The sentences of this corpus, then those of another, with the labels, sources and columns of
   * both.
   *
   * @param other with attributes and embeddings, or none, as this one
   * @return a corpus of its own, in the tag scheme of the first that has labels
   */
  public Corpus join(Corpus other) {
    try (Use first = use(); Use second = require(other, "other")) {
      return new Corpus(Native.binding_corpus_join(first.pointer, second.pointer));
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
      return sources(use);
    }
  }

  static List<String> sources(Use use) {
    return names(Native.weft_corpus_source_count(use.pointer),
        i -> Native.weft_corpus_source(use.pointer, i));
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
      long begin = Native.weft_corpus_sentence_begin(use.pointer, sentence(use, sentence));
      long end = Native.weft_corpus_sentence_begin(use.pointer, sentence + 1L);
      return Collections.unmodifiableList(
          Arrays.asList(tokens(use, begin, Math.toIntExact(end - begin))));
    }
  }

  /** The tokens from one on, in one call. */
  static String[] tokens(Use use, long first, int count) {
    int[] ends = new int[count];
    byte[] utf8 = Native.binding_corpus_tokens(use.pointer, first, ends);
    String[] tokens = new String[count];
    int begin = 0;
    for (int t = 0; t < count; ++t) {
      tokens[t] = new String(utf8, begin, ends[t] - begin, StandardCharsets.UTF_8);
      begin = ends[t];
    }
    return tokens;
  }

  /**
   * The place of a sentence's first token among the tokens of all sentences.
   *
   * @param sentence by index; {@link #sentenceCount()} gives the number of tokens
   * @return index into what is flat: {@link #tokenOffsets()}, and the arrays of a {@link Decoding}
   */
  public int sentenceBegin(int sentence) {
    try (Use use = use()) {
      if (sentence != Native.weft_corpus_sentence_count(use.pointer)) {
        sentence(use, sentence);
      }
      return Math.toIntExact(Native.weft_corpus_sentence_begin(use.pointer, sentence));
    }
  }

  /**
   * Where every token stands in the text of its sentence; where that came as tokens, in its tokens
   * joined by single blanks.
   *
   * @return begin and end of each token, in UTF-16 units, sentence after sentence
   */
  public int[] tokenOffsets() {
    try (Use use = use()) {
      return tokenOffsets(use);
    }
  }

  static int[] tokenOffsets(Use use) {
    long[] bounds =
        new long[Math.toIntExact(2 * Native.weft_corpus_token_count(use.pointer))];
    Native.weft_corpus_offsets(use.pointer, UTF16, bounds);
    int[] offsets = new int[bounds.length];
    for (int i = 0; i < bounds.length; ++i) {
      offsets[i] = Math.toIntExact(bounds[i]);
    }
    return offsets;
  }

  /**
   * The id of a sentence.
   *
   * @param sentence by index
   * @return its id; "" where it has none
   */
  public String sentenceId(int sentence) {
    try (Use use = use()) {
      return Text.decode(Native.weft_corpus_sentence_id(use.pointer, sentence(use, sentence)));
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
      return Text.decode(Native.weft_corpus_text(use.pointer, sentence(use, sentence)));
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
      int[] ids = Native.weft_corpus_gold(use.pointer, sentence(use, sentence));
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
      return Native.weft_corpus_votes(use.pointer, sentence(use, sentence), source(use, source));
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
      return Native.weft_corpus_soft_votes(use.pointer, sentence(use, sentence),
          source(use, source));
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

  private static long sentence(Use use, int sentence) {
    return check(sentence, Native.weft_corpus_sentence_count(use.pointer), "sentence");
  }

  private static long source(Use use, int source) {
    return check(source, Native.weft_corpus_source_count(use.pointer), "source");
  }

  private static long check(int index, long count, String what) {
    if (index < 0 || index >= count) {
      throw new WeftException.NotFound(
          "there is no " + what + " " + index + "; the corpus has " + count);
    }
    return index;
  }

  static List<String> names(long count, LongFunction<byte[]> name) {
    List<String> names = new ArrayList<>(Math.toIntExact(count));
    for (long i = 0; i < count; ++i) {
      names.add(Text.decode(name.apply(i)));
    }
    return Collections.unmodifiableList(names);
  }
}
