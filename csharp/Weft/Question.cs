using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>What a session asks.</summary>
/// <param name="Sentence">By its index in the pool.</param>
/// <param name="Tokens">Those of its tokens that are asked for, counted in the sentence.</param>
public sealed record Question(int Sentence, IReadOnlyList<int> Tokens);

/// <summary>What a session's model says of a sentence.</summary>
public sealed class Suggestion
{
    private readonly double[] _marginals;
    private readonly int _labelCount;

    internal Suggestion(ResultHandle result, IReadOnlyList<string> names)
    {
        using var lease = result.Borrow();
        string[] labelNames = ArrayLength.Copy(names);
        _labelCount = labelNames.Length;
        int[] ids = Borrowed.Ints(Native.weft_result_labels(result, out nuint count), count);
        var labels = new string[ids.Length];
        for (int t = 0; t < ids.Length; ++t) labels[t] = labelNames[ids[t]];
        Labels = labels;
        _marginals = Borrowed.Doubles(Native.weft_result_marginals(result, out count), count);
        Readings = Reading.Of(result, labelNames, [0, ids.Length])[0];
    }

    /// <summary>The best label of each token.</summary>
    public IReadOnlyList<string> Labels { get; }

    /// <summary>The best label sequences, best first.</summary>
    public IReadOnlyList<Reading> Readings { get; }

    /// <summary>The probability of each label at a token, in the order of
    /// <see cref="Session.Labels"/>.</summary>
    public ReadOnlySpan<double> Marginals(int token) =>
        token >= 0 && token < Labels.Count
            ? _marginals.AsSpan(token * _labelCount, _labelCount)
            : throw new ArgumentOutOfRangeException(
                nameof(token), $"there is no token {token}; the sentence has {Labels.Count}");
}

/// <summary>Where the label of a token comes from.</summary>
public enum LabelOrigin
{
    /// <summary>It has none.</summary>
    None = 0,

    /// <summary>A gold label of the pool.</summary>
    Given = 1,

    /// <summary>An answer.</summary>
    Answered = 2,

    /// <summary>The model.</summary>
    Model = 3,
}

/// <summary>How far a session is.</summary>
/// <param name="Sentences">Of the pool.</param>
/// <param name="Done">Sentences whose every token has a label.</param>
/// <param name="Skipped">Sentences.</param>
/// <param name="AskedSentences">Sentences of which a token was asked for.</param>
/// <param name="Asked">Tokens that were asked for.</param>
/// <param name="Answered">Tokens with an answer, asked for or not.</param>
/// <param name="ByModel">Tokens that the model labelled.</param>
/// <param name="Updates">How often it has learned.</param>
public readonly record struct SessionProgress(long Sentences, long Done, long Skipped,
                                              long AskedSentences, long Asked, long Answered,
                                              long ByModel, long Updates);
