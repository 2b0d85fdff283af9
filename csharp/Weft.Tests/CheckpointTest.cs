using System.IO;
using Xunit;

namespace Weft.Tests;

public class CheckpointTest
{
    static CheckpointTest() => NeuralFactAttribute.FindPlugin();

    private static Options Options() =>
        new Options("nhcrf").Set("units", 8).Set("word_width", 8).Set("letters", "none")
            .Set("first_epochs", 2).Set("epochs", 2).Set("batch_size", 16);

    [NeuralFact]
    public void ARunGoesOnToTheSameModel()
    {
        using var folder = new Folder();
        using Options options = Options();
        using Corpus corpus = Toy.Corpus();
        using var whole = new Trainer(options, corpus);
        using Model expected = whole.Train();

        string file = folder["Müller 東京.checkpoint"];
        TrainingProgress reached;
        using (var cut = new Trainer(options, corpus))
        {
            cut.Progressed += _ => cut.SaveCheckpoint(file);
            StepToVotes(cut);
            reached = cut.Progress;
        }
        using Options more = Options().Set("threads", 2);
        using Trainer rest = Trainer.Resume(more, corpus, null, file);
        StepToVotes(rest);
        Assert.Equal(reached.Iteration, rest.Progress.Iteration);
        using Model model = rest.Train();
        Assert.Equal(expected.ToBytes(), model.ToBytes());
    }

    [NeuralFact]
    public void WhatIsNoCheckpointOfTheRunIsRefused()
    {
        using var folder = new Folder();
        string file = folder["run.checkpoint"];
        using Options options = Options();
        using Corpus corpus = Toy.Corpus();
        using var trainer = new Trainer(options, corpus);
        trainer.SaveCheckpoint(file);

        using Options other = Options().Set("seed", 2);
        var e = Assert.Throws<WeftArgumentException>(
            () => Trainer.Resume(other, corpus, null, file));
        Assert.Contains("option seed: expected 2, found 1", e.Message);
        Assert.Throws<WeftArgumentException>(() => Trainer.Resume(options, corpus, corpus, file));
        Assert.Throws<WeftNotFoundException>(
            () => Trainer.Resume(options, corpus, null, folder["none"]));
        using Model model = trainer.Train();
        model.Save(folder["model.weft"]);
        Assert.Throws<WeftFormatException>(
            () => Trainer.Resume(options, corpus, null, folder["model.weft"]));
        Assert.Throws<WeftFormatException>(() => Model.Load(file));
        File.WriteAllBytes(file, File.ReadAllBytes(file)[..1000]);
        Assert.Throws<WeftCorruptException>(() => Trainer.Resume(options, corpus, null, file));
    }

    [Fact]
    public void OtherMethodsHaveNone()
    {
        using Options options = Toy.CrfOptions();
        using Corpus corpus = Toy.Corpus();
        using var trainer = new Trainer(options, corpus);
        var e = Assert.Throws<WeftUnsupportedException>(() => trainer.SaveCheckpoint("none"));
        Assert.Contains("method crf has no checkpoints", e.Message);
    }

    private static void StepToVotes(Trainer trainer)
    {
        while (trainer.Progress.Phase != "nhcrf") Assert.True(trainer.Step());
    }
}
