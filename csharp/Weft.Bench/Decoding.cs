using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading;

namespace Weft.Bench;

/// <summary>Tokens a second through the tagger, from texts to labels.</summary>
internal static class Decoding
{
    private const int BatchSize = 1000;

    /// <summary>Tokens a second, and a second of the processor: the latter holds still where
    /// others keep the machine busy.</summary>
    private readonly record struct Rate(double Wall, double Cpu);

    private const string Usage =
        "Weft.Bench MODEL FILE [SECONDS] [COLUMNS] [batch|single [THREADS]]\n" +
        "  decodes the sentences of FILE with MODEL again and again, for SECONDS (default 2) each\n" +
        "  way: batches of 1,000 and sentence by sentence, on one thread and on two\n" +
        "  COLUMNS: those of a CoNLL file that the model reads, its first ones, as \"token,pos\";\n" +
        "  \"\": the tokens of a file of any format";

    public static int Run(string[] args)
    {
        if (args.Length < 2)
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }
        double seconds = args.Length > 2 ? double.Parse(args[2], CultureInfo.InvariantCulture) : 2;
        using Model model = Model.Load(args[0]);
        Sentences sentences = Sentences.Read(args[1], args.Length > 3 ? args[3] : "");
        if (args.Length > 4)
        {
            int threads = args.Length > 5 ? int.Parse(args[5], CultureInfo.InvariantCulture) : 1;
            Print(args[4], threads, Measure(model, sentences, args[4], threads, seconds));
            return 0;
        }
        foreach (string way in new[] { "batch", "single" })
        {
            Rate one = Measure(model, sentences, way, 1, seconds);
            Print(way, 1, one);
            Rate two = Measure(model, sentences, way, 2, seconds);
            Print(way, 2, two);
            Console.WriteLine(FormattableString.Invariant($"{way} 2/1 {two.Wall / one.Wall:F2}"));
        }
        return 0;
    }

    private static void Print(string way, int threads, Rate rate) =>
        Console.WriteLine(FormattableString.Invariant(
            $"{way} {threads} {rate.Wall:F0} tokens/s {rate.Cpu:F0} tokens/CPU-s"));

    private static Rate Measure(Model model, Sentences sentences, string way,
                                  int threads, double seconds)
    {
        long tokens = 0;
        using var start = new Barrier(threads + 1);
        var clock = new Stopwatch();
        var workers = Enumerable.Range(0, threads).Select(_ => new Thread(() =>
        {
            using var tagger = new Tagger(model);
            var warming = Stopwatch.StartNew();  // Buffers grow and code is compiled here.
            do Pass(tagger, sentences, way);
            while (warming.Elapsed.TotalSeconds < 1);
            start.SignalAndWait();
            start.SignalAndWait();
            while (clock.Elapsed.TotalSeconds < seconds)
            {
                Interlocked.Add(ref tokens, Pass(tagger, sentences, way));
            }
        })).ToList();
        workers.ForEach(worker => worker.Start());
        start.SignalAndWait();
        TimeSpan cpu = Environment.CpuUsage.TotalTime;
        clock.Start();
        start.SignalAndWait();
        workers.ForEach(worker => worker.Join());
        double wall = clock.Elapsed.TotalSeconds;
        cpu = Environment.CpuUsage.TotalTime - cpu;
        return new Rate(tokens / wall, tokens / cpu.TotalSeconds);
    }

    // What a host does with labels is its own affair: it looks at one of each sentence here.
    private static long Pass(Tagger tagger, Sentences sentences, string way)
    {
        long tokens = 0;
        int size = way == "single" ? 1 : BatchSize;
        for (int begin = 0; begin < sentences.Count; begin += size)
        {
            foreach (Tagging tagging in sentences.Tag(tagger, begin, size)) tokens += Look(tagging);
        }
        return tokens;
    }

    private static int Look(Tagging tagging) =>
        tagging.TokenCount > 0 && tagging.Labels[0].Length == 0 ? 0 : tagging.TokenCount;
}
