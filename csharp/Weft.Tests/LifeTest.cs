using System.IO;
using System.Linq;
using System.Text.Json;
using Xunit;

namespace Weft.Tests;

/// <summary>The whole life of a model.</summary>
public class LifeTest
{
    [Fact]
    public void VotesBecomeASavedTaggerThatScoresWell()
    {
        using var folder = new Folder();
        using Corpus corpus = Toy.Corpus();
        using Options options = Toy.CrfOptions();
        using var trainer = new Trainer(options, corpus);
        using Model trained = trainer.Train();
        trained.Save(folder["model.weft"]);
        using Model loaded = Model.Load(folder["model.weft"]);
        using var tagger = new Tagger(loaded);
        using Result result = tagger.Decode(corpus);
        using Evaluation evaluation = Evaluation.Of(corpus, result);
        Assert.Equal(1, evaluation.F1);
        Assert.Equal(evaluation.F1, evaluation["span.f1"]);
        Assert.Equal(trained.ToBytes(), File.ReadAllBytes(folder["model.weft"]));
        Assert.Equal(["B-PER", "I-PER", "O", "B-LOC", "O"], result[0].Labels);
        tagger.SetThreads(2);
        using Result again = tagger.Decode(corpus);
        Assert.Equal(result.Select(tagging => tagging.Labels), again.Select(tagging => tagging.Labels));
        Assert.Throws<WeftArgumentException>(() => tagger.SetThreads(-1));
    }

    [Fact]
    public void TheCommandTrainsTheSameModel()
    {
        using var folder = new Folder();
        string bin = Path.Combine(Commands.WeftBuild, "bin");
        Assert.Equal(0, Commands.Run(Path.Combine(bin, "make_toy_corpus"), [folder["data"]]).Status);
        string[] arguments =
        [
            "train", "--tagger", "crf", "--aggregator", "hmm", "--data", folder["data"],
            "--out", folder["model.weft"], "--quiet",
        ];
        Assert.Equal(0, Commands.Run(Path.Combine(bin, "weft"), arguments).Status);

        using Corpus train = Corpus.ReadSplit(folder["data"], "train");
        using Corpus dev = Corpus.ReadSplit(folder["data"], "valid");
        using Options options = new Options("crf").Set("aggregator", "hmm");
        using var trainer = new Trainer(options, train, dev);
        using Model model = trainer.Train();
        Assert.Equal(File.ReadAllBytes(folder["model.weft"]), model.ToBytes());
    }

    [DataFact("wikigold-ws")]
    public void TheCommandTrainsAndScoresThePublicCorpusAlike()
    {
        using var folder = new Folder();
        string data = DataFactAttribute.PathOf("wikigold-ws");
        string weft = Path.Combine(Commands.WeftBuild, "bin", "weft");
        string[] arguments =
        [
            "train", "--tagger", "crf", "--aggregator", "hmm", "--data", data, "--out",
            folder["model.weft"], "--quiet",
        ];
        Assert.Equal(0, Commands.Run(weft, arguments).Status);
        (int status, string json, _) = Commands.Run(
            weft, ["eval", folder["model.weft"], "--data", data, "--split", "test", "--json"]);
        Assert.Equal(0, status);

        using Corpus train = Corpus.ReadSplit(data, "train");
        using Corpus dev = Corpus.ReadSplit(data, "valid");
        using Corpus test = Corpus.ReadSplit(data, "test");
        using Options options = new Options("crf").Set("aggregator", "hmm");
        using var trainer = new Trainer(options, train, dev);
        using Model own = trainer.Train();
        own.Save(folder["own.weft"]);
        Assert.Equal(File.ReadAllBytes(folder["model.weft"]),
                     File.ReadAllBytes(folder["own.weft"]));
        using Model loaded = Model.Load(folder["own.weft"]);
        using var tagger = new Tagger(loaded);
        using Evaluation evaluation = tagger.Evaluate(test);
        JsonElement span = JsonDocument.Parse(json).RootElement.GetProperty("span");
        Assert.Equal(span.GetProperty("f1").GetDouble(), evaluation.F1);
    }

    [Fact]
    public void TheFiveMinuteProgramFindsItsSpans()
    {
        string beside = Path.Combine(Path.GetDirectoryName(typeof(LifeTest).Assembly.Location)!,
                                     "Weft.Example.dll");
        (int status, string output, _) = Commands.Run("dotnet", [beside]);
        Assert.Equal(0, status);
        Assert.StartsWith("PER 3..15 \"Grace Hopper\" (0.", output);
        Assert.Contains("\nLOC 25..31 \"London\" (0.", output);
    }

