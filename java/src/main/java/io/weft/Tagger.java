package io.weft;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
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
    try (Corpus corpus = Corpus.ofTexts(texts)) {
      Iterator<String> text = texts.iterator();
      return tagCorpus(corpus, (s, cut, length) -> {
        String whole = text.next();
        List<String> tokens = new ArrayList<>(length);
        for (int t = 0; t < length; ++t) {
          tokens.add(whole.substring(cut.start(t), cut.end(t)));
        }
        return Collections.unmodifiableList(tokens);
      });
    }
  }

  /**
   * Tags every sentence of a corpus.
   *
   * @param corpus that has what the model reads
   * @return labels and spans, with offsets into the sentences' texts
   */
  public List<Tagging> tagCorpus(Corpus corpus) {
    return tagCorpus(corpus, (s, cut, length) -> corpus.tokens(s));
  }

  /** The tokens of one sentence. */
  private interface Tokens {
    List<String> of(int sentence, CutText cut, int length);
  }

  private List<Tagging> tagCorpus(Corpus corpus, Tokens tokens) {
    Decoding decoding = decode(corpus, WANT_SPANS);
    List<Tagging> taggings = new ArrayList<>();
    try (Use use = corpus.use()) {
      long[] bounds = new long[2 * corpus.tokenCount()];
      Native.weft_corpus_offsets(use.pointer, UTF16, bounds);
      int sentences = corpus.sentenceCount();
      Decoding.Reader reader = decoding.new Reader();
      int begin = 0;
      for (int s = 0; s < sentences; ++s) {
        int end = (int) Native.weft_corpus_sentence_begin(use.pointer, s + 1L);
        CutText cut = new CutText(bounds, begin);
        taggings.add(reader.next(s, tokens.of(s, cut, end - begin), cut));
        begin = end;
      }
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
