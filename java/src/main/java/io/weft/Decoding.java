package io.weft;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/**
 * What a model says of a whole corpus: flat, by token, sentence after sentence. Immutable, and
 * nothing that must be closed.
 */
public final class Decoding {
  private static final int SPAN_FIELDS = 5;

  private final List<String> labels;
  private final int[] ids;
  private final double[] marginals;
  private final double[] logProbabilities;
  private final double[] logPartitions;
  private final List<String> warnings;
  private final List<String> types;
  private final long[] spans;
  private final int[] begins;
  private final int[] firstSpans;
  private final int[] offsets;
  private final List<String> sources;
  private final int[] supporters;
  private final int[] supporterBegins;

  /** {@code begins} of sentences; {@code offsets} of tokens where there may be spans, or null. */
  Decoding(List<String> labels, long result, int[] begins, int[] offsets) {
    this(labels, result, begins, offsets, null);
  }

  /** {@code sources} of the corpus where their support was wanted, or null. */
  Decoding(List<String> labels, long result, int[] begins, int[] offsets, List<String> sources) {
    this.labels = labels;
    this.begins = begins;
    this.offsets = offsets;
    ids = Native.weft_result_labels(result);
    marginals = Native.weft_result_marginals(result);
    logProbabilities = Native.weft_result_log_probabilities(result);
    logPartitions = Native.weft_result_log_partitions(result);
    warnings = Corpus.names(Native.weft_result_warning_count(result),
        i -> Native.weft_result_warning(result, i));
    spans = Native.weft_result_spans(result);
    types = spans.length == 0 ? List.of()
        : Corpus.names(Native.weft_result_type_count(result),
            i -> Native.weft_result_type(result, i));
    firstSpans = firstSpans();
    this.sources = sources;
    supporters = Native.weft_result_supporters(result);
    int[] counts = Native.weft_result_supporter_counts(result);
    supporterBegins = new int[counts.length + 1];
    for (int t = 0; t < counts.length; ++t) {
      supporterBegins[t + 1] = supporterBegins[t] + counts[t];
    }
  }

  /** Spans stand in the order of sentences. */
  private int[] firstSpans() {
    int[] first = new int[begins.length];
    int count = spans.length / SPAN_FIELDS;
    int span = 0;
    for (int s = 0; s < first.length; ++s) {
      while (span < count && spans[span * SPAN_FIELDS] < s) {
        ++span;
      }
      first[s] = span;
    }
    return first;
  }

  /**
   * The labels of the model.
   *
   * @return their names; ids count through them
   */
  public List<String> labels() {
    return labels;
  }

  /**
   * How many sentences there are.
   *
   * @return their number
   */
  public int sentenceCount() {
    return begins.length - 1;
  }

  /**
   * The place of a sentence's first token in what is flat.
   *
   * @param sentence by index; {@link #sentenceCount()} gives the number of tokens
   * @return index of a token
   */
  public int sentenceBegin(int sentence) {
    return begins[check(sentence, begins.length, "sentence")];
  }

  /**
   * The best label of a token.
   *
   * @param token by index among those of all sentences
   * @return id of {@link #labels()}
   */
  public int labelId(int token) {
    return ids[check(token, ids.length, "token")];
  }

  /**
   * p(label) of a token.
   *
   * @param token by index among those of all sentences
   * @param label by id
   * @return fraction of 1
   * @throws WeftException.WrongState where marginals were not wanted
   */
  public double marginal(int token, int label) {
    check(token, ids.length, "token");
    check(label, labels.size(), "label");
    if (marginals.length == 0) {
      throw new WeftException.WrongState(Status.STATE,
          "the decoding has no marginals; expected one that was made with Want.MARGINALS");
    }
    return marginals[token * labels.size() + label];
  }

