package io.weft;

/** Numbers by key, and the same as JSON. */
public abstract class Report extends NativeObject {
  Report(long pointer) {
    super("report", pointer, Native::weft_report_free);
  }

  /**
   * One number.
   *
   * @param key a path into the JSON, such as "span.f1" or "types.PER.recall"
   * @return the number
   * @throws WeftException.NotFound for a key that is not there, or is no number
   */
  public double number(String key) {
    try (Use use = use()) {
      return Native.weft_report_number(use.pointer, Text.encode(key, "key"));
    }
  }

  /**
   * All of it.
   *
   * @return one JSON object
   */
  public String json() {
    try (Use use = use()) {
      return Text.decode(Native.weft_report_json(use.pointer));
    }
  }
}
