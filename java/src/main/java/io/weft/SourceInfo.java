package io.weft;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What an aggregator believes about a source. Immutable.
 *
 * @param name of the source
 * @param accuracy p(vote is right | it votes), over tokens whose truth or vote is not O; NaN where
 *     it never votes
 * @param weight of its votes, for methods that weigh sources
 * @param adversarial whether its votes say more about what a token is not than about what it is
 * @param confusion p(vote | true label), by true label, then by vote; the last vote is "abstains"
 * @param reliability type by type; empty where a model file of an earlier build does not tell
 */
public record SourceInfo(String name, double accuracy, double weight, boolean adversarial,
    double[][] confusion, List<Reliability> reliability) {
  /**
   * A share, and Wilson's interval of 95 % around it; NaN where it is taken over nothing.
   *
   * @param value the share
   * @param low end of the interval
   * @param high end of the interval
   * @param of the expected tokens that it is taken over
   */
  public record Share(double value, double low, double high, double of) {}

  /**
   * How far a source can be relied on where it names a type, if the model is believed.
   *
   * @param type such as "PER"
   * @param precision p(truth is of the type | the vote is)
   * @param recall p(the vote is of the type | the truth is); abstaining is a miss
   */
  public record Reliability(String type, Share precision, Share recall) {}

  /**
   * Copies the matrix.
   *
   * @param name as above
   * @param accuracy as above
   * @param weight as above
   * @param adversarial as above
   * @param confusion as above
   * @param reliability as above
   */
  public SourceInfo {
    confusion = copy(confusion);
    reliability = List.copyOf(reliability);
  }

  /**
   * p(vote | true label).
   *
   * @return a copy
   */
  @Override
  public double[][] confusion() {
    return copy(confusion);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceInfo that && name.equals(that.name)
        && Double.compare(accuracy, that.accuracy) == 0
        && Double.compare(weight, that.weight) == 0 && adversarial == that.adversarial
        && Arrays.deepEquals(confusion, that.confusion)
        && reliability.equals(that.reliability);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, accuracy, weight, adversarial, Arrays.deepHashCode(confusion),
        reliability);
  }

  private static double[][] copy(double[][] matrix) {
    double[][] copy = new double[matrix.length][];
    for (int row = 0; row < copy.length; ++row) {
      copy[row] = matrix[row].clone();
    }
    return copy;
  }
}
