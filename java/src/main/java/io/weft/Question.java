package io.weft;

import java.util.List;

/**
 * What a session asks.
 *
 * @param sentence by its index in the pool
 * @param tokens those of its tokens that are asked for, counted in the sentence
 */
public record Question(int sentence, List<Integer> tokens) {}
