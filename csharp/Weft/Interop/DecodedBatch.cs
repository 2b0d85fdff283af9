using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>A result, copied array by array.</summary>
internal sealed class DecodedBatch
{
    public string[] LabelNames { get; }

    /// <summary>[tokens]</summary>
    public int[] LabelIds { get; }

    /// <summary>[sentences + 1]: first tokens.</summary>
    public int[] Begins { get; }

    /// <summary>[tokens, 2], or empty: UTF-16 units.</summary>
    public long[] Bounds { get; }

    /// <summary>[sentences]: what was tagged, or null where that was no text.</summary>
    public IReadOnlyList<string>? Texts { get; }

    public Span[] Spans { get; private set; } = [];

    /// <summary>[sentences + 1]: first spans.</summary>
    public int[] SpanBegins { get; }

    /// <summary>[tokens, labels], or empty.</summary>
    public double[] Marginals { get; } = [];

    /// <summary>[sentences], or empty.</summary>
    public double[] LogProbabilities { get; } = [];

    public double[] LogPartitions { get; } = [];

    /// <summary>The names of the corpus's sources, or null where support was not wanted.</summary>
    public IReadOnlyList<string>? Sources { get; init; }

    /// <summary>Indices of sources, token after token.</summary>
    public int[] Supporters { get; } = [];

    /// <summary>[tokens + 1], or empty: where each token's begin.</summary>
    public int[] SupporterBegins { get; } = [];

    public DecodedBatch(ResultHandle result, Want want, string[] labelNames, SpanTypes types,
                        int[] begins, long[] bounds, IReadOnlyList<string>? texts = null)
    {
        using var lease = result.Borrow();
        LabelNames = labelNames;
        Begins = begins;
        Bounds = bounds;
        Texts = texts;
        SpanBegins = new int[begins.Length];
        LabelIds = Borrowed.Ints(Native.weft_result_labels(result, out nuint count), count);
        if ((want & Want.Spans) != 0) CopySpans(result, types);
        if ((want & Want.Marginals) != 0)
        {
            Marginals = Borrowed.Doubles(Native.weft_result_marginals(result, out count), count);
        }
        if ((want & Want.Support) != 0)
        {
            Supporters = Borrowed.Ints(Native.weft_result_supporters(result, out count), count);
            int[] counts =
                Borrowed.Ints(Native.weft_result_supporter_counts(result, out count), count);
            SupporterBegins = new int[counts.Length + 1];
            for (int t = 0; t < counts.Length; ++t)
            {
                SupporterBegins[t + 1] = SupporterBegins[t] + counts[t];
            }
        }
        if ((want & Want.Scores) != 0)
        {
            LogProbabilities =
                Borrowed.Doubles(Native.weft_result_log_probabilities(result, out count), count);
            LogPartitions =
                Borrowed.Doubles(Native.weft_result_log_partitions(result, out count), count);
        }
    }

    /// <summary>About what the native result holds as well.</summary>
    public long Bytes =>
        sizeof(int) * (long)LabelIds.Length + sizeof(double) * (long)Marginals.Length +
        40 * (long)Spans.Length;

    public Tagging[] Taggings()
    {
        var taggings = new Tagging[Begins.Length - 1];
        for (int s = 0; s < taggings.Length; ++s) taggings[s] = new Tagging(this, s);
        return taggings;
    }

    private unsafe void CopySpans(ResultHandle result, SpanTypes types)
    {
        var spans = (NativeSpan*)Native.weft_result_spans(result, out nuint count);
        if (count == 0) return;
        string[] names = types.Of(result);
        var copies = new Span[ArrayLength.Of(count)];
        for (int i = 0; i < copies.Length; ++i)
        {
            NativeSpan span = spans[i];
            long first = Begins[span.Sentence] + span.Begin;
            long last = Begins[span.Sentence] + span.End - 1;
            copies[i] = new Span((int)span.Begin, (int)span.End, names[span.Type], span.Confidence,
                                 (int)Bounds[2 * first], (int)Bounds[2 * last + 1]);
            ++SpanBegins[span.Sentence + 1];
        }
        for (int s = 1; s < SpanBegins.Length; ++s) SpanBegins[s] += SpanBegins[s - 1];
        Spans = copies;
    }
}

/// <summary>The types of spans that a model names. They follow from its labels, so that they are
/// asked for once a model, not once a result.</summary>
internal sealed class SpanTypes
{
    private volatile string[]? _names;

    public string[] Of(ResultHandle result) =>
        _names ??= Borrowed.Names(result, Native.weft_result_type_count(result),
                                  Native.weft_result_type);
}
