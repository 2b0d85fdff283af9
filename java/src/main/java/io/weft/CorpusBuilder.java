package io.weft;

import java.util.Arrays;
import java.util.List;

/**
 * Builds a corpus sentence by sentence: begin one with its tokens, add what belongs to it, begin the
 * next; finish. What is wrong with a sentence is reported when it is complete.
 */
public final class CorpusBuilder extends NativeObject {
  /** An empty one; scheme and labels are found out. */
  public CorpusBuilder() {
    this(null);
  }

  /**
   * An empty one.
   *
   * @param reading options of reading, such as "scheme", or null
   */
  public CorpusBuilder(Options reading) {
    super("builder", create(reading), Native::weft_corpus_builder_free);
  }

  private static long create(Options reading) {
    try (Options copy = Options.copy(reading); Use options = use(copy)) {
      return Native.weft_corpus_builder_new(options.pointer);
    }
  }

  /**
   * Begins a sentence.
   *
   * @param tokens of it
   * @return this
   */
  public CorpusBuilder sentence(List<String> tokens) {
    return sentence(tokens, null);
  }

  /**
   * Begins a sentence.
   *
   * @param tokens of it
   * @return this
   */
  public CorpusBuilder sentence(String... tokens) {
    return sentence(Arrays.asList(Arguments.notNull(tokens, "tokens")), null);
  }

  /**
   * Begins a sentence.
   *
   * @param tokens of it
   * @param id of it, or null
   * @return this
   */
  public CorpusBuilder sentence(List<String> tokens, String id) {
    Text text = Text.of(tokens, "token", "tokens");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_sentence(use.pointer, text.bytes(), text.offsets(),
          Text.encodeOrNull(id, "id"));
    }
    return this;
  }

  /**
   * A further column of the current sentence; every sentence has those of the first.
   *
   * @param name such as "pos"
   * @param texts one a token
   * @return this
   */
  public CorpusBuilder column(String name, List<String> texts) {
    Text text = Text.of(texts, "text", "texts");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_column(use.pointer, Text.encode(name, "name"), text.bytes(),
          text.offsets());
    }
    return this;
  }

  /**
   * Gold labels of the current sentence.
   *
   * @param labels one a token; "" where there is none
   * @return this
   */
  public CorpusBuilder labels(List<String> labels) {
    Text text = Text.of(labels, "label", "labels");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_labels(use.pointer, text.bytes(), text.offsets());
    }
    return this;
  }

  /**
   * Gold labels of the current sentence.
   *
   * @param labels one a token; "" where there is none
   * @return this
   */
  public CorpusBuilder labels(String... labels) {
    return labels(Arrays.asList(Arguments.notNull(labels, "labels")));
  }

  /**
   * Votes of a source on the current sentence.
   *
   * @param source its name
   * @param labels one a token; "" where it abstains
   * @return this
   */
  public CorpusBuilder votes(String source, List<String> labels) {
    Text text = Text.of(labels, "vote", "labels");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_votes(use.pointer, Text.encode(source, "source"), text.bytes(),
          text.offsets());
    }
    return this;
  }

  /**
   * Votes of a source on the current sentence.
   *
   * @param source its name
   * @param labels one a token; "" where it abstains
   * @return this
   */
  public CorpusBuilder votes(String source, String... labels) {
    return votes(source, Arrays.asList(Arguments.notNull(labels, "labels")));
  }

  /**
   * Distributions of a source on the current sentence.
   *
   * @param source its name
   * @param labels that the distributions are over
   * @param probabilities by token, then by label; a token of zeros abstains
   * @return this
   */
  public CorpusBuilder softVotes(String source, List<String> labels, float[][] probabilities) {
    Text text = Text.of(labels, "label", "labels");
    float[] flat = flatten(probabilities, "probabilities", text.count(), ", one a label");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_soft_votes(use.pointer, Text.encode(source, "source"),
          text.bytes(), text.offsets(), flat);
    }
    return this;
  }

  /**
   * The host's own vectors of the tokens of the current sentence, which chmm reads without an
   * encoder. Every sentence that has tokens has them, or none.
   *
   * @param rows one a token, all of one length
   * @return this
   */
  public CorpusBuilder embeddings(float[][] rows) {
    boolean any = Arguments.notNull(rows, "rows").length > 0 && rows[0] != null;
    int width = any ? Math.max(1, rows[0].length) : 1;
    float[] flat = flatten(rows, "embedding", width, " numbers as of token 0");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_embeddings(use.pointer, flat, width);
    }
    return this;
  }

  private static float[] flatten(float[][] rows, String name, int width, String expected) {
    long size = (long) width * Arguments.notNull(rows, name).length;
    if (size > Buffers.MOST) {
      throw new WeftException.Unsupported("an array of Java cannot hold " + size + " numbers");
    }
    float[] flat = new float[(int) size];
    for (int t = 0; t < rows.length; ++t) {
      float[] row = rows[t];
      if (row == null || row.length != width) {
        throw new WeftException.InvalidArgument(name + " of token " + t + ": expected "
            + width + expected + ", found " + (row == null ? "null" : row.length));
      }
      System.arraycopy(row, 0, flat, t * width, width);
    }
    return flat;
  }

  /**
   * An attribute of a token of the current sentence, for taggers with features=attributes.
   *
   * @param token by index
   * @param name of the attribute
   * @param value of it; 1 as a rule
   * @return this
   */
  public CorpusBuilder attribute(int token, String name, float value) {
    if (token < 0) {
      throw new WeftException.InvalidArgument("there is no token " + token);
    }
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_attribute(use.pointer, token, Text.encode(name, "name"), value);
    }
    return this;
  }

  /**
   * Hands the corpus over; the builder can add nothing more.
   *
   * @return the corpus
   */
  public Corpus finish() {
    try (Use use = useAlone()) {
      return new Corpus(Native.weft_corpus_builder_finish(use.pointer));
    }
  }
}
