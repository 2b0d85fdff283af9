package io.weft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values for the options of one method, or of reading corpora. Copied where they are used: later
 * changes have no effect on a trainer or corpus made from them, and any thread may make them.
 */
public final class Options extends NativeObject {
  private final String method;
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  /** What was set once, to be set again in a copy. */
  private interface Setting {
    void apply(long options);
  }

  /**
   * Options of a training run.
   *
   * @param method the name of a method, see {@link Methods}
   * @throws WeftException.NotFound where there is no such method; the nearest is named
   */
  public Options(String method) {
    super("set of options", Native.weft_options_new(Text.encode(method, "method")),
        Native::weft_options_free);
    this.method = method;
  }

  /**
   * Options of reading corpora.
   *
   * @return the defaults: format by name, else by content
   */
  public static Options forReading() {
    return new Options("read");
  }

  /**
   * The method that these are options of.
   *
   * @return its name, or "read"
   */
  public String method() {
    return method;
  }

  /**
   * Sets an option from text, as on the command line.
   *
   * @param key of the option
   * @param value as text
   * @return this
   * @throws WeftException.NotFound where there is no such option; the nearest is named
   * @throws WeftException.InvalidArgument where the value is not allowed; what is, is named
   */
  public Options set(String key, String value) {
    byte[] name = Text.encode(key, "key");
    byte[] text = Text.encode(value, "value");
    return set(key, options -> Native.weft_options_set(options, name, text));
  }

  /**
   * Sets a whole number.
   *
   * @param key of the option
   * @param value within its bounds
   * @return this
   */
  public Options set(String key, long value) {
    byte[] name = Text.encode(key, "key");
    return set(key, options -> Native.weft_options_set_int(options, name, value));
  }

  /**
   * Sets a number.
   *
   * @param key of the option
   * @param value within its bounds
   * @return this
   */
  public Options set(String key, double value) {
    byte[] name = Text.encode(key, "key");
    return set(key, options -> Native.weft_options_set_float(options, name, value));
  }

  /**
   * Sets a truth value.
   *
   * @param key of the option
   * @param value true or false
   * @return this
   */
  public Options set(String key, boolean value) {
    byte[] name = Text.encode(key, "key");
    return set(key, options -> Native.weft_options_set_bool(options, name, value ? 1 : 0));
  }

  private Options set(String key, Setting setting) {
    try (Use use = useAlone()) {
      setting.apply(use.pointer);
      settings.put(key, setting);
    }
    return this;
  }

  /**
   * A copy for one call of the library, which reads options as long as it runs: setters neither
   * disturb it nor wait for it. Of null, null.
   */
  static Options copy(Options options) {
    if (options == null) {
      return null;
    }
    try (Use use = options.useAlone()) {
      Options copy = new Options(options.method);
      try {
        options.settings.forEach(copy::set);
        return copy;
      } catch (RuntimeException e) {
        copy.close();
        throw e;
      }
    }
  }

  /**
   * The value now, or the default.
   *
   * @param key of the option
   * @return as text
   */
  public String get(String key) {
    try (Use use = useAlone()) {
      return Text.decode(Native.weft_options_get(use.pointer, Text.encode(key, "key")));
    }
  }

  /**
   * What options there are.
   *
   * @return in listing order
   */
  public List<OptionInfo> describe() {
    List<OptionInfo> infos = new ArrayList<>();
    try (Use use = useAlone()) {
      long count = Native.weft_options_count(use.pointer);
      for (long i = 0; i < count; ++i) {
        List<String> choices = new ArrayList<>();
        long choiceCount = Native.weft_options_choice_count(use.pointer, i);
        for (long c = 0; c < choiceCount; ++c) {
          choices.add(Text.decode(Native.weft_options_choice(use.pointer, i, c)));
        }
        infos.add(new OptionInfo(Text.decode(Native.weft_options_key(use.pointer, i)),
            OptionInfo.Type.values()[Native.weft_options_type(use.pointer, i)],
            Text.decode(Native.weft_options_default(use.pointer, i)),
            Text.decode(Native.weft_options_help(use.pointer, i)),
            Native.weft_options_min(use.pointer, i), Native.weft_options_max(use.pointer, i),
            Collections.unmodifiableList(choices),
            Native.weft_options_is_prefix(use.pointer, i) != 0));
      }
    }
    return Collections.unmodifiableList(infos);
  }
}
