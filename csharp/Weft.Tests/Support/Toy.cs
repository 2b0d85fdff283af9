using System;
using System.Collections.Generic;
using System.Linq;

namespace Weft.Tests;

/// <summary>A small corpus with votes and gold, made here, and models trained on it.</summary>
internal static class Toy
{
    private static readonly string[] First = ["Ada", "Alan", "Grace", "Müller", "Olga"];
    private static readonly string[] Last = ["Lovelace", "Turing", "Hopper", "Ferrari", "東京"];
    private static readonly string[] Places = ["London", "Arlington", "Manchester", "Zürich"];
    private static readonly string[] Verbs = ["visited", "left", "likes"];

    private static readonly string[] Before = ["\U0001F642", "中文", "one"];

    private static readonly Lazy<Model> LazyCrf = new(() => TrainCrf());
    private static readonly Lazy<Model> LazyHmm = new(() => Train("hmm"));

    /// <summary>A CRF that learnt from what an HMM makes of the votes. Not to be disposed.</summary>
    public static Model Crf => LazyCrf.Value;

    public static Model Hmm => LazyHmm.Value;

    /// <summary>Tokens and gold labels of sentence `i`.</summary>
    public static (string[] Tokens, string[] Labels) Sentence(int i)
    {
        string[] tokens =
        [
            First[i % First.Length], Last[i / 2 % Last.Length], Verbs[i % Verbs.Length],
            Places[i / 3 % Places.Length], ".",
        ];
        return (tokens, ["B-PER", "I-PER", "O", "B-LOC", "O"]);
    }

    public static List<string[]> Tokens(int sentences) =>
        Enumerable.Range(0, sentences).Select(i => Sentence(i).Tokens).ToList();

    public static Corpus Corpus(int sentences = 60)
    {
        using var builder = new CorpusBuilder();
        for (int i = 0; i < sentences; ++i)
        {
            (string[] tokens, string[] labels) = Sentence(i);
            if (i % 4 == 3)  // A name need not come first.
            {
                tokens = [Before[i / 4 % Before.Length], .. tokens];
                labels = ["O", .. labels];
            }
            builder.Sentence(tokens, $"s{i}").Labels(labels).Votes("good", labels);
            builder.Votes("people", labels.Select(l => l.EndsWith("PER") ? l : "").ToArray());
            if (i % 3 == 0) builder.Votes("sloppy", labels.Select(l => l == "I-PER" ? "B-PER" : l).ToArray());
        }
        return builder.Finish();
    }

    public static Options CrfOptions() =>
        new Options("crf").Set("aggregator", "hmm").Set("threads", 1);

    public static Model TrainCrf()
    {
        using Options options = CrfOptions();
        using Corpus corpus = Corpus();
        using var trainer = new Trainer(options, corpus);
        return trainer.Train();
    }

    /// <summary>A CRF with features for this many words.</summary>
    public static Model Large(int words)
    {
        using var builder = new CorpusBuilder();
        for (int i = 0; i < words; ++i)
        {
            builder.Sentence([$"One{i}", $"two{i}s"]).Labels(["B-PER", "O"]);
        }
        using Corpus corpus = builder.Finish();
        using Options options = new Options("crf").Set("max_iterations", 3);
        using var trainer = new Trainer(options, corpus);
        return trainer.Train();
    }

    private static Model Train(string method)
    {
        using var options = new Options(method);
        using Corpus corpus = Corpus();
        using var trainer = new Trainer(options, corpus);
        return trainer.Train();
    }
}
