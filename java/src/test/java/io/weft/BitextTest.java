package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tagger for a language without labels: the toy text, each word spelt with another ending. */
class BitextTest {
  @TempDir Path folder;

  private static List<List<String>> foreign(Corpus toy) {
    List<List<String>> sentences = new ArrayList<>();
    for (int s = 0; s < toy.sentenceCount(); ++s) {
      List<String> tokens = new ArrayList<>();
      for (String token : toy.tokens(s)) {
        tokens.add(token + "um");
      }
      sentences.add(tokens);
    }
    return sentences;
  }

  private static Bitext bitext(Corpus toy) {
    List<List<Bitext.Link>> links = new ArrayList<>();
    for (int s = 0; s < toy.sentenceCount(); ++s) {
      List<Bitext.Link> pair = new ArrayList<>();
      for (int t = 0; t < toy.tokens(s).size(); ++t) {
        if (t != 2) {
          pair.add(new Bitext.Link(t, t, t == 0 ? 0.5f : 1));
        }
      }
      links.add(pair);
    }
    try (Corpus target = Corpus.ofTokens(foreign(toy))) {
      return Bitext.link(toy, target, links);
    }
  }

  @Test
  void aTaggerForALanguageWithoutLabels() {
    try (Corpus toy = Toy.corpus(); Bitext bitext = bitext(toy); Model crf = Toy.train("crf");
        Tagger tagger = new Tagger(crf); Options project = new Options("project").set("name", "en");
        Projection projection = bitext.project(tagger, Bitext.Labels.SOFT, project);
        Projection.Summary summary = projection.summary(); Corpus projected = projection.corpus();
        Options options = new Options("ge"); Trainer trainer = Trainer.of(options, projected)) {
      assertEquals(6, bitext.pairCount());
      assertFalse(projected.hasGold());
      assertEquals(List.of("en"), projected.sources());
      assertTrue(summary.share() > 0.7);
      assertTrue(summary.number("labels.B-PER.share") > 0);
      try (Model model = trainer.train(); Tagger other = new Tagger(model)) {
        assertEquals("ge", model.method());
        assertEquals(List.of("B-PER", "I-PER", "O", "O", "O", "B-LOC"),
            other.tag(foreign(toy).get(0)).labels());
      }
    }
  }

  @Test
  void votesOfASecondSource() {
    try (Corpus toy = Toy.corpus(); Bitext bitext = bitext(toy);
        Options first = new Options("project").set("name", "en");
        Options second = new Options("project").set("name", "es");
        Projection one = bitext.projectGold(first); Corpus voted = one.corpus();
        Bitext again = bitext.withTarget(voted); Projection two = again.projectGold(second);
        Corpus both = two.corpus()) {
      assertEquals(List.of("en", "es"), both.sources());
      assertEquals(bitext.links(0), again.links(0));
      assertThrows(WeftException.class, () -> bitext.withTarget(toy));
    }
  }

  @Test
  void hardLabelsAndGoldOnesAndJoinedCorpora() {
    try (Corpus toy = Toy.corpus(); Bitext bitext = bitext(toy);
        Options asGold = new Options("project").set("output", "gold");
        Projection projection = bitext.projectGold(asGold); Corpus gold = projection.corpus();
        Corpus both = gold.join(toy); Corpus source = bitext.source();
        Corpus target = bitext.target()) {
      assertTrue(gold.hasGold());
      assertFalse(gold.hasVotes());
      assertEquals(12, both.sentenceCount());
      assertEquals(toy.tokens(0), source.tokens(0));
      assertEquals("Adaum", target.tokens(0).get(0));
      assertEquals("1-1", bitext.links(0).get(1).toString());
      assertEquals(0.5f, bitext.links(0).get(0).confidence());
    }
  }

  @Test
  void readsFiles() throws Exception {
    Path path = folder.resolve("b.jsonl");
    Files.writeString(path, "{\"src\":[\"Ada\"],\"tgt\":[\"Adaum\"],\"al\":[[0,0]]}\n");
    try (Bitext bitext = Bitext.read(path, null); Bitext back = Bitext.link(bitext.target(),
        bitext.source(), List.of(List.of(new Bitext.Link(0, 0))));
        Bitext there = bitext.through(back)) {
      assertEquals(1, bitext.links(0).size());
      assertEquals("Ada", there.target().tokens(0).get(0));
    }
    Path lines = folder.resolve("b.txt");
    Path links = folder.resolve("b.align");
    Files.writeString(lines, "a b ||| c\nd ||| e\n");
    Files.writeString(links, "0-0\n");
    try (Options options = new Options("bitext").set("alignment", links.toString())) {
      String said = assertThrows(WeftException.Format.class,
          () -> Bitext.read(lines, options)).getMessage();
      assertTrue(said.contains("2 sentences") && said.contains("1 lines"), said);
    }
  }

  @Test
  void whatCannotBeRight() {
    try (Corpus toy = Toy.corpus(); Corpus one = Corpus.ofTokens(List.of(List.of("a")));
        Bitext bitext = Bitext.link(one, one, List.of(List.of()))) {
      assertTrue(bitext.links(0).isEmpty());
      assertThrows(WeftException.Format.class,
          () -> Bitext.link(one, one, List.of(List.of(new Bitext.Link(0, 3)))));
      assertThrows(WeftException.InvalidArgument.class,
          () -> Bitext.link(one, one, List.of(List.of(new Bitext.Link(0, 0, 2)))));
      assertThrows(WeftException.InvalidArgument.class, () -> Bitext.link(toy, toy, List.of()));
      assertThrows(WeftException.InvalidArgument.class, () -> Bitext.link(one, null, List.of()));
      assertThrows(WeftException.NotFound.class, () -> bitext.links(1));
      assertThrows(WeftException.WrongState.class, () -> bitext.projectGold(null));
      bitext.close();
      assertThrows(WeftException.WrongState.class, bitext::pairCount);
    }
  }
}
