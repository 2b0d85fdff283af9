package io.weft;

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
