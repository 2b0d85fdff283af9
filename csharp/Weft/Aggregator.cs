using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Turns the votes of sources into labels, with a model that reads votes.</summary>
public sealed class Aggregator : IDisposable
{
    private readonly Tagger _tagger;

    /// <summary>An aggregator with a trained model, which it does not dispose.</summary>
    /// <exception cref="ArgumentException">The model reads tokens.</exception>
    public Aggregator(Model model)
    {
        Model = model ?? throw new ArgumentNullException(nameof(model));
        if (!model.ReadsVotes)
        {
            throw new ArgumentException(
                $"expected a model that reads votes, found {model.Method}, which reads tokens",
                nameof(model));
        }
        _tagger = new Tagger(model);
    }

    /// <summary>Learns from the votes of a corpus whom to believe.</summary>
    /// <param name="votes">A corpus with votes.</param>
    /// <param name="method">An aggregator of <see cref="Methods.All"/>.</param>
    public static Aggregator Train(Corpus votes, string method = "hmm")
    {
        using var options = new Options(method);
        return Train(votes, options);
    }

    /// <summary>The same with options of an aggregator.</summary>
    public static Aggregator Train(Corpus votes, Options options)
    {
        using var trainer = new Trainer(options, votes);
        return new Aggregator(trainer.Train());
    }

    /// <summary>The model; yours to save and to dispose.</summary>
    public Model Model { get; }

    /// <summary>What the model believes about each source.</summary>
    public IReadOnlyList<Source> Sources => Model.Sources;

    /// <summary>The labels of a corpus that has votes.</summary>
    public Result Aggregate(Corpus votes, Want want = Want.Spans) => _tagger.Decode(votes, want);

    /// <summary>The same corpus with those labels as its gold labels.</summary>
    public Corpus Label(Corpus votes)
    {
        if (votes is null) throw new ArgumentNullException(nameof(votes));
        using Result result = Aggregate(votes, Want.Labels);
        return votes.WithLabels(result);
    }

    /// <summary>Closes what decodes, not the model. Doing so again does nothing.</summary>
    public void Dispose() => _tagger.Dispose();
}
