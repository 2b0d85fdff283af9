package io.weft;

/** Scores of labels against gold ones. */
public final class Evaluation extends Report {
  /** How spans are read from labels. */
  public enum Mode {
    /** only spans that are legal in the tag scheme */
    STRICT,
    /** as the script conlleval reads them */
    CONLLEVAL
  }

  Evaluation(long pointer) {
    super(pointer);
  }

  /**
   * Micro precision of spans.
   *
   * @return fraction of 1
   */
  public double precision() {
    return number("span.precision");
  }

  /**
   * Micro recall of spans.
   *
   * @return fraction of 1
   */
  public double recall() {
    return number("span.recall");
  }

  /**
   * Micro F1 of spans.
   *
   * @return fraction of 1
   */
  public double f1() {
    return number("span.f1");
  }
}
