using System;
using System.Collections.Generic;
using System.Linq;

namespace Weft;

/// <summary>Turns the votes of sources into labels, with a model that reads votes.</summary>
public sealed class Aggregator : IDisposable
{
    private readonly Tagger _tagger;
    private readonly bool _ownsModel;

    /// <summary>An aggregator with a trained model, which it does not dispose.</summary>
    /// <exception cref="ArgumentException">The model reads tokens.</exception>
    public Aggregator(Model model) : this(model, ownsModel: false)
    {
    }

    private Aggregator(Model model, bool ownsModel)
    {
        Model = model ?? throw new ArgumentNullException(nameof(model));
        if (!model.ReadsVotes)
        {
            throw new ArgumentException(
                $"expected a model that reads votes, found {model.Method}, which reads tokens",
                nameof(model));
        }
        _tagger = new Tagger(model);
        _ownsModel = ownsModel;
    }

    /// <summary>Learns from the votes of a corpus whom to believe. The model belongs to the
    /// aggregator; to keep one for itself, train it with a <see cref="Trainer"/>.</summary>
    /// <param name="votes">A corpus with votes.</param>
    /// <param name="method">An aggregator of <see cref="Methods.All"/>.</param>
    /// <exception cref="ArgumentException">The method is a tagger.</exception>
    public static Aggregator Train(Corpus votes, string method = "hmm")
    {
        using var options = new Options(method);
        return Train(votes, options);
    }

    /// <summary>The same with options of an aggregator.</summary>
    /// <exception cref="ArgumentException">They are of a tagger, or of reading.</exception>
    public static Aggregator Train(Corpus votes, Options options)
    {
        if (votes is null) throw new ArgumentNullException(nameof(votes));
        if (options is null) throw new ArgumentNullException(nameof(options));
        if (!Methods.All.Any(m => m.Name == options.Method && m.Kind == MethodKind.Aggregator))
        {
            throw new ArgumentException(
                $"expected the options of an aggregator, found those of {options.Method}",
                nameof(options));
        }
        using var trainer = new Trainer(options, votes);
        return new Aggregator(trainer.Train(), ownsModel: true);
    }

    /// <summary>The model.</summary>
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

    /// <inheritdoc cref="Tagger.Evaluate"/>
    public Evaluation Evaluate(Corpus corpus, EvaluationMode mode = EvaluationMode.Strict) =>
        _tagger.Evaluate(corpus, mode);

    /// <summary>Closes what decodes, and the model where <see cref="Train(Corpus, string)"/> made
    /// it. Doing so again does nothing.</summary>
    public void Dispose()
    {
        _tagger.Dispose();
        if (_ownsModel) Model.Dispose();
    }
}
