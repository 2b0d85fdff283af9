package io.weft;

/** Labels that were carried over a {@link Bitext}. Immutable. */
public final class Projection extends NativeObject {
  /** What became of pairs and tokens. */
  public static final class Summary extends Report {
    private Summary(long pointer) {
      super(pointer);
    }

    /**
     * Of the target tokens, the share that has an expectation.
     *
     * @return from 0 to 1
     */
    public double share() {
      return number("tokens.share");
    }
  }

  Projection(long pointer) {
    super("projection", pointer, Native::weft_projection_free);
  }

  /**
   * The target side with the labels, as votes of one more source: what method "ge" learns from, and
   * every method that learns from votes. Or, with option output=gold, as gold labels.
   *
   * @return a corpus, to be closed
   */
  public Corpus corpus() {
    try (Use use = use()) {
      return new Corpus(Native.weft_projection_corpus(use.pointer));
    }
  }

  /**
   * What became of pairs and tokens: counts, density by label ("labels.B-PER.share"), and, where the
   * target side has gold labels, how far they agree ("gold.agreement").
   *
   * @return the report, to be closed
   */
  public Summary summary() {
    try (Use use = use()) {
      return new Summary(Native.weft_projection_report(use.pointer));
    }
  }
}
