using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
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
        using var pool = new TaggerPool(Toy.Crf, 3);
        AssertSame(Serial(), pool.TagSentences(Sentences, Want.Spans | Want.Scores));
        string[] texts = Sentences.Select(tokens => string.Join(' ', tokens)).ToArray();
        IReadOnlyList<Tagging> tagged = pool.TagTexts(texts);
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

    // No reader of options may keep others waiting: a pipe that nobody writes to holds one up here.
    [Fact]
    public async Task OptionsCanBeUsedWhileAFileIsReadWithThem()
    {
        using var folder = new Folder();
        Assert.Equal(0, Commands.Run("mkfifo", [folder["pipe.conll"]]).Status);
        using Options reading = new Options("read").Set("columns", "token,label");
        Task<Corpus> waiting = Task.Factory.StartNew(
            () => Corpus.Read(folder["pipe.conll"], reading), TaskCreationOptions.LongRunning);
        Task<string> other = Task.Run(() =>
        {
            while (waiting.Status == TaskStatus.WaitingToRun) Thread.Sleep(1);
            Thread.Sleep(100);
            using Corpus read = Corpus.ReadBytes("Ada B-PER\n"u8, "x.conll", reading);
            reading.Set("columns", "label,token");
            return read.Tokens(0)[0];
        });
        Task first = await Task.WhenAny(other, waiting, Task.Delay(20_000));
        File.WriteAllText(folder["pipe.conll"], "Grace B-PER\n");
        Assert.Same(other, first);
        Assert.Equal("Ada", await other);
        using Corpus piped = await waiting;
        Assert.Equal("Grace", piped.Tokens(0)[0]);
    }

    [Fact]
    public void OptionsThatChangeMeanwhileAreReadWhole()
    {
        using var reading = new Options("read");
        using Options training = Toy.CrfOptions();
        using Corpus corpus = Toy.Corpus(6);
        string[] columns = ["token,label", "label,token"];
        Parallel.For(0, 400, new ParallelOptions { MaxDegreeOfParallelism = 4 }, i =>
        {
            reading.Set("columns", columns[i % 2]);
            training.Set("templates", new string('x', i)).Set("templates", "");
            using Corpus read = Corpus.ReadBytes("O O\n"u8, "x.conll", reading);
            Assert.Equal(["O"], read.Tokens(0));
            using var builder = new CorpusBuilder(reading);
            using var trainer = new Trainer(Toy.CrfOptions(), corpus);
            training.Get("templates");
        });
    }
}
