using System;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Weft.Tests;

/// <summary>Nothing that is done with handles crashes the process.</summary>
public class DisposalTest
{
    [Fact]
    public void DisposingAgainDoesNothingAndUseIsRefused()
    {
        using Corpus kept = Toy.Corpus();
        Corpus corpus = Toy.Corpus();
        Options options = Toy.CrfOptions();
        var trainer = new Trainer(options, corpus);
        Model model = trainer.Train();
        var tagger = new Tagger(model);
        Result result = tagger.Decode(corpus);
        Evaluation evaluation = Evaluation.Of(corpus, result);
        var builder = new CorpusBuilder();
        var pool = new TaggerPool(Toy.Crf);
        foreach (IDisposable closing in new IDisposable[]
                 {
                     options, corpus, trainer, model, tagger, result, evaluation, builder, pool,
                 })
        {
            closing.Dispose();
            closing.Dispose();
        }
        Assert.Throws<ObjectDisposedException>(() => options.Get("c2"));
        Assert.Throws<ObjectDisposedException>(() => options.Set("c2", 1));
        Assert.Throws<ObjectDisposedException>(() => corpus.SentenceCount);
        Assert.Throws<ObjectDisposedException>(() => corpus.Tokens(0));
        Assert.Throws<ObjectDisposedException>(() => trainer.Step());
        Assert.Throws<ObjectDisposedException>(() => trainer.Progress);
        Assert.Throws<ObjectDisposedException>(() => trainer.Cancel());
        Assert.Throws<ObjectDisposedException>(() => model.ToBytes());
        Assert.Throws<ObjectDisposedException>(() => model.Method);
        Assert.Throws<ObjectDisposedException>(() => new Tagger(model));
        Assert.Throws<ObjectDisposedException>(() => tagger.Tag(["x"]));
        Assert.Throws<ObjectDisposedException>(() => Evaluation.Of(kept, result));
        Assert.Throws<ObjectDisposedException>(() => evaluation.F1);
        Assert.Throws<ObjectDisposedException>(() => evaluation.Json);
        Assert.Throws<ObjectDisposedException>(() => builder.Sentence(["x"]));
        Assert.Throws<ObjectDisposedException>(() => Corpus.ReadBytes("a"u8, "a.conll", options));
        Assert.Throws<ObjectDisposedException>(() => new CorpusBuilder(options));
        Assert.Throws<ObjectDisposedException>(() => new Trainer(options, kept));
        Assert.Throws<ObjectDisposedException>(() => pool.Rent());
        Assert.Throws<ObjectDisposedException>(() => pool.Tag(["x"]));
        Assert.Throws<ObjectDisposedException>(() => pool.TagText("x"));
        Assert.Throws<ObjectDisposedException>(() => pool.TagSentences([]));
        Assert.Throws<ObjectDisposedException>(() => pool.TagTexts([]));
        Assert.Equal(5, result[0].Labels.Count);
    }

    [Fact]
    public void AHandleKeepsWhatItNeeds()
    {
        Model model = Model.Load(Toy.Crf.ToBytes());
        using var tagger = new Tagger(model);
        model.Dispose();
        Assert.Equal("PER", tagger.Tag(Toy.Sentence(0).Tokens).Spans[0].Type);
    }

    [Fact]
    public async Task DisposingDuringDecodingRefusesTheNextCall()
    {
        using Corpus corpus = Toy.Corpus(500);
        for (int round = 0; round < 10; ++round)
        {
            var tagger = new Tagger(Toy.Crf);
            using var begun = new ManualResetEventSlim();
            Task decoding = Task.Run(() =>
            {
                while (true)
                {
                    tagger.Decode(corpus).Dispose();
                    begun.Set();
                }
            });
            begun.Wait();
            tagger.Dispose();
            await Assert.ThrowsAsync<ObjectDisposedException>(() => decoding);
        }
    }

    [Fact]
    public async Task DisposingDuringTrainingRefusesTheNextStep()
    {
        for (int round = 0; round < 10; ++round)
        {
            using Options options =
                new Options("crf").Set("delta", 0.0).Set("epsilon", 0.0).Set("threads", 1);
            using Corpus corpus = Toy.Corpus(1000);
            var trainer = new Trainer(options, corpus);
            using var begun = new ManualResetEventSlim();
            trainer.Progressed += _ => begun.Set();
            Task training = Task.Run(trainer.Run);
            begun.Wait();
            trainer.Dispose();
            await Assert.ThrowsAsync<ObjectDisposedException>(() => training);
        }
    }

    [Fact]
    public async Task TwoThreadsWithOneBuilderOrOptionsDoNotCrash()
    {
        using var options = new Options("crf");
        using var builder = new CorpusBuilder();
        Task Spin(int worker) => Task.Run(() =>
        {
            for (int i = 0; i < 2000; ++i)
            {
                options.Set("templates", new string('x', (i + worker) % 500));
                Assert.True(options.Get("templates").Length < 500);
                builder.Sentence(["a", "b"]);
            }
        });
        await Task.WhenAll(Spin(0), Spin(250));
        using Corpus corpus = builder.Finish();
        Assert.Equal(4000, corpus.SentenceCount);
    }
}
