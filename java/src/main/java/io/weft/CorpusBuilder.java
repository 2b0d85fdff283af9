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
    try (Use options = use(reading)) {
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
    return sentence(Arrays.asList(tokens), null);
  }

  /**
   * Begins a sentence.
   *
   * @param tokens of it
   * @param id of it, or null
   * @return this
   */
  public CorpusBuilder sentence(List<String> tokens, String id) {
    Text text = Text.of(tokens, "token");
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
    Text text = Text.of(texts, "text");
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
    Text text = Text.of(labels, "label");
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
    return labels(Arrays.asList(labels));
  }

  /**
   * Votes of a source on the current sentence.
   *
   * @param source its name
   * @param labels one a token; "" where it abstains
   * @return this
   */
  public CorpusBuilder votes(String source, List<String> labels) {
    Text text = Text.of(labels, "vote");
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
    return votes(source, Arrays.asList(labels));
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
    float[] flat = new float[probabilities.length * labels.size()];
    for (int t = 0; t < probabilities.length; ++t) {
      if (probabilities[t].length != labels.size()) {
        throw new WeftException.InvalidArgument("expected " + labels.size()
            + " probabilities, one a label, found " + probabilities[t].length + " at token " + t);
      }
      System.arraycopy(probabilities[t], 0, flat, t * labels.size(), labels.size());
    }
    Text text = Text.of(labels, "label");
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_soft_votes(use.pointer, Text.encode(source, "source"),
          text.bytes(), text.offsets(), flat, probabilities.length);
    }
    return this;
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
    try (Use use = useAlone()) {
      Native.weft_corpus_builder_attribute(use.pointer, token < 0 ? Long.MAX_VALUE : token,
          Text.encode(name, "name"), value);
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
