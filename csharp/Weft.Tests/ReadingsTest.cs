using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Weft.Tests;

/// <summary>The k best label sequences.</summary>
public class ReadingsTest
{
    [Fact]
    public void TheBestReadingsOfASentence()
    {
        using var tagger = new Tagger(Toy.Crf);
        string[] tokens = ["Grace", "Hopper", "left", "London"];
        IReadOnlyList<Reading> readings = tagger.KBest(tokens, 7);
        Assert.Equal(7, readings.Count);
        Assert.Equal(tagger.Tag(tokens).Labels, readings[0].Labels);
        Assert.Equal(readings.Select(r => r.LogProbability).OrderDescending(),
                     readings.Select(r => r.LogProbability));
        Assert.All(readings, r => Assert.Equal(4, r.Labels.Count));
        using Corpus corpus = Corpus.FromText("Grace left London");
        Assert.Equal(2, tagger.KBest(corpus, 2)[0].Count);
        Assert.Throws<ArgumentOutOfRangeException>(() => tagger.KBest(tokens, 0));

        double[] shares = tagger.KBest(corpus, 2)[0].Select(r => Math.Exp(r.LogProbability)).ToArray();
        double entropy = shares.Sum(p => -p / shares.Sum() * Math.Log(p / shares.Sum()));
        Assert.Equal(entropy, tagger.KBestEntropies(corpus, 2)[0], 9);
        double[] marginals = tagger.KBestMarginals(corpus, 2);
        Assert.Equal(3, marginals.Sum(), 9);  // one a token
    }
}
