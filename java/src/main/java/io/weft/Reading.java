package io.weft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One of the best label sequences of a sentence. Immutable.
 */
public final class Reading {
  private final List<String> labels;
  private final double logProbability;

  Reading(List<String> labels, double logProbability) {
    this.labels = labels;
    this.logProbability = logProbability;
  }

  /** Those of a result, by sentence; {@code begins}: first tokens of the sentences, and the end. */
  static List<List<Reading>> of(List<String> names, long result, int[] begins) {
    int[] counts = Native.weft_result_path_counts(result);
    int[] ids = Native.weft_result_path_labels(result);
    double[] scores = Native.weft_result_path_log_probabilities(result);
    List<List<Reading>> all = new ArrayList<>(counts.length);
    int path = 0;
    int label = 0;
    for (int s = 0; s < counts.length; ++s) {
      List<Reading> readings = new ArrayList<>(counts[s]);
      for (int i = 0; i < counts[s]; ++i) {
        String[] labels = new String[begins[s + 1] - begins[s]];
        for (int t = 0; t < labels.length; ++t) {
          labels[t] = names.get(ids[label++]);
        }
        readings.add(new Reading(Collections.unmodifiableList(Arrays.asList(labels)),
            scores[path++]));
      }
      all.add(Collections.unmodifiableList(readings));
    }
    return Collections.unmodifiableList(all);
  }

  /**
   * A label for each token.
   *
   * @return unmodifiable
   */
  public List<String> labels() {
    return labels;
  }

  /**
   * The logarithm of its probability, given the sentence.
   *
   * @return nats
   */
  public double logProbability() {
    return logProbability;
  }

  @Override
  public String toString() {
    return logProbability + " " + labels;
  }
}
