package io.weft;

import java.util.List;

/**
 * What a model says of one sentence.
 *
 * @param tokens of the sentence
 * @param labels one a token
 * @param spans by first token
 */
public record Tagging(List<String> tokens, List<String> labels, List<Span> spans) {}
