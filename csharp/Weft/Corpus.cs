using System;
using System.Collections.Generic;
using System.Linq;

namespace Weft;

/// <summary>Sentences of tokens with gold labels and votes of sources, each where there are any.
/// Immutable: any number of threads may use one. Dispose of it: its memory is native.</summary>
public sealed partial class Corpus : IDisposable
{
    // Roughly what the engine needs: a word, where it lies and its gold label; an id.
    private const int BytesOfToken = 40;
    private const int BytesOfVote = 4;

    private readonly CorpusHandle _handle;
    private readonly Lazy<string[]> _labels;
    private readonly Lazy<string[]> _sources;

    internal Corpus(CorpusHandle handle)
    {
        _handle = handle;
        Weight = new NativeWeight(
            (long)Native.weft_corpus_token_count(handle) *
            (BytesOfToken + BytesOfVote * (long)Native.weft_corpus_source_count(handle)));
        handle.Weigh(Weight);
        _labels = new(() => Borrowed.Names(_handle, Native.weft_corpus_label_count(_handle),
                                           Native.weft_corpus_label));
        _sources = new(() => Borrowed.Names(_handle, Native.weft_corpus_source_count(_handle),
                                            Native.weft_corpus_source));
    }

    internal CorpusHandle Handle => _handle;

    internal NativeWeight Weight { get; }

    /// <summary>The number of sentences.</summary>
    public int SentenceCount => checked((int)Native.weft_corpus_sentence_count(_handle));

    /// <summary>The number of tokens of all sentences.</summary>
    public int TokenCount => checked((int)Native.weft_corpus_token_count(_handle));

    /// <summary>The names of the labels, by id.</summary>
    public IReadOnlyList<string> Labels => _labels.Value;

    /// <summary>The names of the sources of votes.</summary>
    public IReadOnlyList<string> Sources => _sources.Value;

    /// <summary>Whether any token has a gold label.</summary>
    public bool HasGold => Native.weft_corpus_has_gold(_handle) != 0;

    /// <summary>Whether any source voted.</summary>
    public bool HasVotes => Native.weft_corpus_has_votes(_handle) != 0;

    /// <summary>"plain", "io", "iob1", "iob2", "ioe1", "ioe2", "iobes" or "bilou".</summary>
    public string Scheme
    {
        get
        {
            using var lease = _handle.Borrow();
            return Utf8.FromTerminated(Native.weft_corpus_scheme(_handle));
        }
    }

    /// <summary>Character spans that reading widened to token bounds.</summary>
    public long SpansExpanded => Native.weft_corpus_spans_expanded(_handle);

    /// <summary>Character spans that reading dropped.</summary>
    public long SpansDropped => Native.weft_corpus_spans_dropped(_handle);

    /// <summary>The tokens of a sentence.</summary>
    /// <exception cref="WeftNotFoundException">There is no such sentence.</exception>
    public IReadOnlyList<string> Tokens(int sentence)
    {
        Id(sentence);  // Fails where there is no such sentence.
        using var lease = _handle.Borrow();
        nuint begin = Native.weft_corpus_sentence_begin(_handle, (nuint)sentence);
        nuint end = Native.weft_corpus_sentence_begin(_handle, (nuint)sentence + 1);
        var tokens = new string[(int)(end - begin)];
        for (int i = 0; i < tokens.Length; ++i)
        {
            Native.weft_corpus_token(_handle, begin + (nuint)i, out NativeArray text);
            tokens[i] = Utf8.From(text);
        }
        return tokens;
    }

    /// <summary>The id of a sentence; "" where it has none.</summary>
    /// <exception cref="WeftNotFoundException">There is no such sentence.</exception>
    public string Id(int sentence)
    {
        using var lease = _handle.Borrow();
        Native.weft_corpus_sentence_id(_handle, Sentence(sentence), out NativeArray text);
        return Utf8.From(text);
    }

    /// <summary>The text that a sentence was read from; "" where it came as tokens.</summary>
    /// <exception cref="WeftNotFoundException">There is no such sentence.</exception>
    public string Text(int sentence)
    {
        using var lease = _handle.Borrow();
        Native.weft_corpus_text(_handle, Sentence(sentence), out NativeArray text);
        return Utf8.From(text);
    }

    /// <summary>The gold labels of a sentence, null at a token that has none.</summary>
    /// <exception cref="WeftNotFoundException">There is no such sentence.</exception>
    public IReadOnlyList<string?> Gold(int sentence)
    {
        using var lease = _handle.Borrow();
        Native.weft_corpus_gold(_handle, Sentence(sentence), out NativeArray ids);
        return Named(Borrowed.Ints(ids));
    }

    /// <summary>The votes of a source on a sentence, null at a token where it abstains; null where
    /// it did not annotate the sentence.</summary>
    /// <param name="sentence">The index of the sentence.</param>
    /// <param name="source">The index of the source among <see cref="Sources"/>.</param>
    /// <exception cref="WeftNotFoundException">There is no such sentence or source.</exception>
    public unsafe IReadOnlyList<string?>? Votes(int sentence, int source)
    {
        using var lease = _handle.Borrow();
        Native.weft_corpus_votes(_handle, Sentence(sentence), Source(source),
                                 out NativeArray ids);
        return ids.data is null ? null : Named(Borrowed.Ints(ids));
    }

