using System;

namespace Weft;

/// <summary>A labelled stretch of tokens.</summary>
/// <param name="Begin">Its first token in the sentence.</param>
/// <param name="End">The token after its last.</param>
/// <param name="Type">What it is labelled as.</param>
/// <param name="Confidence">The model's probability of exactly these labels there.</param>
/// <param name="CharBegin">Its first UTF-16 unit in the text, or, where the sentence came as tokens,
/// in its tokens joined by single blanks.</param>
/// <param name="CharEnd">The unit after its last.</param>
public readonly record struct Span(int Begin, int End, string Type, double Confidence,
                                   int CharBegin, int CharEnd)
{
    /// <summary>What the span covers of the text that was tagged.</summary>
    public string In(string text) =>
        (text ?? throw new ArgumentNullException(nameof(text)))
        .Substring(CharBegin, CharEnd - CharBegin);
}
