using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>What decoding found in one sentence. It shares its memory with the batch that it was
/// decoded in.</summary>
public sealed class Tagging
{
    private readonly DecodedBatch _batch;
    private readonly int _sentence;
    private string[]? _labels;

    internal Tagging(DecodedBatch batch, int sentence)
    {
        _batch = batch;
        _sentence = sentence;
    }

    private int First => _batch.Begins[_sentence];

    /// <summary>The number of tokens.</summary>
    public int TokenCount => _batch.Begins[_sentence + 1] - First;

    /// <summary>The tokens that a text was cut into. Empty where tokens or a corpus were tagged, which
    /// have them.</summary>
    public IReadOnlyList<string> Tokens
    {
        get
        {
            if (_batch.Texts is null) return [];
            string text = _batch.Texts[_sentence];
            var tokens = new string[TokenCount];
            for (int t = 0; t < tokens.Length; ++t)
            {
                (int begin, int end) = Bounds(t);
                tokens[t] = text.Substring(begin, end - begin);
            }
            return tokens;
        }
    }

    /// <summary>The label of each token.</summary>
    public IReadOnlyList<string> Labels => _labels ??= Named();

    /// <summary>The same as ids, which index <see cref="Model.Labels"/>.</summary>
    public ReadOnlySpan<int> LabelIds => _batch.LabelIds.AsSpan(First, TokenCount);

    /// <summary>The spans, by first token. Empty unless <see cref="Want.Spans"/> was asked for.
    /// </summary>
    public IReadOnlyList<Span> Spans
    {
        get
        {
            int begin = _batch.SpanBegins[_sentence];
            return new ArraySegment<Span>(_batch.Spans, begin,
                                          _batch.SpanBegins[_sentence + 1] - begin);
        }
    }

    /// <summary>Where each token stands, UTF-16 units of the text, or of the tokens joined by
    /// single blanks. Empty where tokens were tagged without <see cref="Want.Spans"/>.</summary>
    public IReadOnlyList<(int Begin, int End)> TokenBounds
    {
        get
        {
            if (_batch.Bounds.Length == 0) return [];
            var bounds = new (int, int)[TokenCount];
            for (int t = 0; t < bounds.Length; ++t) bounds[t] = Bounds(t);
            return bounds;
        }
    }

    /// <summary>The probability of each label at a token, in the order of
    /// <see cref="Model.Labels"/>. Empty unless <see cref="Want.Marginals"/> was asked for.
    /// </summary>
    public ReadOnlySpan<double> Marginals(int token)
    {
        if (token < 0 || token >= TokenCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(token), $"there is no token {token}; the sentence has {TokenCount}");
        }
        int labels = _batch.LabelNames.Length;
        return _batch.Marginals.Length == 0
            ? default
            : _batch.Marginals.AsSpan((First + token) * labels, labels);
    }

    /// <summary>The sources that vote for a token's label, a distribution for its most probable
    /// one, in the corpus's order. Empty unless a corpus was decoded with
    /// <see cref="Want.Support"/>.</summary>
    public IReadOnlyList<string> Supporters(int token)
    {
        if (token < 0 || token >= TokenCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(token), $"there is no token {token}; the sentence has {TokenCount}");
        }
        if (_batch.Sources is null) return [];
        int begin = _batch.SupporterBegins[First + token];
        var names = new string[_batch.SupporterBegins[First + token + 1] - begin];
        for (int i = 0; i < names.Length; ++i)
        {
            names[i] = _batch.Sources[_batch.Supporters[begin + i]];
        }
        return names;
    }

    /// <summary>Log p(labels | sentence), nats. NaN unless <see cref="Want.Scores"/> was asked for.
    /// </summary>
    public double LogProbability => Score(_batch.LogProbabilities);

    /// <summary>The log-partition, of hmm and ds log p(votes), nats; NaN likewise.</summary>
    public double LogPartition => Score(_batch.LogPartitions);

    private (int Begin, int End) Bounds(int token) =>
        ((int)_batch.Bounds[2 * (First + token)], (int)_batch.Bounds[2 * (First + token) + 1]);

    private double Score(double[] scores) => scores.Length == 0 ? double.NaN : scores[_sentence];

    private string[] Named()
    {
        ReadOnlySpan<int> ids = LabelIds;
        var labels = new string[ids.Length];
        for (int t = 0; t < labels.Length; ++t) labels[t] = _batch.LabelNames[ids[t]];
        return labels;
    }
}