    /// <summary>The distributions of a source over <see cref="Labels"/> on a sentence, [tokens,
    /// labels]; a row of zeros where it abstains. Null where its votes there are hard, or missing;
    /// <see cref="Votes"/> gives the most probable labels.</summary>
    /// <param name="sentence">The index of the sentence.</param>
    /// <param name="source">The index of the source among <see cref="Sources"/>.</param>
    /// <exception cref="WeftNotFoundException">There is no such sentence or source.</exception>
    public unsafe float[,]? SoftVotes(int sentence, int source)
    {
        using var lease = _handle.Borrow();
        Native.weft_corpus_soft_votes(_handle, Sentence(sentence), Source(source),
                                      out NativeArray values);
        if (values.data is null) return null;
        var rows = new ReadOnlySpan<float>(values.data, ArrayLength.Of(values.size));
        int labels = _labels.Value.Length;
        var table = new float[rows.Length / labels, labels];
        fixed (float* to = table) rows.CopyTo(new Span<float>(to, table.Length));
        return table;
    }

    /// <summary>Where each token of the corpus stands: first and past-the-last UTF-16 unit in the
    /// text of its sentence, or, where that came as tokens, in its tokens joined by single blanks.
    /// </summary>
    public IReadOnlyList<(int Begin, int End)> TokenBounds()
    {
        long[] bounds = Utf16Bounds(_handle, TokenCount);
        return Enumerable.Range(0, bounds.Length / 2)
            .Select(t => ((int)bounds[2 * t], (int)bounds[2 * t + 1])).ToArray();
    }

    /// <summary>The same corpus with the result's labels as its gold labels.</summary>
    public Corpus WithLabels(Result result)
    {
        if (result is null) throw new ArgumentNullException(nameof(result));
        Native.weft_corpus_with_labels(_handle, result.Handle, out CorpusHandle labelled);
        return new Corpus(labelled);
    }

    /// <summary>The sentences of those indices, in that order, with all that they have.</summary>
    /// <exception cref="WeftNotFoundException">There is no sentence of an index.</exception>
    public unsafe Corpus Select(IReadOnlyList<int> sentences)
    {
        if (sentences is null) throw new ArgumentNullException(nameof(sentences));
        int[] copy = ArrayLength.Copy(sentences);
        var indices = new nuint[copy.Length];
        for (int i = 0; i < copy.Length; ++i) indices[i] = Sentence(copy[i]);
        fixed (nuint* from = indices)
        {
            Native.weft_corpus_select(_handle, new NativeArray(from, indices.Length),
                                      out CorpusHandle selected);
            return new Corpus(selected);
        }
    }

    /// <summary>The sentences of this corpus, then those of another, with the labels, sources and
    /// columns of both, in the tag scheme of the first that has labels.</summary>
    /// <exception cref="WeftArgumentException">Only one has attributes or embeddings.</exception>
    /// <exception cref="WeftUnsupportedException">Distributions are in another scheme.</exception>
    public Corpus Join(Corpus other)
    {
        if (other is null) throw new ArgumentNullException(nameof(other));
        Native.binding_corpus_join(_handle, other._handle, out CorpusHandle joined);
        return new Corpus(joined);
    }

    /// <summary>Closes the native corpus. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();

    internal static unsafe long[] Utf16Bounds(CorpusHandle corpus, int tokens)
    {
        const int utf16 = 2;
        var bounds = new long[ArrayLength.Of(2L * tokens)];
        fixed (long* to = bounds)
        {
            Native.weft_corpus_offsets(corpus, utf16, new NativeArray(to, bounds.Length));
        }
        return bounds;
    }

    /// <summary>First tokens of all sentences, and the number of tokens at the end: in one call.
    /// </summary>
    internal static unsafe int[] SentenceBegins(CorpusHandle corpus)
    {
        var begins = new int[ArrayLength.Of(Native.weft_corpus_sentence_count(corpus) + 1)];
        ArrayLength.Of(Native.weft_corpus_token_count(corpus));
        fixed (int* to = begins)
        {
            Native.binding_sentence_begins(corpus, new NativeArray(to, begins.Length));
        }
        return begins;
    }

    private nuint Sentence(int index) =>
        index >= 0 ? (nuint)index : throw None("sentence", index, SentenceCount);

    private nuint Source(int index) =>
        index >= 0 ? (nuint)index : throw None("source", index, Sources.Count);

    // What the engine says of an index that is too large; to it a negative one is none.
    private static WeftNotFoundException None(string what, int index, int count) =>
        new($"there is no {what} {index}; the corpus has {count}");

    private string?[] Named(int[] ids) =>
        Array.ConvertAll(ids, id => id < 0 ? null : _labels.Value[id]);
}
