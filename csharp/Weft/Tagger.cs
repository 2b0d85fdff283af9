using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Decodes with one model. It holds buffers that it uses again, so make one per thread, or
/// take a <see cref="TaggerPool"/>; two threads that share one wait for each other. A batch of
/// sentences crosses into the engine once and its labels come back in one array.</summary>
public sealed class Tagger : IDisposable
{
    private readonly object _gate = new();
    private readonly TaggerHandle _handle;
    private readonly SentenceBatch _sentences = new();
    private readonly ColumnBatch _columns = new();
    private readonly FlatTexts _texts = new();

    /// <summary>A tagger of a model, which may be disposed at once.</summary>
    public Tagger(Model model)
    {
        if (model is null) throw new ArgumentNullException(nameof(model));
        Native.weft_tagger_new(model.Handle, out _handle);
        _handle.Weigh(model.Weight);
        LabelNames = model.LabelNames;
        Types = model.Types;
    }

    /// <summary>Sets how many threads decode a corpus, 1 at first; 0: one per core. What they find
    /// is the same.</summary>
    /// <exception cref="WeftArgumentException">It is negative, or beyond all measure.</exception>
    public void SetThreads(int threads)
    {
        lock (_gate)
        {
            Native.weft_tagger_set_threads(_handle, threads);
        }
    }

    private string[] LabelNames { get; }

    private SpanTypes Types { get; }

    /// <summary>Tags one sentence of tokens.</summary>
    /// <exception cref="ArgumentException">A token is null or holds a lone surrogate; the message
    /// names it.</exception>
    public Tagging Tag(IReadOnlyList<string> tokens, Want want = Want.Spans)
    {
        lock (_gate)
        {
            _sentences.Clear();
            _sentences.AddSentence(tokens, 0, nameof(tokens));
            using CorpusHandle corpus = _sentences.ToCorpus();
            return Decode(corpus, _sentences.SentenceBegins(), want)[0];
        }
    }

    /// <summary>Tags sentences of tokens.</summary>
    /// <exception cref="ArgumentException">A token is null or holds a lone surrogate; the message
    /// names it.</exception>
    public IReadOnlyList<Tagging> TagSentences(IReadOnlyList<IReadOnlyList<string>> sentences,
                                               Want want = Want.Spans) =>
        TagSentences(sentences, 0, want);

    // The first is number `first` of what errors count.
    internal Tagging[] TagSentences(IReadOnlyList<IReadOnlyList<string>> sentences, int first,
                                    Want want)
    {
        lock (_gate)
        {
            _sentences.Clear();
            _sentences.AddSentences(sentences, first, nameof(sentences));
            using CorpusHandle corpus = _sentences.ToCorpus();
            return Decode(corpus, _sentences.SentenceBegins(), want);
        }
    }

    /// <summary>Tags sentences that have more columns than their tokens, such as parts of speech
    /// that the model's templates read.</summary>
    /// <param name="names">The names of the columns; the first is "token".</param>
    /// <param name="sentences">By sentence, by column, the texts of its tokens.</param>
    /// <param name="want">What to give beside labels.</param>
    /// <exception cref="ArgumentException">A list or text is null, a text holds a lone surrogate, or
    /// a column has not a text a token; the message names sentence and column.</exception>
    public IReadOnlyList<Tagging> TagColumns(
        IReadOnlyList<string> names,
        IReadOnlyList<IReadOnlyList<IReadOnlyList<string>>> sentences, Want want = Want.Spans)
    {
        lock (_gate)
        {
            _columns.Fill(names, sentences, nameof(sentences));
            using CorpusHandle corpus = _columns.ToCorpus();
            return Decode(corpus, _columns.SentenceBegins(), want);
        }
    }

    /// <summary>Tags a text, cut into words and punctuation. Spans have offsets into it.</summary>
    /// <exception cref="ArgumentException">The text holds a lone surrogate.</exception>
    public Tagging TagText(string text, Want want = Want.Spans)
    {
        if (text is null) throw new ArgumentNullException(nameof(text));
        lock (_gate)
        {
            _texts.Clear();
            _texts.Add(text.AsSpan(), nameof(text));
            return DecodeTexts([text], want)[0];
        }
    }

    /// <inheritdoc cref="TagText(string, Want)"/>
    public Tagging TagText(ReadOnlySpan<char> text, Want want = Want.Spans) =>
        TagText(text.ToString(), want);

    /// <summary>Tags texts, each as one sentence.</summary>
    /// <exception cref="ArgumentException">A text is null or holds a lone surrogate; the message
    /// names it.</exception>
    public IReadOnlyList<Tagging> TagTexts(IReadOnlyList<string> texts, Want want = Want.Spans) =>
        TagTexts(ArrayLength.Copy(texts ?? throw new ArgumentNullException(nameof(texts))), 0, want);

    // Likewise; the texts must stay as they are.
    internal Tagging[] TagTexts(IReadOnlyList<string> texts, int first, Want want)
    {
        lock (_gate)
        {
            _texts.Fill(texts, nameof(texts), first);
            return DecodeTexts(texts, want);
        }
    }

