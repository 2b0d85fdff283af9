using System.Collections.Generic;

namespace Weft;

/// <summary>One of the best label sequences of a sentence.</summary>
/// <param name="Labels">A label for each token.</param>
/// <param name="LogProbability">The logarithm of its probability, given the sentence; nats.</param>
public sealed record Reading(IReadOnlyList<string> Labels, double LogProbability);
