package io.weft;

import java.util.List;

/** Turns the votes of a corpus into labels, with one model that reads votes. */
public final class Aggregator implements AutoCloseable {
  private final Model model;
  private final Tagger tagger;

  /**
   * An aggregator.
   *
   * @param model that reads votes; it must stay open
   */
  public Aggregator(Model model) {
    if (!Arguments.notNull(model, "model").readsVotes()) {
      throw new WeftException.InvalidArgument("a model of " + model.method()
          + " reads tokens; expected one that reads votes (a Tagger takes it)");
    }
    this.model = model;
    tagger = new Tagger(model);
  }

  /**
   * Fits a method on the votes of a corpus.
   *
   * @param options of an aggregator, such as "hmm"
   * @param corpus with votes
   * @return the model; close it when done
   * @throws WeftException.InvalidArgument where the options are those of no aggregator
   */
  public static Model fit(Options options, Corpus corpus) {
    String method = Arguments.notNull(options, "options").method();
    Methods.Kind kind = Methods.all().stream().filter(one -> one.name().equals(method))
        .map(Methods.Method::kind).findFirst().orElse(null);
    if (kind != Methods.Kind.AGGREGATOR) {
      throw new WeftException.InvalidArgument(
          "options: expected those of an aggregator, such as \"hmm\", found those of \"" + method
              + "\", which is " + (kind == null ? "no method" : "a tagger"));
    }
    try (Trainer trainer = Trainer.of(options, corpus)) {
      return trainer.train();
    }
  }

  /**
   * Labels and, where wanted, posteriors.
   *
   * @param corpus with votes
   * @param wants what the result holds beside labels
   * @return flat arrays
   */
  public Decoding aggregate(Corpus corpus, Tagger.Want... wants) {
    return tagger.decode(corpus, wants);
  }

  /**
   * The corpus with the aggregated labels as its gold labels.
   *
   * @param corpus with votes
   * @return a corpus of its own
   */
  public Corpus label(Corpus corpus) {
    return tagger.label(corpus);
  }

  /**
   * Scores the aggregated labels against gold ones.
   *
   * @param corpus with votes and gold labels
   * @param mode how spans are read
   * @return the scores
   */
  public Evaluation evaluate(Corpus corpus, Evaluation.Mode mode) {
    return tagger.evaluate(corpus, mode);
  }

  /**
   * What the model believes about each source.
   *
   * @return by source
   */
  public List<SourceInfo> sources() {
    return model.sources();
  }

  Tagger tagger() {
    return tagger;
  }

  @Override
  public void close() {
    tagger.close();
  }
}