  /**
   * The sources that vote for a token's label, a distribution for its most probable one.
   *
   * @param token by index among those of all sentences
   * @return their names, in the corpus's order
   * @throws WeftException.WrongState where support was not wanted
   */
  public List<String> supporters(int token) {
    check(token, ids.length, "token");
    if (sources == null) {
      throw new WeftException.WrongState(Status.STATE,
          "the decoding has no supporters; expected one that was made with Want.SUPPORT");
    }
    List<String> names = new ArrayList<>();
    for (int i = supporterBegins[token]; i < supporterBegins[token + 1]; ++i) {
      names.add(sources.get(supporters[i]));
    }
    return Collections.unmodifiableList(names);
  }

  /**
   * The best label of every token.
   *
   * @return ids of {@link #labels()}, sentence after sentence
   */
  public int[] labelIds() {
    return ids.clone();
  }

  /**
   * p(label) of every token.
   *
   * @return by token, then by label; empty where it was not wanted
   */
  public double[] marginals() {
    return marginals.clone();
  }

  /**
   * log p(labels | sentence).
   *
   * @return nats, by sentence; empty where it was not wanted
   */
  public double[] logProbabilities() {
    return logProbabilities.clone();
  }

  /**
   * The log-partition of every sentence; of hmm and ds log p(votes).
   *
   * @return nats, by sentence; empty where it was not wanted
   */
  public double[] logPartitions() {
    return logPartitions.clone();
  }

  /**
   * What of the corpus the model cannot read, and sentences whose sources contradict every legal
   * path.
   *
   * @return one line each
   */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * The spans of a sentence.
   *
   * @param sentence by index
   * @return by first token; empty where spans were not wanted
   */
  public List<Span> spans(int sentence) {
    int begin = sentenceBegin(check(sentence, sentenceCount(), "sentence"));
    return hasSpans(sentence) ? spans(sentence, new CutText(offsets, begin)) : List.of();
  }

  /** Where the tokens of a sentence stand in its text, in UTF-16 units. */
  interface Bounds {
    int start(int token);

    int end(int token);
  }

  boolean hasSpans(int sentence) {
    return firstSpans[sentence] < firstSpans[sentence + 1];
  }

  /** The bounds are asked in the order of the spans. */
  List<Span> spans(int sentence, Bounds bounds) {
    Span[] found = new Span[firstSpans[sentence + 1] - firstSpans[sentence]];
    int at = firstSpans[sentence] * SPAN_FIELDS;
    for (int i = 0; i < found.length; ++i, at += SPAN_FIELDS) {
      int first = (int) spans[at + 1];
      int end = (int) spans[at + 2];
      found[i] = new Span(first, end, types.get((int) spans[at + 3]),
          Double.longBitsToDouble(spans[at + 4]), bounds.start(first), bounds.end(end - 1));
    }
    return Collections.unmodifiableList(Arrays.asList(found));
  }

  List<String> labelsOf(int sentence) {
    return new Labels(begins[sentence], begins[sentence + 1] - begins[sentence]);
  }

  private static int check(int index, int count, String what) {
    if (index < 0 || index >= count) {
      throw new WeftException.NotFound(
          "there is no " + what + " " + index + "; the decoding has " + count);
    }
    return index;
  }

  /** Tokens that were cut out of a text. */
  private static final class CutText implements Bounds {
    private final int[] offsets;
    private final int first;

    CutText(int[] offsets, int first) {
      this.offsets = offsets;
      this.first = first;
    }

    @Override
    public int start(int token) {
      return offsets[2 * (first + token)];
    }

    @Override
    public int end(int token) {
      return offsets[2 * (first + token) + 1];
    }
  }

  /** The labels of one sentence: a view, so that a batch makes no list of its own. */
  private final class Labels extends AbstractList<String> implements RandomAccess {
    private final int begin;
    private final int size;

    Labels(int begin, int size) {
      this.begin = begin;
      this.size = size;
    }

    @Override
    public String get(int i) {
      if (i < 0 || i >= size) {
        throw new IndexOutOfBoundsException("there is no label " + i + "; there are " + size);
      }
      return labels.get(ids[begin + i]);
    }

    @Override
    public int size() {
      return size;
    }
  }
}
