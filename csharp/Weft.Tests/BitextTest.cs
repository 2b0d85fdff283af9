using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Weft.Tests;

/// <summary>A tagger for a language without labels: the toy text, each word spelt with another
/// ending.</summary>
public class BitextTest
{
    private static List<string[]> Foreign(Corpus toy) =>
        Enumerable.Range(0, toy.SentenceCount)
            .Select(s => toy.Tokens(s).Select(t => t + "um").ToArray()).ToList();

    private static Corpus OfTokens(IReadOnlyList<string[]> sentences)
    {
        using var builder = new CorpusBuilder();
        foreach (string[] sentence in sentences) builder.Sentence(sentence);
        return builder.Finish();
    }

    private static Bitext Translated(Corpus toy)
    {
        using Corpus target = OfTokens(Foreign(toy));
        return Bitext.Link(
            toy, target,
            Enumerable.Range(0, toy.SentenceCount)
                .Select(s => Enumerable.Range(0, toy.Tokens(s).Count).Where(t => t != 2)
                            .Select(t => new Link(t, t, t == 0 ? 0.5f : 1)).ToArray())
                .ToArray());
    }

    [Fact]
    public void ATaggerForALanguageWithoutLabels()
    {
        using Corpus toy = Toy.Corpus();
        using Bitext bitext = Translated(toy);
        using Corpus source = bitext.Source();
        using Tagger tagger = new(Toy.Crf);
        using Result result = tagger.Decode(source, Want.Marginals);
        using Options project = new Options("project").Set("name", "en");
        using Projection projection = bitext.Project(result, project);
        using ProjectionSummary summary = projection.Summary();
        using Corpus projected = projection.ToCorpus();
        Assert.Equal(["en"], projected.Sources);
        Assert.False(projected.HasGold);
        Assert.NotNull(projected.SoftVotes(0, 0));
        Assert.InRange(summary.Share, 0.5, 0.9);
        Assert.True(summary["labels.B-PER.share"] > 0);
        using Options options = new("ge");
        using Trainer trainer = new(options, projected);
        trainer.Run();
        using Model model = trainer.TakeModel();
        Assert.Equal("ge", model.Method);
        using Tagger other = new(model);
        Assert.Equal(["B-PER", "I-PER", "O", "B-LOC", "O"], other.Tag(Foreign(toy)[0]).Labels);
    }

    [Fact]
    public void VotesOfASecondSource()
    {
        using Corpus toy = Toy.Corpus();
        using Bitext bitext = Translated(toy);
        using Options first = new Options("project").Set("name", "en");
        using Options second = new Options("project").Set("name", "es");
        using Projection one = bitext.Project(null, first);
        using Corpus voted = one.ToCorpus();
        using Bitext again = bitext.WithTarget(voted);
        using Projection two = again.Project(null, second);
        using Corpus both = two.ToCorpus();
        Assert.Equal(["en", "es"], both.Sources);
        Assert.Equal(bitext.Links(0), again.Links(0));
        Assert.Throws<WeftArgumentException>(() => bitext.WithTarget(toy));
        Assert.Throws<ArgumentNullException>(() => bitext.WithTarget(null!));
    }

    [Fact]
    public void GoldLabelsAndJoinedCorpora()
    {
        using Corpus toy = Toy.Corpus();
        using Bitext bitext = Translated(toy);
        using Options asGold = new Options("project").Set("output", "gold");
        using Projection projection = bitext.Project(null, asGold);
        using Corpus gold = projection.ToCorpus();
        Assert.True(gold.HasGold);
        Assert.False(gold.HasVotes);
        using Corpus both = gold.Join(toy);
        Assert.Equal(120, both.SentenceCount);
        Assert.Equal(60, bitext.PairCount);
        Assert.Equal(new Link(1, 1), bitext.Links(0)[1]);
        Assert.Equal(0.5f, bitext.Links(0)[0].Confidence);
        using Corpus target = bitext.Target();
        Assert.Equal("Adaum", target.Tokens(0)[0]);
    }

    [Fact]
    public void ReadsFiles()
    {
        using var folder = new Folder();
        string lines = folder["b.txt"], links = folder["b.align"];
        File.WriteAllText(lines, "a b ||| c\nd ||| e\n");
        File.WriteAllText(links, "0-0\n0-0\n");
        using Options options = new Options("bitext").Set("alignment", links);
        using Bitext bitext = Bitext.Read(lines, options);
        Assert.Equal(2, bitext.PairCount);
        using Corpus source = bitext.Source(), target = bitext.Target();
        using Bitext same = Bitext.Align(source, target, options);
        Assert.Equal(bitext.Links(0), same.Links(0));
        using Bitext back = Bitext.Link(target, source, [[], [new Link(0, 0)]]);
        using Bitext through = bitext.Through(back);
        Assert.Empty(through.Links(0));
        Assert.Single(through.Links(1));
        File.WriteAllText(links, "0-0\n");
        var failure = Assert.Throws<WeftFormatException>(() => Bitext.Read(lines, options));
        Assert.Contains("1 lines", failure.Message);
    }

    [Fact]
    public void WhatCannotBeRight()
    {
        using Corpus one = OfTokens([["a"]]);
        Assert.Throws<WeftFormatException>(() => Bitext.Link(one, one, [[new Link(0, 3)]]));
        Assert.Throws<WeftArgumentException>(() => Bitext.Link(one, one, [[new Link(0, 0, 2)]]));
        Assert.Throws<WeftArgumentException>(() => Bitext.Link(one, one, []));
        Assert.Throws<ArgumentNullException>(() => Bitext.Link(one, null!, [[]]));
        Assert.Throws<ArgumentException>(() => Bitext.Link(one, one, [null!]));
        Assert.Throws<ArgumentException>(() => Bitext.Link(one, one, [[null!]]));
        Bitext bitext = Bitext.Link(one, one, [[]]);
        Assert.Empty(bitext.Links(0));
        Assert.Throws<WeftNotFoundException>(() => bitext.Links(1));
        Assert.Throws<WeftNotFoundException>(() => bitext.Links(-1));
        Assert.Throws<WeftStateException>(() => bitext.Project(null));
        bitext.Dispose();
        Assert.Throws<ObjectDisposedException>(() => bitext.Links(0));
    }
}
