using System;
using System.Collections.Generic;
using System.IO;

namespace Weft;

/// <summary>A trained model. Immutable: any number of threads may use one. Dispose of it: its memory
/// is native, and taggers of it keep it open for as long as they need it.</summary>
public sealed unsafe class Model : IDisposable
{
    private readonly ModelHandle _handle;

    private Model(ModelHandle handle, NativeWeight weight)
    {
        _handle = handle;
        Weight = weight;
        handle.Weigh(weight);
        LabelNames = Borrowed.Names(_handle, Native.weft_model_label_count(_handle),
                                    Native.weft_model_label);
    }

    internal ModelHandle Handle => _handle;

    internal NativeWeight Weight { get; }

    internal string[] LabelNames { get; }

    internal SpanTypes Types { get; } = new();

    /// <summary>Reads a model file.</summary>
    /// <exception cref="WeftNotFoundException">There is no such file.</exception>
    /// <exception cref="WeftIOException">It cannot be read.</exception>
    /// <exception cref="WeftFormatException">It is no model.</exception>
    /// <exception cref="WeftVersionException">A newer release wrote it.</exception>
    /// <exception cref="WeftCorruptException">It is cut or changed.</exception>
    public static Model Load(string path)
    {
        NativeLibraries.Load();
        using var bytes = PinnedText.Name(path, nameof(path));
        Native.weft_model_load(bytes.Array, out ModelHandle model);
        var file = new FileInfo(path);
        return new Model(model, WeightOf(file.Exists ? file.Length : 0));
    }

    /// <summary>Reads the bytes of a model file.</summary>
    public static Model Load(ReadOnlySpan<byte> bytes)
    {
        NativeLibraries.Load();
        fixed (byte* data = bytes)
        {
            Native.weft_model_load_memory(new NativeArray(data, bytes.Length),
                                          out ModelHandle model);
            return new Model(model, WeightOf(bytes.Length));
        }
    }

    /// <summary>What a run has trained; saved once to learn its size, which is little beside that.
    /// </summary>
    internal static Model Trained(ModelHandle model)
    {
        Native.weft_model_save_memory(model, default, out nuint size);
        return new Model(model, WeightOf((long)size));
    }

    /// <summary>Writes a model file; a reader sees the old file or the new one, whole.</summary>
    public void Save(string path)
    {
        using var bytes = PinnedText.Name(path, nameof(path));
        Native.weft_model_save(_handle, bytes.Array);
    }

    /// <summary>The bytes of the model's file.</summary>
    public byte[] ToBytes()
    {
        Native.weft_model_save_memory(_handle, default, out nuint size);
        var bytes = new byte[ArrayLength.Of(size)];
        fixed (byte* to = bytes)
        {
            Native.weft_model_save_memory(_handle, new NativeArray(to, bytes.Length), out _);
        }
        return bytes;
    }

    /// <summary>The method that it was trained with.</summary>
    public string Method => Text(Native.weft_model_method);

    /// <summary>Its tag scheme, as <see cref="Corpus.Scheme"/> names them.</summary>
    public string Scheme => Text(Native.weft_model_scheme);

    /// <summary>It labels votes (an aggregator) and not tokens (a tagger).</summary>
    public bool ReadsVotes => Native.weft_model_reads(_handle) == 1;

    /// <summary>The names of its labels, by id.</summary>
    public IReadOnlyList<string> Labels => LabelNames;

    /// <summary>Facts for people: what the model holds ("features", "452755"), then every option
    /// that it was trained with ("option.c2"), then metadata ("metadata.name").</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Facts
    {
        get
        {
            nuint count = Native.weft_model_fact_count(_handle);
            string[] keys = Borrowed.Names(_handle, count, Native.weft_model_fact_key);
            string[] values = Borrowed.Names(_handle, count, Native.weft_model_fact_value);
            var facts = new KeyValuePair<string, string>[keys.Length];
            for (int i = 0; i < keys.Length; ++i) facts[i] = new(keys[i], values[i]);
            return facts;
        }
    }

