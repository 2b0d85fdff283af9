using System;

namespace Weft;

/// <summary>What decoding gives beside labels.</summary>
[Flags]
public enum Want
{
    /// <summary>Labels alone: the quickest.</summary>
    Labels = 0,

    /// <summary>The probability of each label at each token.</summary>
    Marginals = 1,

    /// <summary>Spans with confidences and character offsets.</summary>
    Spans = 2,

    /// <summary>Log-probabilities of sentences.</summary>
    Scores = 4,

    /// <summary>The sources that vote for each token's label, of a corpus.</summary>
    Support = 8,
}
