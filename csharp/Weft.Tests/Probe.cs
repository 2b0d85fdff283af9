using System;
using System.IO;
using System.Threading;

namespace Weft.Tests;

/// <summary>What a test can only see in a process of its own.</summary>
internal static class Probe
{
    public static int Main(string[] args)
    {
        switch (args[0])
        {
            case "exit-with-open-handles":
                return ExitWithOpenHandles();
            case "load":
                return Load(args.Length > 1 ? args[1] : null);
            case "memory":
                return Memory.Measure();
            default:
                Console.Error.WriteLine($"there is no probe \"{args[0]}\"");
                return 2;
        }
    }

    // Handles of every kind, some finalized, some in use by a thread that is still decoding.
    private static int ExitWithOpenHandles()
    {
        Corpus corpus = Toy.Corpus();
        Options options = Toy.CrfOptions();
        var trainer = new Trainer(options, corpus);
        Model model = trainer.Train();
        var tagger = new Tagger(model);
        Result result = tagger.Decode(corpus);
        Evaluation evaluation = Evaluation.Of(corpus, result);
        CorpusBuilder builder = new CorpusBuilder().Sentence(["left", "open"]);
        var stepping = new Trainer(options, corpus);
        stepping.Step();
        using var begun = new ManualResetEventSlim();
        new Thread(() =>
        {
            while (true)
            {
                tagger.Decode(corpus);
                begun.Set();
            }
        }) { IsBackground = true }.Start();
        begun.Wait();
        GC.Collect();
        Console.WriteLine(evaluation.F1);
        GC.KeepAlive((builder, stepping, model));
        return 0;
    }

    private static int Load(string? path)
    {
        NativeLibraries.Path = path;
        try
        {
            Console.WriteLine(Engine.Version);
            Console.WriteLine(NativeLibraries.LoadedFrom);
            return 0;
        }
        catch (WeftNativeLibraryException e)
        {
            Console.WriteLine(e.Message);
            return 1;
        }
    }
}