    /// <summary>A copy of the model with a text of yours (name, date) that its file keeps.
    /// </summary>
    public Model WithMetadata(string key, string value)
    {
        using var name = new PinnedText(key, nameof(key));
        using var text = new PinnedText(value, nameof(value));
        Native.weft_model_with_metadata(_handle, name.Array, text.Array, out ModelHandle model);
        return new Model(model, new NativeWeight(Weight.Bytes));
    }

    /// <summary>A copy of the model, its weights shared, with another value of an option of decoding,
    /// such as <c>constrained</c>, or <c>decode</c> of the hidden CRF.</summary>
    /// <exception cref="WeftNotFoundException">The method has no such option.</exception>
    /// <exception cref="WeftArgumentException">It is an option of training, or cannot have that
    /// value.</exception>
    public Model WithOption(string key, string value)
    {
        using var name = PinnedText.Name(key, nameof(key));
        using var text = new PinnedText(value, nameof(value));
        Native.weft_model_with_option(_handle, name.Array, text.Array, out ModelHandle model);
        return new Model(model, new NativeWeight(Weight.Bytes));
    }

    /// <summary>A text that <see cref="WithMetadata"/> put there.</summary>
    /// <exception cref="WeftNotFoundException">There is none of that key.</exception>
    public string Metadata(string key)
    {
        using var name = new PinnedText(key, nameof(key));
        using var lease = _handle.Borrow();
        Native.weft_model_metadata(_handle, name.Array, out NativeArray text);
        return Utf8.From(text);
    }

    /// <summary>What an aggregator believes about each source; empty for a tagger.</summary>
    public IReadOnlyList<Source> Sources
    {
        get
        {
            string[] names = Borrowed.Names(_handle, Native.weft_model_source_count(_handle),
                                            Native.weft_model_source);
            var sources = new Source[names.Length];
            for (int i = 0; i < names.Length; ++i) sources[i] = Describe(names[i], (nuint)i);
            return sources;
        }
    }

    /// <summary>Closes the native model, when no tagger uses it any longer. Doing so again does
    /// nothing.</summary>
    public void Dispose() => _handle.Dispose();

    // A model takes more memory than its file does: it has indexes besides.
    private static NativeWeight WeightOf(long saved) => new(3 * saved);

    private Source Describe(string name, nuint i)
    {
        using var lease = _handle.Borrow();
        Native.weft_model_source_confusion(_handle, i, out NativeArray values);
        double[] cells = Borrowed.Doubles(values);
        int columns = LabelNames.Length + 1;
        var confusion = new IReadOnlyList<double>[cells.Length / columns];
        for (int k = 0; k < confusion.Length; ++k)
        {
            confusion[k] = Array.AsReadOnly(cells.AsSpan(k * columns, columns).ToArray());
        }
        return new Source(name, Native.weft_model_source_accuracy(_handle, i),
                          Native.weft_model_source_weight(_handle, i),
                          Native.weft_model_source_adversarial(_handle, i) != 0,
                          Array.AsReadOnly(confusion), Array.AsReadOnly(Reliability(i)));
    }

    // Rows as of weft_model_source_reliability.
    private TypeReliability[] Reliability(nuint source)
    {
        string[] types = Borrowed.Names(_handle, Native.weft_model_type_count(_handle),
                                        Native.weft_model_type);
        Native.weft_model_source_reliability(_handle, source, out NativeArray values);
        double[] rows = Borrowed.Doubles(values);
        if (rows.Length == 0) return [];
        int columns = rows.Length / types.Length;
        var all = new TypeReliability[types.Length];
        for (int t = 0; t < all.Length; ++t)
        {
            ReadOnlySpan<double> row = rows.AsSpan(t * columns, columns);
            all[t] = new TypeReliability(types[t], new Share(row[0], row[1], row[2], row[6]),
                                         new Share(row[3], row[4], row[5], row[7]));
        }
        return all;
    }

    private string Text(Func<ModelHandle, IntPtr> getter)
    {
        using var lease = _handle.Borrow();
        return Utf8.FromTerminated(getter(_handle));
    }
}
