using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Builds a corpus sentence by sentence: begin one with its tokens, add what belongs to it,
/// begin the next; finish. What is wrong with a sentence is reported when it is complete.</summary>
public sealed unsafe class CorpusBuilder : IDisposable
{
    private readonly object _gate = new();
    private readonly BuilderHandle _handle;
    private readonly FlatTexts _flat = new();

    /// <summary>An empty corpus to be.</summary>
    /// <param name="reading">Options of "read", which declare labels and the tag scheme; null: the
    /// defaults.</param>
    public CorpusBuilder(Options? reading = null)
    {
        NativeLibraries.Load();
        using OptionsHandle options = Options.Copy(reading);
        Native.weft_corpus_builder_new(options, out _handle);
    }

    /// <summary>Begins a sentence.</summary>
    public CorpusBuilder Sentence(IReadOnlyList<string> tokens, string id = "")
    {
        using var text = new PinnedText(id, nameof(id));
        NativeArray name = id.Length == 0 ? default : text.Array;
        return Send(tokens, nameof(tokens), (bytes, offsets) =>
            Native.weft_corpus_builder_sentence(_handle, bytes, offsets, name));
    }

    /// <summary>A further column of the sentence, such as "pos", a text a token. Every sentence has
    /// the columns of the first.</summary>
    public CorpusBuilder Column(string name, IReadOnlyList<string> texts)
    {
        using var text = new PinnedText(name, nameof(name));
        NativeArray column = text.Array;
        return Send(texts, nameof(texts), (bytes, offsets) =>
            Native.weft_corpus_builder_column(_handle, column, bytes, offsets));
    }

    /// <summary>Gold labels of the sentence, one a token; "" where a token has none.</summary>
    public CorpusBuilder Labels(IReadOnlyList<string> labels) =>
        Send(labels, nameof(labels), (bytes, offsets) =>
            Native.weft_corpus_builder_labels(_handle, bytes, offsets));

    /// <summary>Votes of a source on the sentence, one a token; "" where it abstains.</summary>
    public CorpusBuilder Votes(string source, IReadOnlyList<string> labels)
    {
        using var text = new PinnedText(source, nameof(source));
        NativeArray name = text.Array;
        return Send(labels, nameof(labels), (bytes, offsets) =>
            Native.weft_corpus_builder_votes(_handle, name, bytes, offsets));
    }

    /// <summary>Distributions of a source over labels, [tokens, labels] row-major; a row of zeros
    /// abstains.</summary>
    public CorpusBuilder SoftVotes(string source, IReadOnlyList<string> labels,
                                   ReadOnlySpan<float> probabilities)
    {
        using var text = new PinnedText(source, nameof(source));
        NativeArray name = text.Array;
        fixed (float* data = probabilities)
        {
            var values = new NativeArray(data, probabilities.Length);
            return Send(labels, nameof(labels), (bytes, offsets) =>
            {
                if (offsets.size == 0 || values.size % offsets.size != 0)
                {
                    throw new ArgumentException(
                        $"expected a row of {offsets.size} probabilities for each token, found " +
                        $"{values.size} in all", nameof(probabilities));
                }
                Native.weft_corpus_builder_soft_votes(_handle, name, bytes, offsets, values);
            });
        }
    }

    /// <summary>The host's own vectors of the sentence's tokens, [tokens, width] row-major, which
    /// chmm reads without an encoder. Every sentence that has tokens has them, or none.</summary>
    public CorpusBuilder Embeddings(ReadOnlySpan<float> values, int width)
    {
        if (width <= 0)
        {
            throw new ArgumentOutOfRangeException(nameof(width), width, "expected 1 or more");
        }
        lock (_gate)
        {
            fixed (float* data = values)
            {
                Native.weft_corpus_builder_embeddings(
                    _handle, new NativeArray(data, values.Length), (nuint)width);
            }
        }
        return this;
    }

    /// <summary>An attribute of a token of the sentence, for taggers with features=attributes.
    /// </summary>
    public CorpusBuilder Attribute(int token, string name, float value = 1)
    {
        using var attribute = new PinnedText(name, nameof(name));
        if (token < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(token), token, "there is no such token");
        }
        lock (_gate)
        {
            Native.weft_corpus_builder_attribute(_handle, (nuint)token, attribute.Array, value);
        }
        return this;
    }

    /// <summary>Hands the corpus over; what follows is a <see cref="WeftClosedException"/>.
    /// </summary>
    public Corpus Finish()
    {
        lock (_gate)
        {
            Native.weft_corpus_builder_finish(_handle, out CorpusHandle corpus);
            return new Corpus(corpus);
        }
    }

    /// <summary>Closes the native builder. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();

    private CorpusBuilder Send(IReadOnlyList<string> texts, string parameter, FlatTexts.Call call)
    {
        lock (_gate) _flat.Fill(texts, parameter).Send(call);
        return this;
    }
}
