package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a public corpus gives what the command gives. */
class PublicCorpusTest {
  @Test
  void votesOfWikigoldBecomeTheSameTagger(@TempDir Path folder) throws Exception {
    String data = System.getenv("WEFT_DATA");
    Assumptions.assumeTrue(data != null && Files.isDirectory(Paths.get(data, "wikigold-ws")),
        "skipped: no data");
    Path corpora = Paths.get(data, "wikigold-ws");
    Path byCommand = folder.resolve("command.weft");
    run("train", "--tagger", "crf", "--aggregator", "hmm", "--data", corpora.toString(), "--dev",
        "none", "--set", "max_iterations=30", "--out", byCommand.toString(), "--quiet");
    String said = run("eval", byCommand.toString(), "--data", corpora.toString(), "--split", "test",
        "--json");
    double expected = JsonParser.parseString(said).getAsJsonObject().getAsJsonObject("span")
        .get("f1").getAsDouble();

    Path here = folder.resolve("java.weft");
    try (Options options = new Options("crf").set("aggregator", "hmm").set("max_iterations", 30);
        Corpus train = Corpus.readSplit(corpora, "train", null);
        Trainer trainer = Trainer.of(options, train); Model model = trainer.train()) {
      model.save(here);
    }
    assertArrayEquals(Files.readAllBytes(byCommand), Files.readAllBytes(here));
    try (Model model = Model.load(here); Tagger tagger = new Tagger(model);
        Corpus test = Corpus.readSplit(corpora, "test", null);
        Evaluation scores = tagger.evaluate(test, Evaluation.Mode.STRICT)) {
      assertEquals(expected, scores.f1());
      assertTrue(scores.f1() > 0.5, scores.json());
    }
  }

  private static String run(String... words) throws Exception {
    List<String> command = new java.util.ArrayList<>(
        List.of(Paths.get(System.getProperty("weft.build"), "bin", "weft").toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }
}
