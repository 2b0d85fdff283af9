// weft in five minutes: noisy votes to a saved tagger, and spans of a text with their places in it.
//
//   dotnet run --project Weft.Example [MODEL]
//
// With MODEL, the path of a model file, it tags with that instead.
using System;
using System.IO;
using Weft;

using Model model = args.Length > 0 ? Model.Load(args[0]) : Train();

// A tagger per thread; services take a TaggerPool.
using var tagger = new Tagger(model);
const string text = "🙂 Grace Hopper moved to London.";
foreach (Span span in tagger.TagText(text).Spans)
{
    // Offsets are UTF-16 units, as string counts them: the smiling face before the span is two.
    Console.WriteLine($"{span.Type} {span.CharBegin}..{span.CharEnd} \"{span.In(text)}\" " +
                      $"({span.Confidence:F6})");
}

static Model Train()
{
    using Corpus corpus = Votes.ToCorpus();

    // A CRF that learns from what a hidden Markov model makes of the votes.
    using Options options = new Options("crf").Set("aggregator", "hmm");
    using var trainer = new Trainer(options, corpus);
    trainer.Logged += message => Console.Error.WriteLine($"{message.Level}: {message.Text}");
    using Model trained = trainer.Train();

    string path = Path.Combine(Path.GetTempPath(), $"weft-example-{Guid.NewGuid():N}.weft");
    trained.Save(path);
    Model loaded = Model.Load(path);
    File.Delete(path);
    return loaded;
}