    [Fact]
    public void AnAggregatorTellsWhatItThinksOfItsSources()
    {
        using Corpus corpus = Toy.Corpus();
        using var aggregator = new Aggregator(Toy.Hmm);
        Assert.Equal(["good", "people", "sloppy"], aggregator.Sources.Select(s => s.Name));
        Source good = aggregator.Sources[0];
        Assert.True(good.Accuracy > aggregator.Sources[2].Accuracy);
        Assert.False(good.Adversarial);
        int labels = Toy.Hmm.Labels.Count;
        Assert.Equal((labels, labels + 1),
                     (good.Confusion.Count, good.Confusion[0].Count));
        Assert.Equal(1, good.Confusion[0].Sum(), 9);
        Assert.Equal(good, Toy.Hmm.Sources[0]);
        Assert.NotEqual(good, aggregator.Sources[2]);
        TypeReliability place = good.Reliability.Single(type => type.Type == "LOC");
        Assert.InRange(place.Precision.Value, place.Precision.Low, place.Precision.High);
        Assert.True(place.Recall.Of > 0 && place.Recall.Low > 0.5);

        using Result explained = aggregator.Aggregate(corpus, Want.Support);
        for (int t = 0; t < explained[0].TokenCount; ++t)
        {
            Assert.Equal(corpus.Sources.Where((_, j) =>
                             corpus.Votes(0, j)?[t] == explained[0].Labels[t]),
                         explained[0].Supporters(t));
        }
        Assert.Contains("good", explained[0].Supporters(0));

        using Corpus labelled = aggregator.Label(corpus);
        Assert.Equal(corpus.Gold(0), labelled.Gold(0));
        using SourceAnalysis analysis = SourceAnalysis.Of(corpus);
        Assert.Contains("sloppy", analysis.Json);
        Assert.Throws<System.ArgumentException>(() => new Aggregator(Toy.Crf));
    }

    [Fact]
    public void AnAggregatorScoresItsLabels()
    {
        using Corpus corpus = Toy.Corpus();
        using var aggregator = new Aggregator(Toy.Hmm);
        using Evaluation evaluation = aggregator.Evaluate(corpus);
        using Result result = aggregator.Aggregate(corpus);
        using Evaluation expected = Evaluation.Of(corpus, result);
        Assert.Equal(expected.Json, evaluation.Json);
        Assert.True(evaluation.F1 > 0.5);
    }

    [Fact]
    public void AnAggregatorOwnsTheModelThatItTrained()
    {
        using Corpus corpus = Toy.Corpus();
        Aggregator trained = Aggregator.Train(corpus, "mv");
        Model model = trained.Model;
        Assert.Equal("mv", model.Method);
        trained.Dispose();
        trained.Dispose();
        Assert.Throws<System.ObjectDisposedException>(() => model.Method);
        new Aggregator(Toy.Hmm).Dispose();
        Assert.Equal("hmm", Toy.Hmm.Method);
    }

    [Fact]
    public void ATaggerIsNoAggregatorAndIsNotTrainedToFindThatOut()
    {
        using Corpus nothing = Corpus.FromTokens([["nothing", "to", "learn", "from"]]);
        var e = Assert.Throws<System.ArgumentException>(() => Aggregator.Train(nothing, "crf"));
        Assert.Contains("found those of crf", e.Message);
        using var reading = new Options("read");
        Assert.Throws<System.ArgumentException>(() => Aggregator.Train(nothing, reading));
        Assert.Throws<WeftNotFoundException>(() => Aggregator.Train(nothing, "hmn"));
    }

    [Fact]
    public void ModelsTellWhatTheyAre()
    {
        Assert.Equal("crf", Toy.Crf.Method);
        Assert.Equal("iob2", Toy.Crf.Scheme);
        Assert.False(Toy.Crf.ReadsVotes);
        Assert.True(Toy.Hmm.ReadsVotes);
        Assert.Empty(Toy.Crf.Sources);
        Assert.Contains(Toy.Crf.Facts, fact => fact is { Key: "option.c2", Value: "0.1" });
        Assert.Contains(Methods.All, m => m is { Name: "crf", Kind: MethodKind.Tagger });
        Assert.Contains(Engine.Version, Engine.BuildInfo);
        Assert.Equal(NativeLibraries.AbiVersion, Engine.AbiVersion);
    }

    [Fact]
    public void MarginalsAndScoresComeWhenTheyAreWanted()
    {
        using var tagger = new Tagger(Toy.Crf);
        string[] tokens = Toy.Sentence(1).Tokens;
        Tagging all = tagger.Tag(tokens, Want.Marginals | Want.Spans | Want.Scores);
        for (int t = 0; t < tokens.Length; ++t)
        {
            Assert.Equal(1, all.Marginals(t).ToArray().Sum(), 9);
        }
        Assert.InRange(all.LogProbability, -10, 0);
        Assert.Equal(2, all.Spans.Count);
        Tagging labels = tagger.Tag(tokens, Want.Labels);
        Assert.Equal(all.Labels, labels.Labels);
        Assert.Equal(all.LabelIds.ToArray(), labels.LabelIds.ToArray());
        Assert.Empty(labels.Spans);
        Assert.True(labels.Marginals(0).IsEmpty);
        Assert.True(double.IsNaN(labels.LogProbability));
    }
}
