using System;

namespace Weft;

/// <summary>Where a text stands in what a caller gave: what errors name. -1: not counted.</summary>
internal readonly record struct Place(string Parameter, int Sentence = -1, int Column = -1,
                                      int Text = -1)
{
    public ArgumentException Missing() => new ArgumentNullException(Parameter, $"{this} is null");

    /// <summary>Why a text cannot be taken.</summary>
    public ArgumentException Refused(string text) =>
        text is null ? Missing() : LoneSurrogate(text.AsSpan());

    public ArgumentException LoneSurrogate(ReadOnlySpan<char> text) =>
        Utf8.LoneSurrogate(text, ToString(), Parameter);

    public override string ToString()
    {
        string where = Parameter;
        if (Sentence >= 0) where += $", sentence {Sentence}";
        if (Column >= 0) where += $", column {Column}";
        if (Text >= 0) where += Sentence >= 0 ? $", token {Text}" : $", text {Text}";
        return where;
    }
}
