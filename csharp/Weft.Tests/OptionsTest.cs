using System.Linq;
using Xunit;

namespace Weft.Tests;

public class OptionsTest
{
    [Fact]
    public void ValuesAreSetByTypeAndReadAsText()
    {
        using Options options = new Options("crf")
            .Set("c2", 0.5).Set("max_iterations", 7).Set("constrained", false)
            .Set("features", "chunk");
        options["seed"] = "3";
        Assert.Equal(["0.5", "7", "false", "chunk", "3"],
                     new[] { "c2", "max_iterations", "constrained", "features", "seed" }
                         .Select(key => options[key]));
        Assert.Equal("crf", options.Method);
    }

    [Fact]
    public void OptionsDescribeThemselves()
    {
        using var options = new Options("crf");
        OptionDescription c2 = options.Descriptions.Single(d => d.Key == "c2");
        Assert.Equal((OptionType.Float, "0.1", 0.0, double.PositiveInfinity, false),
                     (c2.Type, c2.Default, c2.Min, c2.Max, c2.IsPrefix));
        Assert.NotEqual("", c2.Help);
        OptionDescription features = options.Descriptions.Single(d => d.Key == "features");
        Assert.Equal(OptionType.Choice, features.Type);
        Assert.Contains("chunk", features.Choices);
        Assert.True(double.IsNaN(features.Min));
        Assert.Contains(options.Descriptions, d => d.IsPrefix);
    }

    [Fact]
    public void LaterChangesHaveNoEffectOnARun()
    {
        using Corpus corpus = Toy.Corpus();
        Options options = Toy.CrfOptions();
        using var trainer = new Trainer(options, corpus);
        options.Set("c2", 1000.0).Set("max_iterations", 1);
        options.Dispose();
        corpus.Dispose();
        using Model model = trainer.Train();
        Assert.Equal(Toy.Crf.ToBytes(), model.ToBytes());
    }

    [Fact]
    public void EveryKindOfValueReachesARun()
    {
        using Corpus corpus = Toy.Corpus();
        using Options options = new Options("crf")
            .Set("aggregator", "mv").Set("c2", 0.1 + 0.2).Set("max_iterations", 3)
            .Set("constrained", false).Set("mv.o_means.people", "abstain");
        using var trainer = new Trainer(options, corpus);
        using Model model = trainer.Train();
        var facts = model.Facts.ToDictionary(f => f.Key, f => f.Value);
        Assert.Equal(["mv", options["c2"], "3", "false", "abstain"],
                     new[] { "aggregator", "c2", "max_iterations", "constrained",
                             "mv.o_means.people" }.Select(key => facts["option." + key]));
    }

    [Fact]
    public void ReadingHasOptions()
    {
        using Options reading = new Options("read").Set("columns", "token,label");
        using Corpus corpus = Corpus.ReadBytes("Ada B-PER\nran O\n"u8, "x.conll", reading);
        Assert.Equal(["Ada", "ran"], corpus.Tokens(0));
        Assert.Equal(["B-PER", "O"], corpus.Gold(0));
        Assert.True(corpus.HasGold);
        Assert.False(corpus.HasVotes);
        Assert.Equal((1, 2, "iob2"), (corpus.SentenceCount, corpus.TokenCount, corpus.Scheme));
    }

    [Fact]
    public void AnnotatorsAreSourcesNamedAfterTheirFiles()
    {
        using var folder = new Folder();
        System.IO.File.WriteAllText(folder["ana.conll"], "Ada B-PER\nran O\n");
        System.IO.File.WriteAllText(folder["bo.conll"], "Ada O\nran O\n");
        using Options reading = new Options("read").Set("columns", "token,label");
        using Corpus corpus = Corpus.ReadAnnotators([folder["ana.conll"], folder["bo.conll"]],
                                                    folder["ana.conll"], reading);
        Assert.Equal(["ana", "bo"], corpus.Sources);
        Assert.Equal(["B-PER", "O"], corpus.Votes(0, 0));
        Assert.Equal(["O", "O"], corpus.Votes(0, 1));
        Assert.Equal(["B-PER", "O"], corpus.Gold(0));
    }

    [Fact]
    public void ASourceThatDidNotAnnotateIsNoSourceThatAbstains()
    {
        using Corpus corpus = Toy.Corpus();
        int people = corpus.Sources.ToList().IndexOf("people");
        int sloppy = corpus.Sources.ToList().IndexOf("sloppy");
        Assert.Equal(["B-PER", "I-PER", null, null, null], corpus.Votes(1, people));
        Assert.Null(corpus.Votes(1, sloppy));
    }

    [Fact]
    public void SoftVotesAndAttributesAreTaken()
    {
        using var builder = new CorpusBuilder();
        builder.Sentence(["a", "b"]).SoftVotes("soft", ["B-X", "O"], [0.9f, 0.1f, 0.2f, 0.8f]);
        builder.Attribute(0, "capital").Labels(["B-X", "O"]);
        using Corpus corpus = builder.Finish();
        Assert.Equal(["soft"], corpus.Sources);
        Assert.True(corpus.HasVotes);
        float[,] soft = corpus.SoftVotes(0, 0)!;
        Assert.Equal((2, corpus.Labels.Count), (soft.GetLength(0), soft.GetLength(1)));
        int[] ids = new[] { "B-X", "O" }.Select(l => corpus.Labels.ToList().IndexOf(l)).ToArray();
        Assert.Equal([0.9f, 0.1f, 0.2f, 0.8f],
                     [soft[0, ids[0]], soft[0, ids[1]], soft[1, ids[0]], soft[1, ids[1]]]);
        Assert.Equal(["B-X", "O"], corpus.Votes(0, 0));
        using Corpus hard = Toy.Corpus();
        Assert.Null(hard.SoftVotes(0, 0));
        Assert.Throws<WeftNotFoundException>(() => hard.SoftVotes(0, -1));
        Assert.Throws<WeftNotFoundException>(() => hard.SoftVotes(60, 0));
    }

    [Fact]
    public void EmbeddingsAreCheckedAgainstTheTokens()
    {
        using var builder = new CorpusBuilder();
        builder.Sentence(["a", "b"]).Embeddings([1, 2, 3, 4], 2);
        Assert.Contains("must have 2 rows of 2 numbers, one a token; found 3",
                        Assert.Throws<WeftArgumentException>(
                            () => builder.Embeddings([1, 2, 3], 2)).Message);
        Assert.Throws<System.ArgumentOutOfRangeException>(() => builder.Embeddings([1, 2], 0));
        using Corpus corpus = builder.Finish();
        Assert.Contains("\"embeddings\":[[1,2],[3,4]]",
                        System.Text.Encoding.UTF8.GetString(corpus.WriteBytes("jsonl")));
    }

    [Fact]
    public void OptionsOfDecodingCanBeChangedInAModel()
    {
        using Model free = Toy.Crf.WithOption("constrained", "false");
        using Model same = free.WithOption("constrained", "yes");
        Assert.Contains(free.Facts, f => f.Key == "option.constrained" && f.Value == "false");
        Assert.Equal(Toy.Crf.ToBytes(), same.ToBytes());
        Assert.Throws<WeftNotFoundException>(() => Toy.Crf.WithOption("constraint", "yes"));
        Assert.Throws<WeftArgumentException>(() => Toy.Crf.WithOption("c2", "1"));
    }
}
