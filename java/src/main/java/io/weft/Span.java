package io.weft;

/**
 * A labelled stretch of tokens.
 *
 * @param begin first token of the sentence
 * @param end the token after the last
 * @param type what it names
 * @param confidence the model's probability of exactly these labels there
 * @param startOffset its first character, in UTF-16 units as {@link String#charAt} counts them, in
 *     the text of the sentence; where that came as tokens, in its tokens joined by single blanks
 * @param endOffset the character after its last
 */
public record Span(int begin, int end, String type, double confidence, int startOffset,
    int endOffset) {}
