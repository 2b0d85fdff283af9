using System.Linq;
using Xunit;

namespace Weft.Tests;

/// <summary>The conditional HMM over embeddings of the host, and alternate training.</summary>
public class ChmmTest
{
    static ChmmTest() => NeuralFactAttribute.FindPlugin();

    // Two sources that mostly agree; the embedding tells names from other words.
    private static Corpus Embedded()
    {
        using var builder = new CorpusBuilder();
        for (int i = 0; i < 30; ++i)
        {
            builder.Sentence(["in", "Oslo"]).Embeddings([1, 0, 0, 1], 2);
            builder.Votes("a", ["O", "B-LOC"]).Votes("b", ["O", i % 3 == 0 ? "O" : "B-LOC"]);
        }
        return builder.Finish();
    }

    [NeuralFact]
    public void AConditionalModelReadsTheHostsEmbeddings()
    {
        using Options options = new Options("chmm").Set("epochs", 3).Set("learning_rate", 0.05);
        using Corpus corpus = Embedded();
        using var aggregator = Aggregator.Train(corpus, options);
        using Result found = aggregator.Aggregate(corpus, Want.Support);
        Assert.Equal(["O", "B-LOC"], found[0].Labels);
        Assert.Equal(["a"], found[0].Supporters(1));
        using Corpus plain = Toy.Corpus();
        Assert.Contains("embeddings of 2 numbers per token",
                        Assert.Throws<WeftArgumentException>(
                            () => aggregator.Aggregate(plain)).Message);
    }

    [NeuralFact]
    public void AnAggregatorAndATaggerTeachEachOther()
    {
        using Options options = new Options("alt").Set("aggregator", "hmm").Set("max_loops", 1);
        using Corpus corpus = Toy.Corpus();
        using var trainer = new Trainer(options, corpus);
        using Model model = trainer.Train();
        using Model votes = model.WithOption("decode", "aggregator");
        Assert.True(!model.ReadsVotes && votes.ReadsVotes);
        Assert.Equal(corpus.Sources.Append("tagger"), votes.Sources.Select(s => s.Name));
        using var aggregator = new Aggregator(votes);
        using Result result = aggregator.Aggregate(corpus);
        Assert.Equal(corpus.SentenceCount, result.Count);
    }
}
