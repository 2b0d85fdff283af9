using System;

namespace Weft;

/// <summary>Labels that were carried over a <see cref="Bitext"/>. Immutable.</summary>
public sealed class Projection : IDisposable
{
    private readonly ProjectionHandle _handle;

    internal Projection(ProjectionHandle handle)
    {
        _handle = handle;
        using Corpus corpus = ToCorpus();
        handle.Weigh(corpus.Weight);
    }

    /// <summary>The target side with the labels, a corpus to be disposed of: votes of one more source,
    /// which method "ge" learns from, and every method that learns from votes; or, with option
    /// output=gold, gold labels.</summary>
    public Corpus ToCorpus()
    {
        Native.weft_projection_corpus(_handle, out CorpusHandle corpus);
        return new Corpus(corpus);
    }

    /// <summary>What became of pairs and tokens, to be disposed of.</summary>
    public ProjectionSummary Summary()
    {
        Native.weft_projection_report(_handle, out ReportHandle report);
        return new ProjectionSummary(report);
    }

    /// <summary>Closes the native projection. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();
}

/// <summary>What became of pairs and tokens in a projection: counts, density by label
/// ("labels.B-PER.share"), and, where the target side has gold labels, how far they agree
/// ("gold.agreement").</summary>
public sealed class ProjectionSummary : Report
{
    internal ProjectionSummary(ReportHandle handle) : base(handle)
    {
    }

    /// <summary>Of the target tokens, the share that has an expectation.</summary>
    public double Share => TryGetNumber("tokens.share", out double share) ? share : double.NaN;
}
