// weft in five minutes, in Java: loads a model, tags a text, and says where in it the spans stand.
//
//   java -cp weft.jar FiveMinutes.java m.weft
import io.weft.Model;
import io.weft.Span;
import io.weft.Tagger;
import io.weft.WeftException;
import java.nio.file.Path;
import java.util.Locale;

class FiveMinutes {
  public static void main(String[] arguments) {
    if (arguments.length != 1) {
      System.err.println("usage: FiveMinutes MODEL");
      System.exit(2);
    }
    // A tagger per thread, the model is shared; services take a TaggerPool.
    try (Model model = Model.load(Path.of(arguments[0])); Tagger tagger = new Tagger(model)) {
      String text = "🙂 Grace Hopper moved to London.";
      for (Span span : tagger.tagText(text).spans()) {
        // Offsets are UTF-16 units, as String counts them: the smiling face before is two.
        System.out.printf(Locale.ROOT, "%s %d..%d \"%s\" (%.6f)%n", span.type(), span.startOffset(),
            span.endOffset(), text.substring(span.startOffset(), span.endOffset()),
            span.confidence());
      }
    } catch (WeftException e) {
      System.err.println(e.status() + ": " + e.getMessage());
      System.exit(1);
    }
  }
}
