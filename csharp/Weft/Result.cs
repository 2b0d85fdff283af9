using System;
using System.Collections;
using System.Collections.Generic;

namespace Weft;

/// <summary>What decoding found in a corpus: a <see cref="Tagging"/> a sentence, and what
/// evaluation, analysis and <see cref="Corpus.WithLabels"/> read. The taggings stay when it is
/// disposed.</summary>
public sealed class Result : IReadOnlyList<Tagging>, IDisposable
{
    private readonly ResultHandle _handle;
    private readonly Tagging[] _taggings;

    internal Result(ResultHandle handle, DecodedBatch batch)
    {
        _handle = handle;
        handle.Weigh(new NativeWeight(batch.Bytes));
        _taggings = batch.Taggings();
        LabelNames = batch.LabelNames;
        Warnings = ReadWarnings();
    }

    internal ResultHandle Handle => _handle;

    /// <summary>The number of sentences.</summary>
    public int Count => _taggings.Length;

    /// <summary>A sentence.</summary>
    public Tagging this[int sentence] => _taggings[sentence];

    /// <summary>The names of the model's labels, by id.</summary>
    public IReadOnlyList<string> LabelNames { get; }

    /// <summary>What of the corpus the model cannot read (votes of unknown sources or for unknown
    /// labels), and sentences whose sources contradict every legal path.</summary>
    public IReadOnlyList<string> Warnings { get; }

    /// <inheritdoc/>
    public IEnumerator<Tagging> GetEnumerator() =>
        ((IEnumerable<Tagging>)_taggings).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Closes the native result. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();

    private string[] ReadWarnings()
    {
        using var lease = _handle.Borrow();
        var warnings = new string[checked((int)Native.weft_result_warning_count(_handle))];
        for (int i = 0; i < warnings.Length; ++i)
        {
            warnings[i] = Utf8.FromTerminated(Native.weft_result_warning(_handle, (nuint)i));
        }
        return warnings;
    }
}
