using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace Weft;

/// <summary>A fixed number of taggers of one model, for services: any number of threads tag with it at
/// once, each with a tagger of its own for as long as it needs one, and wait while all are in use.
/// </summary>
public sealed class TaggerPool : IDisposable
{
    // Sentences to a task: enough that they are worth one, few enough that all threads get some.
    private const int SmallestBatch = 16;
    private const int LargestBatch = 1000;
    private const int BatchesOfThread = 4;

    private readonly object _gate = new();
    private readonly Stack<Tagger> _idle;
    private bool _disposed;

    /// <summary>A pool of taggers of a model, which may be disposed at once.</summary>
    /// <param name="model">The model.</param>
    /// <param name="size">How many taggers; 0: one a core.</param>
    public TaggerPool(Model model, int size = 0)
    {
        if (size < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(size), size,
                                                  "expected a number of taggers, or 0: one a core");
        }
        Size = size > 0 ? size : Environment.ProcessorCount;
        _idle = new Stack<Tagger>(Size);
        for (int i = 0; i < Size; ++i) _idle.Push(new Tagger(model));
    }

    /// <summary>How many taggers there are: how many threads tag at once, at most.</summary>
    public int Size { get; }

    /// <summary>A tagger of this thread's own, until the rental is disposed. Waits while all are in
    /// use; a thread that holds the last one and asks for another waits for itself.</summary>
    public Rental Rent()
    {
        lock (_gate)
        {
            while (!_disposed && _idle.Count == 0) Monitor.Wait(_gate);
            RefuseIfDisposed();
            return new Rental(this, _idle.Pop());
        }
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

    /// <summary>Tags sentences of tokens with all taggers at once; in order.</summary>
    /// <exception cref="ArgumentException">A token is null or holds a lone surrogate; the message
    /// names it.</exception>
    public IReadOnlyList<Tagging> TagSentences(IReadOnlyList<IReadOnlyList<string>> sentences,
                                               Want want = Want.Spans) =>
        InBatches(sentences ?? throw new ArgumentNullException(nameof(sentences)),
                  (tagger, batch, first) => tagger.TagSentences(batch, first, want));

    /// <summary>Tags texts with all taggers at once, each text as one sentence; in order.</summary>
    /// <exception cref="ArgumentException">A text is null or holds a lone surrogate; the message
    /// names it.</exception>
    public IReadOnlyList<Tagging> TagTexts(IReadOnlyList<string> texts, Want want = Want.Spans) =>
        InBatches(texts ?? throw new ArgumentNullException(nameof(texts)),
                  (tagger, batch, first) => tagger.TagTexts(batch, first, want));

    /// <summary>Closes the taggers, those that are rented when they come back. Whoever waits for one
    /// is refused. Doing so again does nothing.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            while (_idle.Count > 0) _idle.Pop().Dispose();
            Monitor.PulseAll(_gate);
        }
    }

    private delegate Tagging[] Tagged<T>(Tagger tagger, IReadOnlyList<T> batch, int first);

    private Tagging[] InBatches<T>(IReadOnlyList<T> list, Tagged<T> tag)
    {
        lock (_gate) RefuseIfDisposed();
        T[] inputs = ArrayLength.Copy(list);
        int size = Math.Min(LargestBatch,
                            Math.Max(SmallestBatch, inputs.Length / (Size * BatchesOfThread) + 1));
        var taggings = new Tagging[inputs.Length];
        var failures = new Exception?[(inputs.Length + size - 1) / size];
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = Size };
        Parallel.For(0, failures.Length, parallel, (batch, loop) =>
        {
            int first = batch * size;
            var part = new ArraySegment<T>(inputs, first, Math.Min(size, inputs.Length - first));
            try
            {
                using Rental rental = Rent();
                tag(rental.Tagger, part, first).CopyTo(taggings, first);
            }
            catch (Exception e)
            {
                failures[batch] = e;
                loop.Break();  // What comes before is tagged all the same, to find the first failure.
            }
        });
        Exception? failure = Array.Find(failures, e => e is not null);
        if (failure is not null) ExceptionDispatchInfo.Capture(failure).Throw();
        return taggings;
    }

    private void RefuseIfDisposed()
    {
        if (_disposed) throw new ObjectDisposedException(nameof(TaggerPool));
    }

    private void TakeBack(Tagger tagger)
    {
        lock (_gate)
        {
            if (_disposed)
            {
                tagger.Dispose();
                return;
            }
            _idle.Push(tagger);
            Monitor.Pulse(_gate);
        }
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
        public void Dispose() => Interlocked.Exchange(ref _pool, null)?.TakeBack(_tagger);
    }
}
