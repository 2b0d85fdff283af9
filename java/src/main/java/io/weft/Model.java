package io.weft;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A trained model. Immutable; any number of threads may use it. Close it: it is native memory, of
 * the size of its file and more, which the garbage collector does not see.
 */
public final class Model extends NativeObject {
  Model(long pointer) {
    super("model", pointer, Native::weft_model_free);
  }

  /**
   * Loads a model.
   *
   * @param path of its file
   * @return the model
   * @throws WeftException.BadModel where the file is damaged, or of a newer format
   * @throws WeftException.InputOutput where it cannot be read
   */
  public static Model load(Path path) {
    byte[] name = Arguments.path(path, "path");
    return new Model(NativeLibrary.withPlugin(() -> Native.weft_model_load(name)));
  }

  /**
   * Loads a model from memory.
   *
   * @param bytes of its file
   * @return the model
   */
  public static Model load(byte[] bytes) {
    Arguments.notNull(bytes, "bytes");
    return new Model(NativeLibrary.withPlugin(() -> Native.weft_model_load_memory(bytes)));
  }

  /**
   * Saves the model. A reader sees the old file or the new one, whole.
   *
   * @param path of the file
   */
  public void save(Path path) {
    try (Use use = use()) {
      Native.weft_model_save(use.pointer, Arguments.path(path, "path"));
    }
  }

  /**
   * The bytes of its file.
   *
   * @return what {@link #load(byte[])} takes
   */
  public byte[] toBytes() {
    try (Use use = use()) {
      return Buffers.fill(buffer -> Native.weft_model_save_memory(use.pointer, buffer));
    }
  }

  /**
   * The method that made it.
   *
   * @return its name
   */
  public String method() {
    try (Use use = use()) {
      return Text.decode(Native.weft_model_method(use.pointer));
    }
  }

  /**
   * The tag scheme of its labels.
   *
   * @return such as "iob2"
   */
  public String scheme() {
    try (Use use = use()) {
      return Text.decode(Native.weft_model_scheme(use.pointer));
    }
  }

  /**
   * Whether it reads votes (an aggregator) or tokens (a tagger).
   *
   * @return true for votes
   */
  public boolean readsVotes() {
    try (Use use = use()) {
      return Native.weft_model_reads(use.pointer) == 1;
    }
  }

  /**
   * Its labels; ids count through them.
   *
   * @return their names
   */
  public List<String> labels() {
    try (Use use = use()) {
      return Corpus.names(Native.weft_model_label_count(use.pointer),
          i -> Native.weft_model_label(use.pointer, i));
    }
  }

  /**
   * Facts for people: what it holds, then every option that it was trained with ("option.l2"), then
   * metadata ("metadata.name").
   *
   * @return in print order
   */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    try (Use use = use()) {
      long count = Native.weft_model_fact_count(use.pointer);
      for (long i = 0; i < count; ++i) {
        facts.put(Text.decode(Native.weft_model_fact_key(use.pointer, i)),
            Text.decode(Native.weft_model_fact_value(use.pointer, i)));
      }
    }
    return Collections.unmodifiableMap(facts);
  }

  /**
   * A text of the host's that the model's file keeps.
   *
   * @param key of the text
   * @return the text, where there is one
   */
  public Optional<String> metadata(String key) {
    try (Use use = use()) {
      return Optional.of(
          Text.decode(Native.weft_model_metadata(use.pointer, Text.encode(key, "key"))));
    } catch (WeftException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * A copy of the model with a text of the host's, such as a name or a date.
   *
   * @param key of the text
   * @param value the text
   * @return the copy
   */
  public Model withMetadata(String key, String value) {
    try (Use use = use()) {
      return new Model(Native.weft_model_with_metadata(use.pointer, Text.encode(key, "key"),
          Text.encode(value, "value")));
    }
  }

  /**
   * A copy of the model, its weights shared, with another value of an option of decoding, such as
   * {@code constrained}, or {@code decode} of the hidden CRF.
   *
   * @param key of the option
   * @param value its value as text
   * @return the copy
   * @throws WeftException.NotFound where the method has no such option; the nearest is named
   * @throws WeftException.InvalidArgument where it is one of training, or the value is not allowed
   */
  public Model withOption(String key, String value) {
    try (Use use = use()) {
      return new Model(Native.weft_model_with_option(use.pointer, Text.encode(key, "key"),
          Text.encode(value, "value")));
    }
  }

  /**
   * What an aggregator believes about each source.
   *
   * @return empty for a tagger
   */
  public List<SourceInfo> sources() {
    List<SourceInfo> sources = new ArrayList<>();
    try (Use use = use()) {
      int labels = Math.toIntExact(Native.weft_model_label_count(use.pointer));
      long count = Native.weft_model_source_count(use.pointer);
      List<String> types = Corpus.names(Native.weft_model_type_count(use.pointer),
          i -> Native.weft_model_type(use.pointer, i));
      for (long i = 0; i < count; ++i) {
        double[] flat = Native.weft_model_source_confusion(use.pointer, i);
        double[][] confusion = new double[labels][];
        for (int k = 0; k < labels; ++k) {
          confusion[k] = Arrays.copyOfRange(flat, k * (labels + 1), (k + 1) * (labels + 1));
        }
        sources.add(new SourceInfo(Text.decode(Native.weft_model_source(use.pointer, i)),
            Native.weft_model_source_accuracy(use.pointer, i),
            Native.weft_model_source_weight(use.pointer, i),
            Native.weft_model_source_adversarial(use.pointer, i) != 0, confusion,
            reliability(types, Native.weft_model_source_reliability(use.pointer, i))));
      }
    }
    return Collections.unmodifiableList(sources);
  }

  /** Rows as of weft_model_source_reliability. */
  private static List<SourceInfo.Reliability> reliability(List<String> types, double[] rows) {
    List<SourceInfo.Reliability> all = new ArrayList<>();
    int columns = rows.length / Math.max(1, types.size());
    for (int i = 0; i < rows.length; i += columns) {
      all.add(new SourceInfo.Reliability(types.get(i / columns),
          new SourceInfo.Share(rows[i], rows[i + 1], rows[i + 2], rows[i + 6]),
          new SourceInfo.Share(rows[i + 3], rows[i + 4], rows[i + 5], rows[i + 7])));
    }
    return all;
  }
}
