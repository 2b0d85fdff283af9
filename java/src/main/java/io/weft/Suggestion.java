package io.weft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a session's model says of a sentence. Immutable. */
public final class Suggestion {
  private final List<String> labels;
  private final List<Reading> readings;
  private final double[] marginals;
  private final int labelCount;

  Suggestion(List<String> names, long result) {
    int[] ids = Native.weft_result_labels(result);
    List<String> found = new ArrayList<>();
    for (int id : ids) {
      found.add(names.get(id));
    }
    labels = Collections.unmodifiableList(found);
    labelCount = names.size();
    marginals = Native.weft_result_marginals(result);
    readings = Reading.of(names, result, new int[] {0, ids.length}).get(0);
  }

  /**
   * The best label of each token.
   *
   * @return unmodifiable
   */
  public List<String> labels() {
    return labels;
  }

  /**
   * The best label sequences.
   *
   * @return best first
   */
  public List<Reading> readings() {
    return readings;
  }

  /**
   * p(label) of a token.
   *
   * @param token of the sentence
   * @param label by its index in {@link Session#labels()}
   * @return fraction of 1
   */
  public double marginal(int token, int label) {
    if (token < 0 || token >= labels.size() || label < 0 || label >= labelCount) {
      throw new WeftException.NotFound("there is no token " + token + " with label " + label
          + "; there are " + labels.size() + " and " + labelCount);
    }
    return marginals[token * labelCount + label];
  }
}
