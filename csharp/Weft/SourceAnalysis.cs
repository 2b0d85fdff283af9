using System;

namespace Weft;

/// <summary>Coverage, overlap, conflict, polarity and accuracy of every source, and their
/// agreement.</summary>
public sealed class SourceAnalysis : Report
{
    private SourceAnalysis(ReportHandle handle) : base(handle)
    {
    }

    /// <summary>Analyses the sources of a corpus; their accuracy against gold where there is gold,
    /// and against a result where one is given.</summary>
    public static SourceAnalysis Of(Corpus corpus, Result? result = null)
    {
        if (corpus is null) throw new ArgumentNullException(nameof(corpus));
        Native.weft_analyze(corpus.Handle, result?.Handle ?? ResultHandle.None,
                            out ReportHandle report);
        return new SourceAnalysis(report);
    }
}
