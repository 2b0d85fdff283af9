using System;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Weft.Tests;

/// <summary>Whether calls that return texts and arrays leave anything behind, in native memory
/// too.</summary>
internal static class Memory
{
    /// <summary>Prints by how many bytes resident memory grew after the first tenth.</summary>
    public static int Measure()
    {
        string? wanted = Environment.GetEnvironmentVariable("WEFT_TEST_CALLS");
        int calls = wanted is null ? 100_000 : int.Parse(wanted, CultureInfo.InvariantCulture);
        using Corpus corpus = Toy.Corpus(3);
        using var options = new Options("crf");
        using var tagger = new Tagger(Toy.Crf);
        string[] tokens = Toy.Sentence(0).Tokens;
        long warm = 0;
        for (int i = 0; i < calls; ++i)
        {
            if (i == calls / 10) warm = Resident();
            if (corpus.Tokens(0).Count != 5 || corpus.Gold(0).Count != 5) return 1;
            if (options.Get("features").Length == 0 || Toy.Crf.Method != "crf") return 1;
            if (tagger.Tag(tokens, Want.Spans | Want.Marginals).Labels.Count != 5) return 1;
            if (i % 100 == 0 && Toy.Crf.ToBytes().Length == 0) return 1;
            if (i % 10 == 0) TryUnknown(options);
        }
        Console.WriteLine(Resident() - warm);
        return 0;
    }

    private static void TryUnknown(Options options)
    {
        try
        {
            options.Get("no such key");
        }
        catch (WeftNotFoundException)
        {
        }
    }

    private static long Resident()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        string line = File.ReadLines("/proc/self/status").Single(l => l.StartsWith("VmRSS:"));
        return 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2],
                                 CultureInfo.InvariantCulture);
    }
}
