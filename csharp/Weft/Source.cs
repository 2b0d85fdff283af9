using System.Collections.Generic;
using System.Linq;

namespace Weft;

/// <summary>What an aggregator believes about a source.</summary>
/// <param name="Name">The source.</param>
/// <param name="Accuracy">p(vote = truth | it votes), over tokens whose truth or vote is not O; NaN
/// where it never votes.</param>
/// <param name="Weight">How much its votes count.</param>
/// <param name="Adversarial">Its votes say more about what a token is not than about what it is.
/// </param>
/// <param name="Confusion">[K][K + 1]: p(vote | true label); the last column is "abstains". Empty
/// where the model has none.</param>
/// <param name="Reliability">Type by type; empty where a model file of an earlier build does not
/// tell.</param>
public sealed record Source(string Name, double Accuracy, double Weight, bool Adversarial,
                            IReadOnlyList<IReadOnlyList<double>> Confusion,
                            IReadOnlyList<TypeReliability> Reliability)
{
    /// <summary>Whether both say the same, number by number.</summary>
    public bool Equals(Source? other) =>
        other is not null && Name == other.Name && Accuracy.Equals(other.Accuracy) &&
        Weight.Equals(other.Weight) && Adversarial == other.Adversarial &&
        Confusion.Count == other.Confusion.Count &&
        Confusion.Zip(other.Confusion, (row, others) => row.SequenceEqual(others)).All(same => same) &&
        Reliability.SequenceEqual(other.Reliability);

    /// <inheritdoc/>
    public override int GetHashCode() => (Name, Accuracy, Weight, Adversarial).GetHashCode();
}
