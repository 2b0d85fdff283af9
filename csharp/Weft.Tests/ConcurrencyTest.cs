using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Weft.Tests;

public class ConcurrencyTest
{
    private static readonly List<string[]> Sentences = Toy.Tokens(3500);

    private static void AssertSame(IReadOnlyList<Tagging> expected, IReadOnlyList<Tagging> found)
    {
        Assert.Equal(expected.Count, found.Count);
        for (int s = 0; s < expected.Count; ++s)
        {
            Assert.Equal(expected[s].LabelIds.ToArray(), found[s].LabelIds.ToArray());
            Assert.Equal(expected[s].Spans, found[s].Spans);
            Assert.Equal(expected[s].LogProbability, found[s].LogProbability);
        }
    }

    private static IReadOnlyList<Tagging> Serial()
    {
        using var tagger = new Tagger(Toy.Crf);
        return tagger.TagSentences(Sentences, Want.Spans | Want.Scores);
    }

    [Fact]
    public void ThreadsWithTaggersOfOneModelAgreeWithOne()
    {
        IReadOnlyList<Tagging> serial = Serial();
        Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 },
                     _ => AssertSame(serial, Serial()));
    }

    [Fact]
    public void APoolGivesTheSameInOrder()
    {
        using var pool = new TaggerPool(Toy.Crf);
        AssertSame(Serial(), pool.TagSentences(Sentences, Want.Spans | Want.Scores, threads: 3));
        string[] texts = Sentences.Select(tokens => string.Join(' ', tokens)).ToArray();
        IReadOnlyList<Tagging> tagged = pool.TagTexts(texts, threads: 2);
        for (int s = 0; s < texts.Length; ++s)
        {
            Assert.Equal(Sentences[s][0] + " " + Sentences[s][1], tagged[s].Spans[0].In(texts[s]));
        }
    }

    [Fact]
    public void SingleCallsAgreeWithBatches()
    {
        using var pool = new TaggerPool(Toy.Crf);
        IReadOnlyList<Tagging> serial = Serial();
        Parallel.For(0, 500, s =>
            Assert.Equal(serial[s].Spans, pool.Tag(Sentences[s]).Spans));
    }

    [Fact]
    public void ThreadsThatShareATaggerWaitForEachOther()
    {
        using var tagger = new Tagger(Toy.Crf);
        IReadOnlyList<Tagging> serial = Serial();
        Parallel.For(0, 2000, new ParallelOptions { MaxDegreeOfParallelism = 4 }, s =>
            Assert.Equal(serial[s].Labels, tagger.Tag(Sentences[s], Want.Labels).Labels));
    }

    [Fact]
    public void RentalsComeBackOnce()
    {
        using var pool = new TaggerPool(Toy.Crf);
        TaggerPool.Rental rental = pool.Rent();
        Tagger first = rental.Tagger;
        rental.Dispose();
        rental.Dispose();
        using TaggerPool.Rental second = pool.Rent();
        using TaggerPool.Rental third = pool.Rent();
        Assert.Same(first, second.Tagger);
        Assert.NotSame(first, third.Tagger);
    }
}
