package io.weft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The methods that the library has, and what it is. */
public final class Methods {
  private Methods() {}

  /** What a method makes. */
  public enum Kind {
    /** turns votes into labels */
    AGGREGATOR,
    /** turns tokens into labels */
    TAGGER
  }

  /**
   * A method.
   *
   * @param name for {@link Options#Options(String)}
   * @param kind what it makes
   * @param summary one line
   */
  public record Method(String name, Kind kind, String summary) {}

  /**
   * All of them.
   *
   * @return in listing order
   */
  public static List<Method> all() {
    List<Method> methods = new ArrayList<>();
    long count = Native.weft_method_count();
    for (long i = 0; i < count; ++i) {
      methods.add(new Method(Text.decode(Native.weft_method_name(i)),
          Kind.values()[Native.weft_method_kind(i)],
          Text.decode(Native.weft_method_summary(i))));
    }
    return Collections.unmodifiableList(methods);
  }

  /**
   * The version of the library.
   *
   * @return such as "0.1.0"
   */
  public static String version() {
    return Text.decode(Native.weft_version());
  }

  /**
   * Version, compiler, CPU level of the kernels in use and model format.
   *
   * @return one line
   */
  public static String buildInfo() {
    return Text.decode(Native.weft_build_info());
  }
}
