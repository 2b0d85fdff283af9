// A tagger that asks, in Java: learns from a tenth of the sentences, asks for the tokens that it is
// unsure of, labels the others itself, and loses no answer if it is killed.
//
//   java -cp weft.jar Asking.java sentences.jsonl my.session
//
// Here the sentences have all their labels, of which the session is given a tenth, and the answers
// are the others. In your program a person gives them.
import io.weft.Corpus;
import io.weft.Options;
import io.weft.Question;
import io.weft.Session;
import io.weft.WeftException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

class Asking {
  public static void main(String[] arguments) {
    if (arguments.length != 2) {
      System.err.println("usage: Asking SENTENCES SESSION");
      System.exit(2);
    }
    try (Corpus pool = Corpus.read(Path.of(arguments[0]));
        Session session = open(pool, Path.of(arguments[1]))) {
      for (Optional<Question> q = session.next(); q.isPresent(); q = session.next()) {
        Question question = q.get();
        System.out.println(question.sentence() + ": " + question.tokens().stream()
            .map(String::valueOf).collect(Collectors.joining(" ")));
        int[] gold = pool.gold(question.sentence());
        if (question.tokens().stream().anyMatch(token -> gold[token] == Corpus.NO_LABEL)) {
          session.skip(question.sentence()); // nobody has the answers
          continue;
        }
        Map<Integer, String> answers = new HashMap<>();
        for (int token : question.tokens()) {
          answers.put(token, pool.labels().get(gold[token]));
        }
        session.answer(question.sentence(), answers);
      }
      Session.Progress progress = session.progress();
      System.out.println(
          progress.answered() + " tokens answered, " + progress.byModel() + " by the model");
    } catch (WeftException e) {
      System.err.println(e.status() + ": " + e.getMessage());
      System.exit(1);
    }
  }

  /** Begins the session, or goes on with the one that the file holds. */
  private static Session open(Corpus pool, Path file) {
    if (Files.exists(file)) {
      return Session.resume(pool, file, null);
    }
    try (Options loop = new Options("active").set("labelled", 0.1);
        Options tagger = new Options("hmm-tagger")) {
      return Session.begin(tagger, pool, file, loop, null);
    }
  }
}
