package io.weft;

/**
 * What an aggregator believes about a source.
 *
 * @param name of the source
 * @param accuracy p(vote is right | it votes), over tokens whose truth or vote is not O; NaN where
 *     it never votes
 * @param weight of its votes, for methods that weigh sources
 * @param adversarial whether its votes say more about what a token is not than about what it is
 * @param confusion p(vote | true label), by true label, then by vote; the last vote is "abstains"
 */
public record SourceInfo(String name, double accuracy, double weight, boolean adversarial,
    double[][] confusion) {}
