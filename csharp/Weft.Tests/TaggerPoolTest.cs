using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Weft.Tests;

public class TaggerPoolTest
{
    [Fact]
    public void RentalsComeBackOnce()
    {
        using var pool = new TaggerPool(Toy.Crf, 2);
        TaggerPool.Rental rental = pool.Rent();
        Tagger first = rental.Tagger;
        rental.Dispose();
        rental.Dispose();
        Assert.Throws<ObjectDisposedException>(() => rental.Tagger);
        using TaggerPool.Rental second = pool.Rent();
        using TaggerPool.Rental third = pool.Rent();
        Assert.Same(first, second.Tagger);
        Assert.NotSame(first, third.Tagger);
    }

    [Fact]
    public async Task WhoeverFindsAllInUseWaits()
    {
        using var pool = new TaggerPool(Toy.Crf, 1);
        TaggerPool.Rental rental = pool.Rent();
        Task<Tagging> waiting = Waiting(() => pool.Tag(Toy.Sentence(0).Tokens));
        await Task.WhenAny(waiting, Task.Delay(50));
        Assert.False(waiting.IsCompleted);
        rental.Dispose();
        Assert.Equal("PER", (await waiting).Spans[0].Type);
    }

    [Fact]
    public async Task WhoeverWaitsWhenItClosesIsRefused()
    {
        var pool = new TaggerPool(Toy.Crf, 1);
        using TaggerPool.Rental rental = pool.Rent();
        Task<Tagging> waiting = Waiting(() => pool.TagText("x"));
        await Task.WhenAny(waiting, Task.Delay(50));
        pool.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => waiting);
        Assert.Equal(5, rental.Tagger.Tag(Toy.Sentence(0).Tokens).Labels.Count);
    }

    [Fact]
    public void ItIsOneACoreUnlessItsSizeIsSaid()
    {
        using var pool = new TaggerPool(Toy.Crf);
        Assert.Equal(Environment.ProcessorCount, pool.Size);
        Assert.Throws<ArgumentOutOfRangeException>(() => new TaggerPool(Toy.Crf, -1));
        Model model = Model.Load(Toy.Crf.ToBytes());
        using var kept = new TaggerPool(model, 2);
        model.Dispose();
        Assert.Equal(2, kept.Tag(Toy.Sentence(0).Tokens).Spans.Count);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(3000)]
    public void ItThrowsWhatATaggerThrows(int count)
    {
        List<string[]> sentences = Toy.Tokens(count);
        string[] texts = sentences.Select(tokens => string.Join(' ', tokens)).ToArray();
        int first = count / 2 + 7;
        foreach (int bad in new[] { first, first + 1, count - 1 })
        {
            sentences[bad] = ["fine", "a\uD83D"];
            texts[bad] = null!;
        }
        using var tagger = new Tagger(Toy.Crf);
        using var pool = new TaggerPool(Toy.Crf, 4);
        Exception expected =
            Assert.Throws<ArgumentException>(() => tagger.TagSentences(sentences));
        Assert.Contains($"sentence {first}, token 1", expected.Message);
        Exception found = Assert.Throws<ArgumentException>(() => pool.TagSentences(sentences));
        Assert.Equal(expected.Message, found.Message);
        expected = Assert.Throws<ArgumentNullException>(() => tagger.TagTexts(texts));
        Assert.Contains($"text {first}", expected.Message);
        found = Assert.Throws<ArgumentNullException>(() => pool.TagTexts(texts));
        Assert.Equal(expected.Message, found.Message);
    }

    [Fact]
    public void ItThrowsWhatTheEngineThrows()
    {
        using var builder = new CorpusBuilder();
        builder.Sentence(["a"]).Column("pos", ["X"]).Labels(["B-Y"]);
        using Corpus corpus = builder.Finish();
        using Options options = new Options("crf").Set("templates", "U00:%x[0,1]");
        using var trainer = new Trainer(options, corpus);
        using Model model = trainer.Train();
        using var pool = new TaggerPool(model, 2);
        Assert.Throws<WeftArgumentException>(() => pool.TagSentences(Toy.Tokens(200)));
    }

    private static Task<T> Waiting<T>(Func<T> call) =>
        Task.Factory.StartNew(call, CancellationToken.None, TaskCreationOptions.LongRunning,
                              TaskScheduler.Default);
}
