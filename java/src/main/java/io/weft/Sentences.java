package io.weft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Sentences as they stood when the call came, each list asked once: their owner may go on changing
 * them, and nothing relies on a size that they claim.
 */
final class Sentences {
  private final List<String[]> sentences;
  private final int first;

  private Sentences(List<String[]> sentences, int first) {
    this.sentences = sentences;
    this.first = first;
  }

  static Sentences of(Collection<? extends List<String>> sentences) {
    List<String[]> copies = new ArrayList<>(Arguments.notNull(sentences, "sentences").size());
    for (List<String> tokens : sentences) {
      if (tokens == null) {
        throw Arguments.isNull("sentence " + copies.size());
      }
      copies.add(tokens.toArray(new String[0]));
    }
    return new Sentences(copies, 0);
  }

  static Sentences ofCopies(List<String[]> copies) {
    return new Sentences(copies, 0);
  }

  /** One sentence, which failures need not name. */
  static Sentences ofOne(List<String> tokens) {
    return new Sentences(
        Collections.singletonList(Arguments.notNull(tokens, "tokens").toArray(new String[0])), -1);
  }

  int size() {
    return sentences.size();
  }

  String[] tokens(int sentence) {
    return sentences.get(sentence);
  }

  List<String> list(int sentence) {
    return Collections.unmodifiableList(Arrays.asList(sentences.get(sentence)));
  }

  /** Some of them, which failures name by their places among all. */
  Sentences part(int begin, int end) {
    return new Sentences(sentences.subList(begin, end), first + begin);
  }

  /** The first token of every sentence, and at the end the number of tokens. */
  int[] begins() {
    int[] begins = new int[sentences.size() + 1];
    int tokens = 0;
    for (int s = 0; s < sentences.size(); ++s) {
      begins[s] = tokens;
      tokens = Math.addExact(tokens, sentences.get(s).length);
    }
    begins[sentences.size()] = tokens;
    return begins;
  }

  Corpus corpus(int[] begins) {
    int tokens = begins[sentences.size()];
    Text text = new Text(tokens, 8 * tokens);
    for (int s = 0; s < sentences.size(); ++s) {
      text.at(first < 0 ? -1 : first + s, -1);
      for (String token : sentences.get(s)) {
        text.add(token, "token");
      }
    }
    return new Corpus(Native.weft_corpus_from_tokens(text.bytes(), text.offsets(), begins));
  }
}
