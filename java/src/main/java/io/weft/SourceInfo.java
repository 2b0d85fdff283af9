package io.weft;

import java.util.Arrays;
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
 */
public record SourceInfo(String name, double accuracy, double weight, boolean adversarial,
    double[][] confusion) {
  /**
   * Copies the matrix.
   *
   * @param name as above
   * @param accuracy as above
   * @param weight as above
   * @param adversarial as above
   * @param confusion as above
   */
  public SourceInfo {
    confusion = copy(confusion);
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
        && Arrays.deepEquals(confusion, that.confusion);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, accuracy, weight, adversarial, Arrays.deepHashCode(confusion));
  }

  private static double[][] copy(double[][] matrix) {
    double[][] copy = new double[matrix.length][];
    for (int row = 0; row < copy.length; ++row) {
      copy[row] = matrix[row].clone();
    }
    return copy;
  }
}
