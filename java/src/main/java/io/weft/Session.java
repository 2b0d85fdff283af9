package io.weft;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An active-learning session: a tagger that learns from what has a label and asks for more, sentence
 * by sentence, only for the tokens that it is unsure of; it labels the others itself. Kept in a
 * file, it loses nothing that was answered, whatever ends the process.
 *
 * <p>Any thread may call it; one at a time is inside.
 */
public final class Session extends NativeObject {
  private static final int NO_LABEL = -1;

  private final long log;
  private final List<String> labels;
  private final Map<String, Integer> ids = new HashMap<>();

  private Session(long session, long log, List<String> labels) {
    super("session", session, pointer -> {
      Native.weft_session_free(pointer);
      Native.binding_log_free(log);
    });
    this.log = log;
    this.labels = labels;
    for (int i = 0; i < labels.size(); ++i) {
      ids.put(labels.get(i), i);
    }
  }

  /**
   * Begins a session that is kept in memory alone.
   *
   * @param tagger options of the tagger that learns
   * @param pool the sentences; those with gold labels are what it begins with
   * @return the session
   */
  public static Session begin(Options tagger, Corpus pool) {
    return begin(tagger, pool, null, null, null);
  }

  /**
   * Begins a session. Options and corpora may be changed and closed at once.
   *
   * @param tagger options of the tagger that learns
   * @param pool the sentences; those with gold labels are what it begins with. What labels there
   *     are, it says: by those, or declared when it is read or built
   * @param file where the session is kept as it goes; null: in memory alone
   * @param loop options of "active"; null: the defaults
   * @param dev a development corpus for taggers that stop by one, or null
   * @return the session
   * @throws WeftException.WrongState where the file holds something already, or is in use
   * @throws WeftException.InvalidArgument where the tagger learns from votes, or an option has no
   *     effect
   */
  public static Session begin(Options tagger, Corpus pool, Path file, Options loop, Corpus dev) {
    byte[] path = file == null ? null : Arguments.path(file, "file");
    try (Options taggerCopy = Options.copy(tagger); Options loopCopy = Options.copy(loop);
        Use t = require(taggerCopy, "tagger"); Use l = use(loopCopy); Use p = require(pool, "pool");
        Use d = use(dev)) {
      return open(pool, NativeLibrary.withPlugin(() -> Native.weft_session_new(l.pointer,
          t.pointer, p.pointer, d.pointer, path)));
    }
  }

  /**
   * Goes on with the session of a file.
   *
   * @param pool the corpus that it was begun with
   * @param file of the session
   * @param dev the development corpus that it was begun with, or null
   * @return the session as it stood
   * @throws WeftException.NotFound where there is no such file
   * @throws WeftException.Format where it is not that of a session
   * @throws WeftException.BadModel where it is changed; the message names the line
   * @throws WeftException.WrongState where it is in use
   * @throws WeftException.InvalidArgument where it is of other corpora
   */
  public static Session resume(Corpus pool, Path file, Corpus dev) {
    byte[] path = Arguments.path(file, "file");
    try (Use p = require(pool, "pool"); Use d = use(dev)) {
      return open(pool, NativeLibrary.withPlugin(
          () -> Native.weft_session_resume(p.pointer, d.pointer, path)));
    }
  }

  private static Session open(Corpus pool, long session) {
    try {
      return new Session(session, Native.binding_log_of_session(session), pool.labels());
    } catch (RuntimeException e) {
      Native.weft_session_free(session);
      throw e;
    }
  }

  /**
   * The labels of the pool.
   *
   * @return their names
   */
  public List<String> labels() {
    return labels;
  }

  /**
   * Finds what to ask now: the same until its tokens have answers or its sentence is skipped. Where a
   * batch of sentences is done, this learns what was answered, which takes what training the tagger
   * takes.
   *
   * @return empty where nothing is left
   */
  public Optional<Question> next() {
    try (Use use = useAlone()) {
      if (!Native.weft_session_next(use.pointer)) {
        return Optional.empty();
      }
      return Optional.of(new Question(
          Math.toIntExact(Native.weft_session_sentence(use.pointer)),
          Arrays.stream(Native.weft_session_asked(use.pointer)).boxed().toList()));
    }
  }

  /**
   * What the model says of a sentence, given the labels that are known.
   *
   * @param sentence by its index in the pool
   * @param readings how many best label sequences to give, where there are as many
   * @return labels, probabilities and readings
   * @throws WeftException.WrongState while there is no model
   */
  public Suggestion suggest(int sentence, int readings) {
    if (readings < 1) {
      throw new IllegalArgumentException("readings: expected at least 1, found " + readings);
    }
    try (Use use = useAlone()) {
      long result = Native.weft_session_suggest(use.pointer, index(sentence), readings);
      try {
        return new Suggestion(labels, result);
      } finally {
        Native.weft_result_free(result);
      }
    }
  }

