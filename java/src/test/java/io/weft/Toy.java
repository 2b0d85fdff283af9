package io.weft;

import java.nio.charset.StandardCharsets;

/** Six sentences of names and places, with gold labels and the votes of two sources. */
final class Toy {
  private static final String[][] ROWS = {
      {"Ada,Lovelace,was,born,in,London", "B-PER,I-PER,O,O,O,B-LOC", "B-PER,I-PER,O,O,O,O"},
      {"Alan,Turing,worked,in,Manchester", "B-PER,I-PER,O,O,B-LOC", "B-PER,I-PER,O,O,B-LOC"},
      {"Grace,Hopper,lived,in,Arlington", "B-PER,I-PER,O,O,B-LOC", "O,O,O,O,B-LOC"},
      {"They,met,Ada,Lovelace,in,London", "O,O,B-PER,I-PER,O,B-LOC", "O,O,B-PER,I-PER,O,B-LOC"},
      {"Manchester,is,north,of,London", "B-LOC,O,O,O,B-LOC", "B-LOC,O,O,O,O"},
      {"Grace,Hopper,met,Alan,Turing", "B-PER,I-PER,O,B-PER,I-PER", "B-PER,I-PER,O,O,O"}};

  private Toy() {}

  static byte[] jsonl() {
    StringBuilder out = new StringBuilder();
    for (String[] row : ROWS) {
      out.append("{\"tokens\":").append(list(row[0])).append(",\"labels\":").append(list(row[1]))
          .append(",\"weak\":{\"a\":").append(list(row[2])).append(",\"b\":").append(list(row[1]))
          .append("}}\n");
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String list(String words) {
    return "[\"" + words.replace(",", "\",\"") + "\"]";
  }

  static Corpus corpus() {
    return Corpus.readBytes(jsonl(), "toy.jsonl", null);
  }

  static Model train(String method) {
    try (Options options = new Options(method); Corpus corpus = corpus();
        Trainer trainer = Trainer.of(options, corpus)) {
      return trainer.train();
    }
  }
}
