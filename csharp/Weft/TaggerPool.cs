using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Weft;

/// <summary>Taggers of one model for services: any number of threads tag with it at once, each with
/// a tagger of its own for as long as it needs one.</summary>
public sealed class TaggerPool : IDisposable
{
    private const int BatchSize = 1000;

    private readonly ConcurrentBag<Tagger> _idle = [];
    private readonly Model _model;
    private volatile bool _disposed;

    /// <summary>A pool without taggers yet. The model must stay open as long as it.</summary>
    public TaggerPool(Model model) => _model = model ?? throw new ArgumentNullException(nameof(model));

    /// <summary>A tagger of this thread's own, until the rental is disposed.</summary>
    public Rental Rent()
    {
        if (_disposed) throw new ObjectDisposedException(nameof(TaggerPool));
        return new Rental(this, _idle.TryTake(out Tagger? tagger) ? tagger : new Tagger(_model));
    }

    /// <inheritdoc cref="Tagger.Tag"/>
    public Tagging Tag(IReadOnlyList<string> tokens, Want want = Want.Spans)
    {
        using Rental rental = Rent();
        return rental.Tagger.Tag(tokens, want);
    }

    /// <inheritdoc cref="Tagger.TagText(string, Want)"/>
    public Tagging TagText(string text, Want want = Want.Spans)
    {
        using Rental rental = Rent();
        return rental.Tagger.TagText(text, want);
    }

    /// <summary>Tags sentences of tokens in batches, on several threads at once; in order.</summary>
    /// <param name="sentences">The tokens of each sentence.</param>
    /// <param name="want">What to give beside labels.</param>
    /// <param name="threads">Threads at most; 0: one a core.</param>
    public IReadOnlyList<Tagging> TagSentences(IReadOnlyList<IReadOnlyList<string>> sentences,
                                               Want want = Want.Spans, int threads = 0) =>
        InBatches(sentences ?? throw new ArgumentNullException(nameof(sentences)), threads,
                  (tagger, batch) => tagger.TagSentences(batch, want));

    /// <summary>Tags texts in batches, on several threads at once; in order.</summary>
    /// <param name="texts">The texts.</param>
    /// <param name="want">What to give beside labels.</param>
    /// <param name="threads">Threads at most; 0: one a core.</param>
    public IReadOnlyList<Tagging> TagTexts(IReadOnlyList<string> texts, Want want = Want.Spans,
                                           int threads = 0) =>
        InBatches(texts ?? throw new ArgumentNullException(nameof(texts)), threads,
                  (tagger, batch) => tagger.TagTexts(batch, want));

    /// <summary>Closes the idle taggers; those that are rented close when they come back.</summary>
    public void Dispose()
    {
        _disposed = true;
        while (_idle.TryTake(out Tagger? tagger)) tagger.Dispose();
    }

    private Tagging[] InBatches<T>(IReadOnlyList<T> inputs, int threads,
                                   Func<Tagger, IReadOnlyList<T>, IReadOnlyList<Tagging>> tag)
    {
        var taggings = new Tagging[inputs.Count];
        int batches = (inputs.Count + BatchSize - 1) / BatchSize;
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = threads > 0 ? threads : Environment.ProcessorCount,
        };
        Parallel.For(0, batches, parallel, batch =>
        {
            int begin = batch * BatchSize;
            var part = new Slice<T>(inputs, begin, Math.Min(BatchSize, inputs.Count - begin));
            using Rental rental = Rent();
            IReadOnlyList<Tagging> tagged = tag(rental.Tagger, part);
            for (int i = 0; i < tagged.Count; ++i) taggings[begin + i] = tagged[i];
        });
        return taggings;
    }

    private void TakeBack(Tagger tagger)
    {
        _idle.Add(tagger);
        if (_disposed) Dispose();
    }

    /// <summary>A tagger on loan; disposing it gives the tagger back.</summary>
    public sealed class Rental : IDisposable
    {
        private TaggerPool? _pool;
        private readonly Tagger _tagger;

        internal Rental(TaggerPool pool, Tagger tagger)
        {
            _pool = pool;
            _tagger = tagger;
        }

        /// <summary>The tagger.</summary>
        public Tagger Tagger =>
            _pool is null ? throw new ObjectDisposedException(nameof(Rental)) : _tagger;

        /// <summary>Gives the tagger back. Doing so again does nothing.</summary>
        public void Dispose() =>
            System.Threading.Interlocked.Exchange(ref _pool, null)?.TakeBack(_tagger);
    }
}
