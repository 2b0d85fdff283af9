using System.Collections.Generic;

namespace Weft;

/// <summary>One of the best label sequences of a sentence.</summary>
/// <param name="Labels">A label for each token.</param>
/// <param name="LogProbability">The logarithm of its probability, given the sentence; nats.</param>
public sealed record Reading(IReadOnlyList<string> Labels, double LogProbability)
{
    // Those of a result, by sentence; `begins`: first tokens of the sentences, and their number.
    internal static IReadOnlyList<Reading>[] Of(ResultHandle result, string[] names, int[] begins)
    {
        using var lease = result.Borrow();
        int[] counts = Borrowed.Ints(Native.weft_result_path_counts(result, out nuint count), count);
        int[] ids = Borrowed.Ints(Native.weft_result_path_labels(result, out count), count);
        double[] scores = Borrowed.Doubles(
            Native.weft_result_path_log_probabilities(result, out count), count);
        var all = new IReadOnlyList<Reading>[counts.Length];
        int path = 0, label = 0;
        for (int s = 0; s < all.Length; ++s)
        {
            var readings = new Reading[counts[s]];
            for (int i = 0; i < readings.Length; ++i)
            {
                var labels = new string[begins[s + 1] - begins[s]];
                for (int t = 0; t < labels.Length; ++t) labels[t] = names[ids[label++]];
                readings[i] = new Reading(labels, scores[path++]);
            }
            all[s] = readings;
        }
        return all;
    }
}
