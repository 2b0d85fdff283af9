package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of tests/cases give what they give through the C interface, to the last bit:
 * tests/hosts/cases_test.cpp, which says what a case is, leaves that in the build's folder.
 */
class CasesTest {
  private static final Path CASES =
      Paths.get(System.getProperty("weft.sources"), "tests", "cases");
  private static final Path GIVEN = Paths.get(System.getProperty("weft.build"), "cases");

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files.map(file -> file.getFileName().toString().replace(".json", "")).sorted()
          .collect(Collectors.toList());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void givesWhatTheCInterfaceGives(String name) throws IOException {
    Path expected = GIVEN.resolve(name + ".txt");
    Assumptions.assumeTrue(Files.exists(expected), "cases_test has not run");
    JsonObject c = JsonParser
        .parseString(new String(Files.readAllBytes(CASES.resolve(name + ".json")), StandardCharsets.UTF_8))
        .getAsJsonObject();
    String given;
    try {
      given = run(c);
      assertFalse(c.has("error"), given);
    } catch (WeftException e) {
      given = "error WEFT_" + e.status() + " " + e.getMessage() + "\n";
    }
    assertEquals(new String(Files.readAllBytes(expected), StandardCharsets.UTF_8), given);
  }

  private static String run(JsonObject c) {
    try (Options options = new Options(c.get("method").getAsString())) {
      for (Map.Entry<String, JsonElement> option : c.getAsJsonObject("options").entrySet()) {
        options.set(option.getKey(), option.getValue().getAsString());
      }
      try (Corpus corpus = Corpus.readBytes(Text.encode(corpusText(c), "corpus"), "case.jsonl", null);
          Trainer trainer = Trainer.of(options, corpus); Model model = trainer.train();
          Corpus input = input(c, corpus); Tagger tagger = new Tagger(model)) {
        return decode(tagger, input) + digest(model.toBytes());
      }
    }
  }

  private static String corpusText(JsonObject c) {
    if (c.has("text")) {
      return c.get("text").getAsString();
    }
    StringBuilder text = new StringBuilder();
    for (JsonElement sentence : c.getAsJsonArray("corpus")) {
      text.append(sentence).append('\n');
    }
    return text.toString();
  }

  private static Corpus input(JsonObject c, Corpus training) {
    if (c.has("tokens")) {
      List<List<String>> sentences = new ArrayList<>();
      c.getAsJsonArray("tokens").forEach(sentence -> sentences.add(strings(sentence.getAsJsonArray())));
      return Corpus.ofTokens(sentences);
    }
    if (c.has("texts")) {
      return Corpus.ofTexts(strings(c.getAsJsonArray("texts")));
    }
    return Corpus.readBytes(training.toBytes("jsonl"), "again.jsonl", null);
  }

  private static List<String> strings(JsonArray array) {
    List<String> strings = new ArrayList<>();
    array.forEach(item -> strings.add(item.getAsString()));
    return strings;
  }

  private static String decode(Tagger tagger, Corpus input) {
    Decoding decoding = tagger.decode(input, Tagger.Want.values());
    List<Tagging> taggings = tagger.tagCorpus(input);
    List<List<Reading>> readings = tagger.kBest(input, 5);
    List<String> labels = decoding.labels();
    StringBuilder out = new StringBuilder();
    for (int s = 0; s < decoding.sentenceCount(); ++s) {
      int begin = decoding.sentenceBegin(s);
      int end = decoding.sentenceBegin(s + 1);
      List<String> best = new ArrayList<>();
      for (int t = begin; t < end; ++t) {
        best.add(labels.get(decoding.labelId(t)));
      }
      assertEquals(new Tagging(input.tokens(s), best, decoding.spans(s)), taggings.get(s));
      out.append("labels");
      best.forEach(label -> out.append(' ').append(label));
      out.append("\nmarginals");
      for (int t = begin; t < end; ++t) {
        for (int label = 0; label < labels.size(); ++label) {
          out.append(bits(decoding.marginal(t, label)));
        }
      }
      out.append("\nscores").append(bits(decoding.logProbabilities()[s]))
          .append(bits(decoding.logPartitions()[s])).append('\n');
      for (Span span : decoding.spans(s)) {
        out.append("span ").append(span.type()).append(' ').append(span.begin()).append(' ')
            .append(span.end()).append(' ').append(span.startOffset()).append(' ')
            .append(span.endOffset()).append(bits(span.confidence())).append('\n');
      }
      for (Reading reading : readings.get(s)) {
        out.append("path").append(bits(reading.logProbability()));
        reading.labels().forEach(label -> out.append(' ').append(label));
        out.append('\n');
      }
    }
    return out.toString();
  }

  private static String bits(double value) {
    return String.format(" %016x", Double.doubleToRawLongBits(value));
  }

  private static String digest(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * 1099511628211L;
    }
    return String.format("model %d %016x%n", bytes.length, hash);
  }
}
