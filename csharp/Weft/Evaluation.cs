using System;

namespace Weft;

/// <summary>What counts as a span.</summary>
public enum EvaluationMode
{
    /// <summary>What the tag scheme allows.</summary>
    Strict = 0,

    /// <summary>What conlleval makes of any sequence of tags.</summary>
    Conlleval = 1,
}

/// <summary>How labels compare to gold labels.</summary>
public sealed class Evaluation : Report
{
    private Evaluation(ReportHandle handle) : base(handle)
    {
    }

    /// <summary>Scores a result against the corpus's gold labels.</summary>
    public static Evaluation Of(Corpus corpus, Result result,
                                EvaluationMode mode = EvaluationMode.Strict)
    {
        if (corpus is null) throw new ArgumentNullException(nameof(corpus));
        if (result is null) throw new ArgumentNullException(nameof(result));
        Native.weft_evaluate(corpus.Handle, result.Handle, (int)mode, out ReportHandle report);
        return new Evaluation(report);
    }

    /// <summary>Of the spans that were found, the fraction that is right; NaN where none was.
    /// </summary>
    public double Precision => NumberOrNaN("span.precision");

    /// <summary>Of the gold spans, the fraction that was found; NaN where there is none.</summary>
    public double Recall => NumberOrNaN("span.recall");

    /// <summary>The harmonic mean of precision and recall.</summary>
    public double F1 => NumberOrNaN("span.f1");

    private double NumberOrNaN(string key) => TryGetNumber(key, out double value) ? value : double.NaN;
}
