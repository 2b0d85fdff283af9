package io.weft;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/** What a model says of a whole corpus, as flat arrays. Immutable, and nothing that must be closed. */
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

  Decoding(List<String> labels, long result) {
    this.labels = labels;
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

  /** Where the tokens of a sentence stand in its text. */
  interface Bounds {
    /** First character of token t of the sentence, in UTF-16 units, and the one after its last. */
    int start(int t);

    int end(int t);
  }

  /** Reads sentence by sentence; spans stand in the order of sentences. */
  final class Reader {
    private int span;
    private int token;

    Tagging next(int sentence, List<String> tokens, Bounds bounds) {
      int begin = token;
      token += tokens.size();
      List<Span> found = List.of();
      while (span < spans.length && spans[span] == sentence) {
        if (found.isEmpty()) {
          found = new ArrayList<>(2);
        }
        int first = (int) spans[span + 1];
        int last = (int) spans[span + 2];
        found.add(new Span(first, last, types.get((int) spans[span + 3]),
            Double.longBitsToDouble(spans[span + 4]), bounds.start(first), bounds.end(last - 1)));
        span += SPAN_FIELDS;
      }
      return new Tagging(tokens, new Labels(begin, tokens.size()),
          Collections.unmodifiableList(found));
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
