package io.weft;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Sentences, their translations and how their tokens are aligned. Immutable; any number of threads
 * may use it.
 */
public final class Bitext extends NativeObject {
  private static final int SOURCE = 0;
  private static final int TARGET = 1;
  private static final int WANT_MARGINALS = 1;

  /** What a tagger of the source language says of its side. */
  public enum Labels {
    /** its marginals: what it is unsure of stays unsure */
    SOFT,
    /** its best labels */
    HARD
  }

  /** Two tokens that are translations of each other. Immutable. */
  public static final class Link {
    private final int source;
    private final int target;
    private final float confidence;

    /**
     * A link.
     *
     * @param source token of the source sentence, from 0
     * @param target token of the target sentence, from 0
     */
    public Link(int source, int target) {
      this(source, target, 1);
    }

    /**
     * A link that is not sure.
     *
     * @param source token of the source sentence, from 0
     * @param target token of the target sentence, from 0
     * @param confidence from 0 to 1
     */
    public Link(int source, int target, float confidence) {
      this.source = source;
      this.target = target;
      this.confidence = confidence;
    }

    /**
     * The token of the source sentence.
     *
     * @return from 0
     */
    public int source() {
      return source;
    }

    /**
     * The token of the target sentence.
     *
     * @return from 0
     */
    public int target() {
      return target;
    }

    /**
     * How sure it is.
     *
     * @return from 0 to 1
     */
    public float confidence() {
      return confidence;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Link && source == ((Link) other).source
          && target == ((Link) other).target
          && Float.compare(confidence, ((Link) other).confidence) == 0;
    }

    @Override
    public int hashCode() {
      return Objects.hash(source, target, confidence);
    }

    @Override
    public String toString() {
      return source + "-" + target;
    }
  }

  private Bitext(long pointer) {
    super("bitext", pointer, Native::weft_bitext_free);
  }

  /**
   * Reads one file with both sides: JSON lines, or lines "source ||| target" whose links are in the
   * file that option "alignment" names.
   *
   * @param path of the file, gzip or not
   * @param aligning options of "bitext", or null
   * @return the bitext
   * @throws WeftException.Format where the text is wrong, or a link leaves its sentence; file, line
   *     and pair are named
   */
  public static Bitext read(Path path, Options aligning) {
    try (Options copy = Options.copy(aligning); Use options = use(copy)) {
      return new Bitext(Native.weft_bitext_read(Arguments.path(path, "path"), options.pointer));
    }
  }

  /**
   * Aligns two corpora by the file of links that option "alignment" names.
   *
   * @param source sentences
   * @param target their translations, in the same order
   * @param aligning options of "bitext"
   * @return the bitext
   * @throws WeftException.Format where the numbers of sentences and lines differ; all are named, and
   *     the first pair that does not fit
   */
  public static Bitext align(Corpus source, Corpus target, Options aligning) {
    try (Options copy = Options.copy(aligning); Use options = require(copy, "aligning");
        Use s = require(source, "source"); Use t = require(target, "target")) {
      return new Bitext(Native.weft_bitext_align(s.pointer, t.pointer, options.pointer));
    }
  }

  /**
   * Aligns two corpora.
   *
   * @param source sentences
   * @param target their translations, in the same order
   * @param links of each pair
   * @return the bitext
   * @throws WeftException.Format where a link leaves its sentences; pair and tokens are named
   */
  public static Bitext link(Corpus source, Corpus target, List<? extends List<Link>> links) {
    int pairs = Arguments.notNull(links, "links").size();
    int[] offsets = new int[pairs + 1];
    List<Link> all = new ArrayList<>();
    for (int p = 0; p < pairs; ++p) {
      all.addAll(Arguments.notNull(links.get(p), "links of pair " + p));
      offsets[p + 1] = all.size();
    }
    int[] tokens = new int[2 * all.size()];
    float[] confidences = new float[all.size()];
    for (int i = 0; i < confidences.length; ++i) {
      Link link = Arguments.notNull(all.get(i), "link " + i);
      tokens[2 * i] = link.source;
      tokens[2 * i + 1] = link.target;
      confidences[i] = link.confidence;
    }
    try (Use s = require(source, "source"); Use t = require(target, "target")) {
      return new Bitext(Native.weft_bitext_link(s.pointer, t.pointer, tokens, confidences, offsets,
          0));
    }
  }

  /**
   * From the source of this one to the target of another, through a language in the middle.
   *
   * @param next whose source sentences have the tokens of this one's target sentences
   * @return a bitext of its own
   */
  public Bitext through(Bitext next) {
    try (Use first = use(); Use second = require(next, "next")) {
      return new Bitext(Native.weft_bitext_through(first.pointer, second.pointer));
    }
  }

  /**
   * The same links with another corpus of the same tokens as the target side: that of a
   * projection, to which the votes of one more source are to come.
   *
   * @param target sentences as those of this target side
   * @return a bitext of its own
   */
  public Bitext withTarget(Corpus target) {
    try (Use first = use(); Use second = require(target, "target")) {
      return new Bitext(Native.weft_bitext_with_target(first.pointer, second.pointer));
    }
  }

  /**
   * How many sentence pairs there are.
   *
   * @return their number
   */
  public int pairCount() {
    try (Use use = use()) {
      return Math.toIntExact(Native.weft_bitext_pair_count(use.pointer));
    }
  }

  /**
   * The source side.
   *
   * @return a corpus, to be closed
   */
  public Corpus source() {
    return side(SOURCE);
  }

  /**
   * The target side.
   *
   * @return a corpus, to be closed
   */
  public Corpus target() {
    return side(TARGET);
  }

  private Corpus side(int side) {
    try (Use use = use()) {
      return new Corpus(Native.weft_bitext_side(use.pointer, side));
    }
  }

  /**
   * The links of a pair.
   *
   * @param pair by index
   * @return by target token
   * @throws WeftException.NotFound where there is no such pair
   */
  public List<Link> links(int pair) {
    try (Use use = use()) {
      int[] tokens = Native.weft_bitext_links(use.pointer, pair);
      float[] confidences = Native.weft_bitext_confidences(use.pointer, pair);
      List<Link> links = new ArrayList<>();
      for (int i = 0; confidences != null && i < confidences.length; ++i) {
        links.add(new Link(tokens[2 * i], tokens[2 * i + 1], confidences[i]));
      }
      return Collections.unmodifiableList(links);
    }
  }

  /**
   * Carries what a tagger says of the source side over the links.
   *
   * @param tagger of the source language
   * @param labels what of it
   * @param options of "project", or null
   * @return the target side, with votes or labels
   * @throws WeftException.InvalidArgument where a label has no counterpart on the target side
   * @throws WeftException.WrongState where nothing can be projected
   */
  public Projection project(Tagger tagger, Labels labels, Options options) {
    int want = Arguments.notNull(labels, "labels") == Labels.SOFT ? WANT_MARGINALS : 0;
    Arguments.notNull(tagger, "tagger");
    try (Corpus source = source()) {
      return tagger.withResult(source, want, (corpus, result) -> project(result, options));
    }
  }

  /**
   * Carries the gold labels of the source side over the links.
   *
   * @param options of "project", or null
   * @return the target side, with votes or labels
   * @throws WeftException.WrongState where the source side has none
   */
  public Projection projectGold(Options options) {
    return project(0, options);
  }

  private Projection project(long result, Options options) {
    try (Options copy = Options.copy(options); Use o = use(copy); Use use = use()) {
      return new Projection(Native.weft_bitext_project(use.pointer, result, o.pointer));
    }
  }
}
