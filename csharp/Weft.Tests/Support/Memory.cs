using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Weft.Tests;

/// <summary>Whether calls that return texts and arrays leave anything behind, in native memory
/// too.</summary>
internal static class Memory
{
    /// <summary>Prints by how many bytes resident memory grew after the first tenth, or the first
    /// 10,000 calls of few.</summary>
    public static int Measure()
    {
        string? wanted = Environment.GetEnvironmentVariable("WEFT_TEST_CALLS");
        int calls = wanted is null ? 100_000 : int.Parse(wanted, CultureInfo.InvariantCulture);
        using Corpus corpus = Toy.Corpus(3);
        using var options = new Options("crf");
        using var tagger = new Tagger(Toy.Crf);
        using var pool = new TaggerPool(Toy.Crf, 2);
        string[] tokens = Toy.Sentence(0).Tokens;
        string text = string.Join(' ', tokens);
        int warming = Math.Max(calls / 10, Math.Min(calls / 2, 10_000));
        long warm = 0;
        for (int i = 0; i < calls; ++i)
        {
            if (i == warming) warm = Resident();
            if (corpus.Tokens(0).Count != 5 || corpus.Gold(0).Count != 5) return 1;
            if (options.Get("features").Length == 0 || Toy.Crf.Method != "crf") return 1;
            if (tagger.Tag(tokens, Want.Spans | Want.Marginals).Labels.Count != 5) return 1;
            if (tagger.TagText(text).Tokens.Count != 5) return 1;
            if (i % 100 == 0 && Toy.Crf.ToBytes().Length == 0) return 1;
            if (i % 100 == 0 && pool.TagTexts([text, text]).Count != 2) return 1;
            if (i % 100 == 0 && double.IsNaN(Score(tagger, corpus))) return 1;
            if (i % 1000 == 0) Train(corpus);
            if (i % 10 == 0) TryUnknown(options);
        }
        Console.WriteLine(Resident() - warm);
        return 0;
    }

    /// <summary>Prints by how many bytes resident memory grew over models, taggers, corpora and results
    /// that nobody disposes of, after the first tenth.</summary>
    public static int MeasureForgotten()
    {
        const int rounds = 500;
        byte[] bytes = Toy.Large(1000).ToBytes();
        List<string[]> sentences = Toy.Tokens(100);
        long warm = 0;
        for (int i = 0; i < rounds; ++i)
        {
            if (i == rounds / 10) warm = Resident();
            new Tagger(Model.Load(bytes)).Decode(Corpus.FromTokens(sentences), Want.Marginals);
        }
        // What the collector left alone so far counts.
        Console.WriteLine(ResidentNow() - warm);
        return 0;
    }

    private static double Score(Tagger tagger, Corpus corpus)
    {
        using Evaluation evaluation = tagger.Evaluate(corpus);
        using SourceAnalysis analysis = SourceAnalysis.Of(corpus);
        return analysis.Json.Length == 0 ? double.NaN : evaluation.F1;
    }

    private static void Train(Corpus corpus)
    {
        using Options options = Toy.CrfOptions().Set("max_iterations", 3);
        using var trainer = new Trainer(options, corpus);
        trainer.Train().Dispose();
        using Aggregator aggregator = Aggregator.Train(corpus);
        aggregator.Label(corpus).Dispose();
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
        return ResidentNow();
    }

    private static long ResidentNow()
    {
        string line = File.ReadLines("/proc/self/status").Single(l => l.StartsWith("VmRSS:"));
        return 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2],
                                 CultureInfo.InvariantCulture);
    }
}
