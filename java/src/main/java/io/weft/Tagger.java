package io.weft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Decodes with one model. Holds scratch: make one per thread (threads that share one wait for each
 * other), or use a {@link TaggerPool}. Close it: scratch is native memory, which the garbage
 * collector does not see, and the model stays in memory as long as a tagger of it does.
 */
public final class Tagger extends NativeObject {
  private static final int WANT_MARGINALS = 1;
  private static final int WANT_SPANS = 2;
  private static final int WANT_SCORES = 4;
  private static final int WANT_SUPPORT = 8;

  /** What a {@link Decoding} holds beside labels. */
  public enum Want {
    /** p(label) of every token */
    MARGINALS(WANT_MARGINALS),
    /** spans with confidences */
    SPANS(WANT_SPANS),
    /** log-probabilities of sentences */
    SCORES(WANT_SCORES),
    /** the sources that vote for each token's label */
    SUPPORT(WANT_SUPPORT);

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
   * Sets how many threads decode a corpus, 1 at first. What they find is the same.
   *
   * @param threads how many; 0: one per core
   * @throws WeftException.InvalidArgument where it is negative, or beyond all measure
   */
  public void setThreads(int threads) {
    try (Use use = useAlone()) {
      Native.weft_tagger_set_threads(use.pointer, threads);
    }
  }

  /**
   * Tags one sentence.
   *
   * @param tokens of it
   * @return labels and spans
   */
  public Tagging tag(List<String> tokens) {
    return tagSentences(Sentences.ofOne(tokens)).get(0);
  }

  /**
   * Tags sentences; they cross into the library once, and their labels back once.
   *
   * @param sentences lists of tokens
   * @return in the same order
   */
  public List<Tagging> tagBatch(Collection<? extends List<String>> sentences) {
    return tagSentences(Sentences.of(sentences));
  }

  List<Tagging> tagSentences(Sentences sentences) {
    int[] begins = sentences.begins();
    try (Corpus corpus = sentences.corpus(begins)) {
      return tag(corpus, sentences, begins);
    }
  }

  /**
   * Tags sentences that have more columns than tokens, for models whose templates read them.
   *
   * @param columns names; the first is "token"
   * @param sentences lists of tokens, each the texts of its columns
   * @return in the same order
   */
  public List<Tagging> tagColumns(List<String> columns,
      Collection<? extends List<? extends List<String>>> sentences) {
    Columns all = Columns.of(columns, sentences);
    try (Corpus corpus = all.corpus()) {
      return tag(corpus, all.sentences(), all.sentences().begins());
    }
  }

  private List<Tagging> tag(Corpus corpus, Sentences sentences, int[] begins) {
    Decoding decoding = withResult(corpus, WANT_SPANS,
        (use, result) -> new Decoding(labels, result, begins, null));
    List<Tagging> taggings = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); ++s) {
      List<Span> spans = decoding.hasSpans(s)
          ? decoding.spans(s, new JoinedTokens(sentences.tokens(s))) : List.of();
      taggings.add(new Tagging(sentences.list(s), decoding.labelsOf(s), spans));
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
    return tagTexts(List.of(Arguments.notNull(text, "text"))).get(0);
  }