    /// <summary>Decodes a corpus: with an aggregator its votes, with a tagger its tokens.</summary>
    /// <exception cref="WeftArgumentException">The corpus lacks what the model reads.</exception>
    public Result Decode(Corpus corpus, Want want = Want.Spans)
    {
        if (corpus is null) throw new ArgumentNullException(nameof(corpus));
        lock (_gate)
        {
            int[] begins = Corpus.SentenceBegins(corpus.Handle);
            Native.weft_tagger_decode(_handle, corpus.Handle, (int)want, out ResultHandle result);
            long[] bounds = (want & Want.Spans) != 0 ? Bounds(corpus.Handle, begins) : [];
            return new Result(
                result, new DecodedBatch(result, want, LabelNames, Types, begins, bounds)
                {
                    Sources = (want & Want.Support) != 0 ? corpus.Sources : null,
                });
        }
    }

    /// <summary>The k best label sequences of one sentence, best first; fewer where there are not
    /// as many.</summary>
    /// <exception cref="ArgumentException">A token is null or holds a lone surrogate; the message
    /// names it.</exception>
    /// <exception cref="ArgumentOutOfRangeException">k is below 1.</exception>
    public IReadOnlyList<Reading> KBest(IReadOnlyList<string> tokens, int k)
    {
        CheckPaths(k);
        lock (_gate)
        {
            _sentences.Clear();
            _sentences.AddSentence(tokens, 0, nameof(tokens));
            using CorpusHandle corpus = _sentences.ToCorpus();
            return KBest(corpus, _sentences.SentenceBegins(), k)[0];
        }
    }

    /// <summary>The k best label sequences of every sentence of a corpus, best first; fewer where
    /// there are not as many.</summary>
    /// <exception cref="WeftArgumentException">The corpus lacks what the model reads.</exception>
    /// <exception cref="ArgumentOutOfRangeException">k is below 1.</exception>
    public IReadOnlyList<IReadOnlyList<Reading>> KBest(Corpus corpus, int k)
    {
        if (corpus is null) throw new ArgumentNullException(nameof(corpus));
        CheckPaths(k);
        lock (_gate)
        {
            return KBest(corpus.Handle, Corpus.SentenceBegins(corpus.Handle), k);
        }
    }

    /// <summary>How undecided the model is between the k best label sequences of every sentence: the
    /// entropy of their probabilities among themselves, nats.</summary>
    /// <exception cref="WeftArgumentException">The corpus lacks what the model reads.</exception>
    /// <exception cref="ArgumentOutOfRangeException">k is below 1.</exception>
    public double[] KBestEntropies(Corpus corpus, int k) =>
        WithPaths(corpus, k, Want.Labels, Native.weft_result_path_entropies);

    /// <summary>The probabilities of labels by the k best label sequences alone, which are taken to
    /// sum to 1: by token, sentence after sentence, then by label of the model.</summary>
    /// <exception cref="WeftArgumentException">The corpus lacks what the model reads.</exception>
    /// <exception cref="ArgumentOutOfRangeException">k is below 1.</exception>
    public double[] KBestMarginals(Corpus corpus, int k) =>
        WithPaths(corpus, k, Want.Marginals, Native.weft_result_path_marginals);

    /// <summary>Decodes a corpus and scores the labels against its gold labels.</summary>
    /// <exception cref="WeftArgumentException">The corpus lacks what the model reads.</exception>
    public Evaluation Evaluate(Corpus corpus, EvaluationMode mode = EvaluationMode.Strict)
    {
        using Result result = Decode(corpus, Want.Labels);
        return Evaluation.Of(corpus, result, mode);
    }

    /// <summary>Closes the native tagger, when no call uses it any longer. Doing so again does
    /// nothing.</summary>
    public void Dispose() => _handle.Dispose();

    private Tagging[] Decode(CorpusHandle corpus, int[] begins, Want want,
                             IReadOnlyList<string>? texts = null)
    {
        Native.weft_tagger_decode(_handle, corpus, (int)want, out ResultHandle result);
        using (result)
        {
            bool bounded = texts is not null || (want & Want.Spans) != 0;
            long[] bounds = bounded ? Bounds(corpus, begins) : [];
            return new DecodedBatch(result, want, LabelNames, Types, begins, bounds, texts)
                .Taggings();
        }
    }

    private delegate IntPtr Doubles(ResultHandle result, out nuint count);

    private double[] WithPaths(Corpus corpus, int k, Want want, Doubles getter)
    {
        if (corpus is null) throw new ArgumentNullException(nameof(corpus));
        CheckPaths(k);
        lock (_gate)
        {
            Native.weft_tagger_decode_k_best(_handle, corpus.Handle, (nuint)k, (int)want,
                                             out ResultHandle result);
            using (result)
            {
                using var lease = result.Borrow();
                return Borrowed.Doubles(getter(result, out nuint count), count);
            }
        }
    }

    private static void CheckPaths(int k)
    {
        if (k < 1) throw new ArgumentOutOfRangeException(nameof(k), k, "expected at least 1");
    }

    private IReadOnlyList<Reading>[] KBest(CorpusHandle corpus, int[] begins, int k)
    {
        Native.weft_tagger_decode_k_best(_handle, corpus, (nuint)k, (int)Want.Labels,
                                         out ResultHandle result);
        using (result)
        {
            return Reading.Of(result, LabelNames, begins);
        }
    }

    private Tagging[] DecodeTexts(IReadOnlyList<string> texts, Want want)
    {
        using CorpusHandle corpus = SentenceBatch.CorpusOfTexts(_texts);
        return Decode(corpus, Corpus.SentenceBegins(corpus), want, texts);
    }

    private static long[] Bounds(CorpusHandle corpus, int[] begins) =>
        Corpus.Utf16Bounds(corpus, begins[begins.Length - 1]);
}
