package io.weft;

/** Coverage, overlap, conflict, polarity and accuracy of every source, and their agreement. */
public final class SourceAnalysis extends Report {
  private SourceAnalysis(long pointer) {
    super(pointer);
  }

  /**
   * Of the sources of a corpus; their accuracy against gold where there is gold.
   *
   * @param corpus with votes
   * @return the report
   */
  public static SourceAnalysis of(Corpus corpus) {
    try (NativeObject.Use use = NativeObject.require(corpus, "corpus")) {
      return new SourceAnalysis(Native.weft_analyze(use.pointer, 0));
    }
  }

  /**
   * The same, and their accuracy against what an aggregator makes of them.
   *
   * @param corpus with votes
   * @param aggregator of a model that reads votes
   * @return the report
   */
  public static SourceAnalysis of(Corpus corpus, Aggregator aggregator) {
    return Arguments.notNull(aggregator, "aggregator").tagger().withResult(corpus, 0,
        (use, result) -> new SourceAnalysis(Native.weft_analyze(use.pointer, result)));
  }
}