  /**
   * Tags texts, each one sentence.
   *
   * @param texts whole sentences
   * @return in the same order
   */
  public List<Tagging> tagTexts(Collection<String> texts) {
    String[] all = Arguments.notNull(texts, "texts").toArray(new String[0]);
    try (Corpus corpus = Corpus.ofTexts(Arrays.asList(all))) {
      return withResult(corpus, WANT_SPANS, (use, result) -> {
        int[] begins = Native.binding_corpus_begins(use.pointer);
        int[] offsets = Corpus.tokenOffsets(use);
        return taggings(new Decoding(labels, result, begins, offsets), s -> {
          String[] tokens = new String[begins[s + 1] - begins[s]];
          for (int t = 0, at = 2 * begins[s]; t < tokens.length; ++t, at += 2) {
            tokens[t] = all[s].substring(offsets[at], offsets[at + 1]);
          }
          return tokens;
        });
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
    return withResult(corpus, WANT_SPANS, (use, result) -> {
      int[] begins = Native.binding_corpus_begins(use.pointer);
      String[] tokens = Corpus.tokens(use, 0, begins[begins.length - 1]);
      return taggings(new Decoding(labels, result, begins, Corpus.tokenOffsets(use)),
          s -> Arrays.copyOfRange(tokens, begins[s], begins[s + 1]));
    });
  }

  private static List<Tagging> taggings(Decoding decoding, IntFunction<String[]> tokens) {
    List<Tagging> taggings = new ArrayList<>(decoding.sentenceCount());
    for (int s = 0; s < decoding.sentenceCount(); ++s) {
      taggings.add(new Tagging(Collections.unmodifiableList(Arrays.asList(tokens.apply(s))),
          decoding.labelsOf(s), decoding.spans(s)));
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
    for (int i = 0; i < Arguments.notNull(wants, "wants").length; ++i) {
      want |= Arguments.notNull(wants[i], "want " + i).bit;
    }
    boolean spans = (want & WANT_SPANS) != 0;
    boolean support = (want & WANT_SUPPORT) != 0;
    return withResult(corpus, want, (use, result) -> new Decoding(labels, result,
        Native.binding_corpus_begins(use.pointer), spans ? Corpus.tokenOffsets(use) : null,
        support ? Corpus.sources(use) : null));
  }

  /**
   * The k best label sequences of one sentence.
   *
   * @param tokens of it
   * @param k how many, at least 1
   * @return best first; fewer where there are not as many
   */
  public List<Reading> kBest(List<String> tokens, int k) {
    Sentences sentences = Sentences.ofOne(tokens);
    try (Corpus corpus = sentences.corpus(sentences.begins())) {
      return kBest(corpus, k).get(0);
    }
  }

  /**
   * The k best label sequences of every sentence of a corpus.
   *
   * @param corpus that has what the model reads
   * @param k how many, at least 1
   * @return by sentence, best first; fewer where there are not as many
   */
  public List<List<Reading>> kBest(Corpus corpus, int k) {
    return withPaths(corpus, k, 0,
        (use, result) -> Reading.of(labels, result, Native.binding_corpus_begins(use.pointer)));
  }

  /**
   * How undecided the model is between the k best label sequences of every sentence: the entropy of
   * their probabilities among themselves.
   *
   * @param corpus that has what the model reads
   * @param k how many, at least 1
   * @return nats, by sentence
   */
  public double[] kBestEntropies(Corpus corpus, int k) {
    return withPaths(corpus, k, 0,
        (use, result) -> Native.weft_result_path_entropies(result));
  }

  /**
   * The probabilities of labels by the k best label sequences alone, which are taken to sum to 1.
   *
   * @param corpus that has what the model reads
   * @param k how many, at least 1
   * @return by token, sentence after sentence, then by label of the model
   */
  public double[] kBestMarginals(Corpus corpus, int k) {
    return withPaths(corpus, k, WANT_MARGINALS,
        (use, result) -> Native.weft_result_path_marginals(result));
  }

  private <T> T withPaths(Corpus corpus, int k, int want, Take<T> take) {
    if (k < 1) {
      throw new IllegalArgumentException("k: expected at least 1, found " + k);
    }
    return withResult(corpus,
        (tagger, other) -> Native.weft_tagger_decode_k_best(tagger, other, k, want), take);
  }

  /**
   * Scores the model's labels against gold ones.
   *
   * @param corpus with gold labels
   * @param mode how spans are read
   * @return the scores
   */
  public Evaluation evaluate(Corpus corpus, Evaluation.Mode mode) {
    int how = Arguments.notNull(mode, "mode").ordinal();
    return withResult(corpus, 0,
        (use, result) -> new Evaluation(Native.weft_evaluate(use.pointer, result, how)));
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

  /** Makes a result. */
  private interface Decode {
    long decode(long tagger, long corpus);
  }

  <T> T withResult(Corpus corpus, int want, Take<T> take) {
    return withResult(corpus, (tagger, other) -> Native.weft_tagger_decode(tagger, other, want), take);
  }

  private <T> T withResult(Corpus corpus, Decode decode, Take<T> take) {
    try (Use other = require(corpus, "corpus")) {
      long result;
      try (Use use = useAlone()) {
        result = decode.decode(use.pointer, other.pointer);
      }
      try {
        return take.take(other, result);
      } finally {
        Native.weft_result_free(result);
      }
    }
  }

  /** Tokens joined by single blanks. Goes through them once, as its callers do. */
  private static final class JoinedTokens implements Decoding.Bounds {
    private final String[] tokens;
    private int token;
    private int at;

    JoinedTokens(String[] tokens) {
      this.tokens = tokens;
    }

    @Override
    public int start(int wanted) {
      for (; token < wanted; ++token) {
        at += tokens[token].length() + 1;
      }
      return at;
    }

    @Override
    public int end(int wanted) {
      return start(wanted) + tokens[wanted].length();
    }
  }
}
