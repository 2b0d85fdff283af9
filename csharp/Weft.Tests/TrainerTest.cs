using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Weft.Tests;

public class TrainerTest
{
    private sealed class Listener(Action<TrainingProgress> report) : IProgress<TrainingProgress>
    {
        public void Report(TrainingProgress value) => report(value);
    }

    private static Trainer NewTrainer()
    {
        using Options options = Toy.CrfOptions().Set("delta", 0.0).Set("epsilon", 0.0);
        using Corpus corpus = Toy.Corpus();
        return new Trainer(options, corpus);
    }

    [Fact]
    public void StepsTellWhatTheyReached()
    {
        using Options options = Toy.CrfOptions();
        using Corpus corpus = Toy.Corpus();
        using var trainer = new Trainer(options, corpus);
        var phases = new List<string>();
        trainer.Progressed += p => phases.Add(p.Phase);
        trainer.Run();
        Assert.Contains("hmm", phases);
        Assert.Equal("crf", phases[^1]);
        Assert.True(trainer.Progress.Finished);
        Assert.NotEqual("", trainer.StopReason);
        IReadOnlyList<double> objectives = trainer.Objectives;
        Assert.Equal(trainer.Progress.Objective, objectives[^1]);
        Assert.True(objectives[^1] < objectives[0]);
    }

    [Fact]
    public void MessagesReachTheListener()
    {
        using var builder = new CorpusBuilder();
        for (int i = 0; i < 30; ++i)
        {
            (string[] tokens, string[] labels) = Toy.Sentence(i);
            builder.Sentence(tokens).Votes("all", labels);
            if (i % 2 == 0) builder.Votes("half", labels);
        }
        using Corpus corpus = builder.Finish();
        using var options = new Options("hmm");
        using var trainer = new Trainer(options, corpus);
        var messages = new List<LogMessage>();
        trainer.Logged += messages.Add;
        trainer.Run();
        Assert.NotEmpty(messages);
        Assert.All(messages, message => Assert.NotEqual("", message.Text));
    }

    [Fact]
    public void AListenerThatThrowsStopsTheRun()
    {
        using Trainer trainer = NewTrainer();
        int steps = 0;
        var cause = new InvalidOperationException("enough");
        trainer.Progressed += p =>
        {
            if (p.Phase == "crf" && ++steps == 3) throw cause;
        };
        Assert.Same(cause, Assert.Throws<InvalidOperationException>(trainer.Run));
        Assert.Equal(3, steps);
        Assert.Throws<WeftCancelledException>(() => trainer.Step());
        using Model model = trainer.TakeModel();
        Assert.Equal("crf", model.Method);
    }

    [Fact]
    public async Task AListenerThatThrowsFailsTheTask()
    {
        using Trainer trainer = NewTrainer();
        var cause = new InvalidOperationException("enough");
        Task<Model> training = trainer.TrainAsync(new Listener(_ => throw cause));
        Assert.Same(cause, await Assert.ThrowsAsync<InvalidOperationException>(() => training));
    }

    [Fact]
    public async Task AListenerThatDisposesAndThrowsIsHeard()
    {
        var cause = new InvalidOperationException("enough");
        Trainer trainer = NewTrainer();
        trainer.Progressed += _ =>
        {
            trainer.Dispose();
            throw cause;
        };
        Assert.Same(cause, Assert.Throws<InvalidOperationException>(trainer.Run));

        Trainer other = NewTrainer();
        Task<Model> training = other.TrainAsync(new Listener(_ =>
        {
            other.Dispose();
            throw cause;
        }));
        Assert.Same(cause, await Assert.ThrowsAsync<InvalidOperationException>(() => training));
    }

    [Fact]
    public async Task CancellationStopsWithinAStepAndLeavesAModel()
    {
        using Trainer trainer = NewTrainer();
        using var source = new CancellationTokenSource();
        int after = 0;
        Task<Model> training = trainer.TrainAsync(new Listener(p =>
        {
            if (source.IsCancellationRequested) ++after;
            if (p.Phase == "crf" && p.Iteration == 2) source.Cancel();
        }), source.Token);
        var e = await Assert.ThrowsAsync<OperationCanceledException>(() => training);
        Assert.IsType<WeftCancelledException>(e.InnerException);
        Assert.True(training.IsCanceled);
        Assert.Equal(0, after);
        using Model model = trainer.TakeModel();
        Assert.Equal("crf", model.Method);
    }

    [Fact]
    public async Task AnyThreadMayCancel()
    {
        using Trainer trainer = NewTrainer();
        using var stepped = new ManualResetEventSlim();
        trainer.Progressed += p =>
        {
            if (p.Phase != "crf" || p.Iteration < 2) return;
            stepped.Set();
            Thread.Sleep(1);
        };
        Task<Model> training = trainer.TrainAsync();
        stepped.Wait();
        trainer.Cancel();
        await Assert.ThrowsAsync<WeftCancelledException>(() => training);
        using Model model = trainer.TakeModel();
        Assert.Equal("crf", model.Method);
    }

    [Fact]
    public async Task TrainAsyncGivesTheModelThatTrainGives()
    {
        using Options options = Toy.CrfOptions();
        using Corpus corpus = Toy.Corpus();
        using var trainer = new Trainer(options, corpus);
        int told = 0;
        using Model model = await trainer.TrainAsync(new Listener(_ => ++told));
        Assert.True(told > 1);
        Assert.Equal(Toy.Crf.ToBytes(), model.ToBytes());
    }

    [Fact]
    public void ThereIsNoModelBeforeTheFirstStep()
    {
        using Trainer trainer = NewTrainer();
        Assert.Throws<WeftStateException>(() => trainer.TakeModel());
    }
}
