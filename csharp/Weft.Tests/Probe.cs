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
            case "misuse":
                return Misuse();
            case "load":
                return Load(args.Length > 1 ? args[1] : null);
            case "memory":
                return Memory.Measure();
            case "forgotten":
                return Memory.MeasureForgotten();
            default:
                Console.Error.WriteLine($"there is no probe \"{args[0]}\"");
                return 2;
        }
    }

    // Disposes what another thread is decoding with, again, and uses it after that; then leaves
    // handles of every kind open, some finalized, one in use.
    private static int Misuse()
    {
        Corpus corpus = Toy.Corpus();
        Options options = Toy.CrfOptions();
        var trainer = new Trainer(options, corpus);
        Model model = trainer.Train();
        var disposed = new Tagger(model);
        Thread refused = DecodeForEver(disposed, corpus);
        disposed.Dispose();
        disposed.Dispose();
        refused.Join();
        try
        {
            disposed.Decode(corpus);
        }
        catch (ObjectDisposedException)
        {
            Console.WriteLine("refused");
        }

        var tagger = new Tagger(model);
        Result result = tagger.Decode(corpus);
        Evaluation evaluation = Evaluation.Of(corpus, result);
        CorpusBuilder builder = new CorpusBuilder().Sentence(["left", "open"]);
        var stepping = new Trainer(options, corpus);
        stepping.Step();
        DecodeForEver(tagger, corpus);
        GC.Collect();
        Console.WriteLine(evaluation.F1);
        GC.KeepAlive((builder, stepping, model));
        return 0;
    }

    // A thread that decodes until it is refused. It has begun.
    private static Thread DecodeForEver(Tagger tagger, Corpus corpus)
    {
        using var begun = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            try
            {
                for (bool first = true;; first = false)
                {
                    tagger.Decode(corpus);
                    if (first) begun.Set();
                }
            }
            catch (ObjectDisposedException)
            {
            }
        }) { IsBackground = true };
        thread.Start();
        begun.Wait();
        return thread;
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