  /**
   * Answers for one token: asked for or not, for the first time or as a correction.
   *
   * @param sentence by its index in the pool
   * @param token of the sentence
   * @param label one of {@link #labels()}
   */
  public void answer(int sentence, int token, String label) {
    answer(sentence, Map.of(token, Arguments.notNull(label, "label")));
  }

  /**
   * Answers for tokens of a sentence: all that were asked for, or some now and others later. Returns
   * when the session's file has them.
   *
   * @param sentence by its index in the pool
   * @param answers labels by token of the sentence
   * @throws WeftException.InvalidArgument where there is no such token or label; nothing is changed
   */
  public void answer(int sentence, Map<Integer, String> answers) {
    Arguments.notNull(answers, "answers");
    List<Integer> tokens = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    answers.forEach((token, label) -> {
      Integer id = ids.get(label);
      if (id == null) {
        throw new WeftException.InvalidArgument("token " + token + ": the pool has no label \""
            + label + "\", of " + labels.size());
      }
      tokens.add(Arguments.notNull(token, "token"));
      found.add(id);
    });
    answer(sentence, array(tokens), array(found));
  }

  /**
   * Takes answers, or labels of the model, back: the tokens are asked for again.
   *
   * @param sentence by its index in the pool
   * @param tokens of the sentence
   */
  public void retract(int sentence, int... tokens) {
    int[] none = new int[Arguments.notNull(tokens, "tokens").length];
    Arrays.fill(none, NO_LABEL);
    answer(sentence, tokens.clone(), none);
  }

  private void answer(int sentence, int[] tokens, int[] found) {
    try (Use use = useAlone()) {
      Native.weft_session_answer(use.pointer, index(sentence), tokens, found);
    }
  }

  /**
   * Has a sentence not asked about, or not again. Answers to it count all the same.
   *
   * @param sentence by its index in the pool
   */
  public void skip(int sentence) {
    try (Use use = useAlone()) {
      Native.weft_session_skip(use.pointer, index(sentence));
    }
  }

  /**
   * Stops the call that learns or looks for a question, or the next one where none is under way; it
   * throws {@link WeftException.Cancelled}, and the one after it goes on. From any thread.
   */
  public void cancel() {
    try (Use use = use()) {
      Native.weft_session_cancel(use.pointer);
    }
  }

  /** Learns all answers now, also of sentences that are not done. */
  public void update() {
    try (Use use = useAlone()) {
      Native.weft_session_update(use.pointer);
    }
  }

  /**
   * The model of what was learned so far.
   *
   * @return a model of its own
   * @throws WeftException.WrongState while nothing was learned
   */
  public Model model() {
    try (Use use = useAlone()) {
      return new Model(Native.weft_session_model(use.pointer));
    }
  }

  /**
   * The pool with all labels that are known now, the model's among them.
   *
   * @return a corpus of its own
   */
  public Corpus labelled() {
    try (Use use = useAlone()) {
      return new Corpus(Native.weft_session_corpus(use.pointer));
    }
  }

  /** Where the label of a token comes from. */
  public enum Origin {
    /** it has none */
    NONE,
    /** a gold label of the pool */
    GIVEN,
    /** an answer */
    ANSWERED,
    /** the model */
    MODEL
  }

  /**
   * Where the label of each token of the pool comes from.
   *
   * @return sentence after sentence
   */
  public List<Origin> origins() {
    byte[] bytes;
    try (Use use = useAlone()) {
      bytes = Native.weft_session_origins(use.pointer);
    }
    Origin[] origins = new Origin[bytes == null ? 0 : bytes.length];
    for (int t = 0; t < origins.length; ++t) {
      origins[t] = Origin.values()[bytes[t]];
    }
    return List.of(origins);
  }

  /**
   * How far a session is.
   *
   * @param sentences of the pool
   * @param done sentences whose every token has a label
   * @param skipped sentences
   * @param askedSentences sentences of which a token was asked for
   * @param asked tokens that were asked for
   * @param answered tokens with an answer, asked for or not
   * @param byModel tokens that the model labelled
   * @param updates how often it has learned
   */
  public record Progress(long sentences, long done, long skipped, long askedSentences, long asked,
      long answered, long byModel, long updates) {}

  /**
   * How far the session is.
   *
   * @return counts
   */
  public Progress progress() {
    try (Use use = useAlone()) {
      long[] c = Native.weft_session_progress(use.pointer);
      return new Progress(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
    }
  }

  /**
   * What its training has logged since this was last asked.
   *
   * @return one line each
   */
  public List<String> takeMessages() {
    List<String> messages = new ArrayList<>();
    try (Use use = useAlone()) {
      while (true) {
        String message = Text.decode(Native.binding_log_take(log));
        if (message.isEmpty()) {
          return messages;
        }
        messages.add(message.substring(1));
      }
    }
  }

  private static long index(int sentence) {
    if (sentence < 0) {
      throw new WeftException.InvalidArgument("expected a sentence, found " + sentence);
    }
    return sentence;
  }

  private static int[] array(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
