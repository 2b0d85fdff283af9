package io.weft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
  @TempDir Path folder;

  private static Options loop() {
    return new Options("active").set("labelled", 0.34).set("query", "fusal");
  }

  private static Session begin(Corpus pool, Path file) {
    try (Options loop = loop(); Options tagger = new Options("hmm-tagger")) {
      return Session.begin(tagger, pool, file, loop, null);
    }
  }

  private static void answer(Session session, Corpus pool, Question question) {
    int[] gold = pool.gold(question.sentence());
    Map<Integer, String> answers = new HashMap<>();
    for (int token : question.tokens()) {
      answers.put(token, pool.labels().get(gold[token]));
    }
    session.answer(question.sentence(), answers);
  }

  @Test
  void asksUntilEverythingHasALabel() {
    try (Corpus pool = Toy.corpus(); Session session = begin(pool, null)) {
      int questions = 0;
      for (Optional<Question> q = session.next(); q.isPresent(); q = session.next()) {
        assertFalse(q.get().tokens().isEmpty());
        assertEquals(q, session.next(), "the same until it is answered");
        answer(session, pool, q.get());
        ++questions;
      }
      assertEquals(4, questions);
      Session.Progress progress = session.progress();
      assertEquals(6, progress.done());
      assertEquals(progress.asked(), progress.answered());
      assertEquals(0, Collections.frequency(session.origins(), Session.Origin.NONE));
      assertEquals(progress.answered(),
          Collections.frequency(session.origins(), Session.Origin.ANSWERED));
      try (Corpus labelled = session.labelled(); Model model = session.model();
          Tagger tagger = new Tagger(model)) {
        assertArrayEquals(pool.gold(3), labelled.gold(3));
        assertEquals("hmm-tagger", model.method());
        assertEquals(List.of("B-PER", "I-PER"), tagger.tag(List.of("Alan", "Turing")).labels());
      }
      assertTrue(session.takeMessages().isEmpty());
    }
  }

  @Test
  void suggestsCorrectsAndTakesBack() {
    try (Corpus pool = Toy.corpus(); Session session = begin(pool, null)) {
      Question question = session.next().orElseThrow();
      int s = question.sentence();
      Suggestion suggestion = session.suggest(s, 3);
      assertEquals(pool.tokens(s).size(), suggestion.labels().size());
      assertEquals(3, suggestion.readings().size());
      assertEquals(suggestion.labels(), suggestion.readings().get(0).labels());
      double sum = 0;
      for (int k = 0; k < session.labels().size(); ++k) {
        sum += suggestion.marginal(0, k);
      }
      assertEquals(1, sum, 1e-9);
      session.answer(s, 0, "O");
      assertEquals("O", session.suggest(s, 1).labels().get(0));
      session.answer(s, 0, "B-LOC");
      assertEquals("B-LOC", session.suggest(s, 1).labels().get(0));
      session.retract(s, 0);
      assertEquals(question.tokens(), session.next().orElseThrow().tokens());
      session.skip(s);
      assertTrue(session.next().orElseThrow().sentence() != s);
      session.update();
      assertThrows(WeftException.InvalidArgument.class, () -> session.answer(s, 0, "X"));
      assertThrows(WeftException.InvalidArgument.class, () -> session.answer(s, 99, "O"));
      assertThrows(WeftException.InvalidArgument.class, () -> session.answer(-1, 0, "O"));
    }
  }

  @Test
  void goesOnFromItsFile() {
    Path file = folder.resolve("Müller 東京.session");
    byte[] whole;
    try (Corpus pool = Toy.corpus()) {
      try (Session session = begin(pool, null)) {
        for (Optional<Question> q = session.next(); q.isPresent(); q = session.next()) {
          answer(session, pool, q.get());
        }
        try (Model model = session.model()) {
          whole = model.toBytes();
        }
      }
      try (Session session = begin(pool, file)) {
        answer(session, pool, session.next().orElseThrow());
        assertThrows(WeftException.WrongState.class, () -> Session.resume(pool, file, null));
      }
      assertThrows(WeftException.WrongState.class, () -> begin(pool, file));
      try (Session session = Session.resume(pool, file, null)) {
        assertEquals(3, session.progress().done());
        for (Optional<Question> q = session.next(); q.isPresent(); q = session.next()) {
          answer(session, pool, q.get());
        }
        try (Model model = session.model()) {
          assertArrayEquals(whole, model.toBytes());
        }
      }
      try (Corpus other = pool.select(0, 1)) {
        assertEquals(2, other.sentenceCount());
        assertEquals(pool.tokens(1), other.tokens(1));
        assertThrows(WeftException.InvalidArgument.class,
            () -> Session.resume(other, file, null));
        assertThrows(WeftException.NotFound.class, () -> pool.select(6));
        assertThrows(WeftException.InvalidArgument.class, () -> pool.select(-1));
      }
    }
    assertThrows(WeftException.NotFound.class, () -> {
      try (Corpus pool = Toy.corpus()) {
        Session.resume(pool, folder.resolve("none"), null);
      }
    });
  }
}
