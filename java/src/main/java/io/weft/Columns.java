package io.weft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Sentences of tokens with further columns, as they stood when the call came. */
final class Columns {
  private final Text names;
  private final Text cells = new Text(64, 1024);
  private final List<String[]> tokens = new ArrayList<>();

  private Columns(Text names) {
    this.names = names;
  }

  static Columns of(List<String> names,
      Collection<? extends List<? extends List<String>>> sentences) {
    Columns all = new Columns(Text.of(names, "column", "columns"));
    for (List<? extends List<String>> sentence : Arguments.notNull(sentences, "sentences")) {
      all.add(sentence);
    }
    return all;
  }

  private void add(List<? extends List<String>> sentence) {
    int s = tokens.size();
    if (sentence == null) {
      throw Arguments.isNull("sentence " + s);
    }
    List<String> first = new ArrayList<>(sentence.size());
    for (List<String> token : sentence) {
      int t = first.size();
      String[] row = token == null ? null : token.toArray(new String[0]);
      if (row == null || row.length != names.count()) {
        throw new WeftException.InvalidArgument("sentence " + s + ", token " + t + ": expected "
            + names.count() + " columns, found " + (row == null ? "null" : row.length));
      }
      cells.at(s, t);
      for (String cell : row) {
        cells.add(cell, "column");
      }
      first.add(row.length == 0 ? "" : row[0]);
    }
    tokens.add(first.toArray(new String[0]));
  }

  /** The first column of each. */
  Sentences sentences() {
    return Sentences.ofCopies(tokens);
  }

  Corpus corpus() {
    return new Corpus(Native.weft_corpus_from_columns(names.bytes(), names.offsets(),
        cells.bytes(), cells.offsets(), sentences().begins()));
  }
}
