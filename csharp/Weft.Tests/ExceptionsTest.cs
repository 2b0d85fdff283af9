using System;
using System.IO;
using System.Linq;
using System.Text;
using Xunit;

namespace Weft.Tests;

/// <summary>Statuses become exceptions, with the engine's own text.</summary>
public class ExceptionsTest
{
    [Fact]
    public void EveryStatusHasAClassOfItsOwn()
    {
        NativeLibraries.Load();
        WeftStatus[] failures =
            Enum.GetValues<WeftStatus>().Where(s => s != WeftStatus.NotLoaded).ToArray();
        Assert.Equal(13, failures.Length);
        Assert.Equal(13, failures.Select(s => WeftException.Of(s, "x").GetType()).Distinct().Count());
        foreach (WeftStatus status in failures)
        {
            WeftException e = WeftException.Of(status, "text");
            Assert.Equal((status, "text"), (e.Status, e.Message));
            string name = Utf8.FromTerminated(Native.weft_status_name((int)status));
            Assert.Equal("WEFT" + status.ToString().ToUpperInvariant(), name.Replace("_", ""));
        }
        Assert.Equal("", Utf8.FromTerminated(Native.weft_status_name(failures.Length + 1)));
        Assert.IsType<WeftInternalException>(WeftException.Of((WeftStatus)99, "text"));
    }

    [Fact]
    public void ArgumentsAndOptions()
    {
        using var options = new Options("crf");
        var e = Assert.Throws<WeftArgumentException>(() => options.Set("c2", -1.0));
        Assert.Contains("c2", e.Message);
        Assert.Contains("featuers",
                        Assert.Throws<WeftNotFoundException>(() => options["featuers"]).Message);
        Assert.Contains("\"crf\"", Assert.Throws<WeftNotFoundException>(() => new Options("crv")).Message);
        using Corpus corpus = Corpus.FromTokens([["x"]]);
        Assert.Throws<WeftNotFoundException>(() => corpus.Tokens(1));
        string[] negative =
        [
            Assert.Throws<WeftNotFoundException>(() => corpus.Tokens(-1)).Message,
            Assert.Throws<WeftNotFoundException>(() => corpus.Gold(-1)).Message,
            Assert.Throws<WeftNotFoundException>(() => corpus.Text(-1)).Message,
            Assert.Throws<WeftNotFoundException>(() => corpus.Votes(-1, 0)).Message,
        ];
        Assert.All(negative, m => Assert.Equal("there is no sentence -1; the corpus has 1", m));
        Assert.Equal("there is no source -7; the corpus has 0",
                     Assert.Throws<WeftNotFoundException>(() => corpus.Votes(0, -7)).Message);
        using var builder = new CorpusBuilder();
        builder.Sentence(["x"]);
        Assert.Contains("-3", Assert.Throws<ArgumentOutOfRangeException>(
            () => builder.Attribute(-3, "a")).Message);
        Assert.Throws<WeftNotFoundException>(() => Toy.Crf.Metadata("none"));
    }

    [Fact]
    public void FilesAndModels()
    {
        using var folder = new Folder();
        Assert.Contains("absent.weft", Assert.Throws<WeftNotFoundException>(
            () => Model.Load(folder["absent.weft"])).Message);
        Assert.Throws<WeftIOException>(() => Toy.Crf.Save(Path.Combine(folder["none"], "m.weft")));
        Assert.Throws<WeftFormatException>(() => Model.Load("no model at all"u8));
        byte[] bytes = Toy.Crf.ToBytes();
        Assert.Throws<WeftCorruptException>(() => Model.Load(bytes.AsSpan(0, bytes.Length / 2)));
        File.WriteAllText(folder["bad.jsonl"], "{\"tokens\": [\"a\"], \"labels\": []}\n");
        Assert.Contains("bad.jsonl:1", Assert.Throws<WeftFormatException>(
            () => Corpus.Read(folder["bad.jsonl"])).Message);
        Assert.Throws<WeftFormatException>(
            () => Corpus.ReadBytes(Encoding.UTF8.GetBytes("{"), "x.jsonl"));
    }

    [Fact]
    public void FilesThatAreNoUtf8AreNamedWithoutFailingAgain()
    {
        byte[] text = [.. "Ada "u8, 0xff, 0xfe, .. "-PER\n"u8];
        var e = Assert.ThrowsAny<WeftException>(() => Corpus.ReadBytes(text, "x.conll"));
        Assert.Contains("x.conll", e.Message);
    }

    [Fact]
    public void StatesAndClosedBuilders()
    {
        using Corpus corpus = Corpus.FromTokens([["x"]]);
        using var options = new Options("crf");
        Assert.Throws<WeftStateException>(() => new Trainer(options, corpus));
        using var builder = new CorpusBuilder();
        builder.Sentence(["x"]).Finish().Dispose();
        Assert.Throws<WeftClosedException>(() => builder.Sentence(["y"]));
        using Corpus columns = Corpus.FromColumns(["token", "pos"], [[["x"], ["y"]]]);
        using var labelled = new CorpusBuilder();
        labelled.Sentence(["a"]).Column("pos", ["X"]).Labels(["B-Y"]);
        using Corpus train = labelled.Finish();
        using Options chunk = new Options("crf").Set("templates", "U00:%x[0,1]");
        using var trainer = new Trainer(chunk, train);
        using Model model = trainer.Train();
        using var tagger = new Tagger(model);
        Assert.Single(tagger.Decode(columns));
        Assert.Throws<WeftArgumentException>(() => tagger.Decode(corpus));
    }
}
