package io.weft;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Decodes with one model. Holds scratch: make one per thread (threads that share one wait for each
 * other), or use a {@link TaggerPool}.
 */
public final class Tagger extends NativeObject {
  private static final int WANT_MARGINALS = 1;
  private static final int WANT_SPANS = 2;
  private static final int WANT_SCORES = 4;
  private static final int UTF16 = 2;

  /** What a {@link Decoding} holds beside labels and spans. */
  public enum Want {
    /** p(label) of every token */
    MARGINALS(WANT_MARGINALS),
    /** log-probabilities of sentences */
    SCORES(WANT_SCORES);

    private final int bit;

    Want(int bit) {
      this.bit = bit;
    }
  }

  private final List<String> labels;

  /**
   * A tagger, which keeps what it needs of the model.
   *
   * @param model that reads tokens or votes
   */
  public Tagger(Model model) {
    super("tagger", create(model), Native::weft_tagger_free);
    labels = model.labels();
  }

  private static long create(Model model) {
    try (Use use = require(model, "model")) {
      return Native.weft_tagger_new(use.pointer);
    }
  }

  /**
   * Tags one sentence.
   *
   * @param tokens of it
   * @return labels and spans
   */
  public Tagging tag(List<String> tokens) {
    return tagBatch(List.of(tokens)).get(0);
  }

  /**
   * Tags sentences; they cross into the library once, and their labels back once.
   *
   * @param sentences lists of tokens
   * @return in the same order
   */
  public List<Tagging> tagBatch(Collection<? extends List<String>> sentences) {
    Decoding decoding;
    try (Corpus corpus = Corpus.ofTokens(sentences)) {
      decoding = decode(corpus, WANT_SPANS);
    }
    List<Tagging> taggings = new ArrayList<>(sentences.size());
    Decoding.Reader reader = decoding.new Reader();
    for (List<String> tokens : sentences) {
      taggings.add(reader.next(taggings.size(), tokens, new JoinedTokens(tokens)));
    }
    return Collections.unmodifiableList(taggings);
  }

  /**
   * Tags a text, which is cut into words and punctuation.
   *
   * @param text one sentence
   * @return labels and spans, with offsets into the text
   */
  public Tagging tagText(String text) {
    return tagTexts(List.of(text)).get(0);
  }

  /**
   * Tags texts, each one sentence.
   *
   * @param texts whole sentences
   * @return in the same order
   */
  public List<Tagging> tagTexts(Collection<String> texts) {
    Decoding decoding;
    long[] bounds;
    int[] lengths;
    try (Corpus corpus = Corpus.ofTexts(texts)) {
      decoding = decode(corpus, WANT_SPANS);
      bounds = new long[2 * corpus.tokenCount()];
      try (Use use = corpus.use()) {
        Native.weft_corpus_offsets(use.pointer, UTF16, bounds);
        lengths = new int[texts.size()];
        for (int s = 0; s < lengths.length; ++s) {
          lengths[s] = (int) (Native.weft_corpus_sentence_begin(use.pointer, s + 1L)
              - Native.weft_corpus_sentence_begin(use.pointer, s));
        }
      }
    }
    List<Tagging> taggings = new ArrayList<>(lengths.length);
    Decoding.Reader reader = decoding.new Reader();
    int token = 0;
    for (String text : texts) {
      int s = taggings.size();
      CutText cut = new CutText(bounds, token);
      List<String> tokens = new ArrayList<>(lengths[s]);
      for (int t = 0; t < lengths[s]; ++t) {
        tokens.add(text.substring(cut.start(t), cut.end(t)));
      }
      token += lengths[s];
      taggings.add(reader.next(s, Collections.unmodifiableList(tokens), cut));
    }
    return Collections.unmodifiableList(taggings);
  }

  /**
   * Decodes every sentence of a corpus.
   *
   * @param corpus that has what the model reads
   * @param wants what the result holds beside labels
   * @return flat arrays
   */
  public Decoding decode(Corpus corpus, Want... wants) {
    int want = 0;
    for (Want one : wants) {
      want |= one.bit;
    }
    return decode(corpus, want);
  }

  private Decoding decode(Corpus corpus, int want) {
    return withResult(corpus, want, (use, result) -> new Decoding(labels, result));
  }

  /**
   * Scores the model's labels against gold ones.
   *
   * @param corpus with gold labels
   * @param mode how spans are read
   * @return the scores
   */
  public Evaluation evaluate(Corpus corpus, Evaluation.Mode mode) {
    return withResult(corpus, 0, (use, result) -> new Evaluation(
        Native.weft_evaluate(use.pointer, result, mode.ordinal())));
  }

  /**
   * The corpus with the model's labels as its gold labels.
   *
   * @param corpus that has what the model reads
   * @return a corpus of its own
   */
  public Corpus label(Corpus corpus) {
    return withResult(corpus, 0,
        (use, result) -> new Corpus(Native.weft_corpus_with_labels(use.pointer, result)));
  }

  /** Takes what it needs of a result, which is gone after that. */
  interface Take<T> {
    T take(Use corpus, long result);
  }

  <T> T withResult(Corpus corpus, int want, Take<T> take) {
    try (Use other = require(corpus, "corpus")) {
      long result;
      try (Use use = useAlone()) {
        result = Native.weft_tagger_decode(use.pointer, other.pointer, want);
      }
      try {
        return take.take(other, result);
      } finally {
        Native.weft_result_free(result);
      }
    }
  }

  /** Tokens joined by single blanks. */
  private static final class JoinedTokens implements Decoding.Bounds {
    private final List<String> tokens;

    JoinedTokens(List<String> tokens) {
      this.tokens = tokens;
    }

    @Override
    public int start(int t) {
      int at = t;
      for (int i = 0; i < t; ++i) {
        at += tokens.get(i).length();
      }
      return at;
    }

    @Override
    public int end(int t) {
      return start(t) + tokens.get(t).length();
    }
  }

  /** Tokens that were cut out of a text. */
  private static final class CutText implements Decoding.Bounds {
    private final long[] bounds;
    private final int first;

    CutText(long[] bounds, int first) {
      this.bounds = bounds;
      this.first = first;
    }

    @Override
    public int start(int t) {
      return (int) bounds[2 * (first + t)];
    }

    @Override
    public int end(int t) {
      return (int) bounds[2 * (first + t) + 1];
    }
  }
}
