using System;
using System.IO;
using System.Linq;
using System.Text;
using Xunit;

namespace Weft.Tests;

/// <summary>Text crosses the border byte for byte, both ways.</summary>
public class StringsTest
{
    private const string Odd = "Müller 東京 \U0001F642 a\0b";

    public static TheoryData<string> Texts =>
        new(Odd, "\U0001F642", "a\0b", "\0", "Müller 東京", new string('東', 350_000));

    [Theory]
    [MemberData(nameof(Texts))]
    public void TokensComeBackAsTheyWent(string text)
    {
        using Corpus corpus = Corpus.FromTokens([["x", text, "y"]]);
        Assert.Equal(["x", text, "y"], corpus.Tokens(0));
        Assert.Equal((2, 2 + text.Length), corpus.TokenBounds()[1]);
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void MetadataComesBackAsItWent(string text)
    {
        using Model tagged = Toy.Crf.WithMetadata(text, text);
        using Model loaded = Model.Load(tagged.ToBytes());
        Assert.Equal(text, loaded.Metadata(text));
        Assert.Contains(loaded.Facts, f => f.Key == "metadata." + text && f.Value == text);
    }

    [Fact]
    public void LabelsSourcesAndIdsComeBackAsTheyWent()
    {
        using var builder = new CorpusBuilder();
        builder.Sentence(["a", "b"], Odd).Labels(["B-" + Odd, "O"]).Votes(Odd, ["B-" + Odd, ""]);
        using Corpus corpus = builder.Finish();
        Assert.Equal(Odd, corpus.Id(0));
        Assert.Contains("B-" + Odd, corpus.Labels);
        Assert.Equal([Odd], corpus.Sources);
        Assert.Equal(["B-" + Odd, "O"], corpus.Gold(0));
        Assert.Equal(["B-" + Odd, null], corpus.Votes(0, 0));

        using var options = new Options("crf");
        using var trainer = new Trainer(options, corpus);
        using Model model = trainer.Train();
        Assert.Equal(corpus.Labels, model.Labels);
        using var tagger = new Tagger(model);
        Span span = Assert.Single(tagger.Tag(["a", "b"]).Spans);
        Assert.Equal((0, 1, Odd), (span.Begin, span.End, span.Type));
    }

    [Fact]
    public void PathsAreUtf8()
    {
        using var folder = new Folder();
        string path = folder["a Müller 東京 \U0001F642.weft"];
        Toy.Crf.Save(path);
        Assert.Equal(path, Assert.Single(Directory.GetFiles(folder.Path)));
        using Model model = Model.Load(path);
        Assert.Equal(Toy.Crf.ToBytes(), model.ToBytes());

        using Corpus corpus = Toy.Corpus(3);
        corpus.Write(folder["東京 \U0001F642.jsonl"], "jsonl");
        using Corpus read = Corpus.Read(folder["東京 \U0001F642.jsonl"]);
        Assert.Equal(corpus.WriteBytes("jsonl"), read.WriteBytes("jsonl"));
        using Corpus bytes = Corpus.ReadBytes(read.WriteBytes("jsonl"), "東京.jsonl");
        Assert.Equal(corpus.Tokens(2), bytes.Tokens(2));
        using var stream = new MemoryStream(read.WriteBytes("jsonl"));
        using Corpus streamed = Corpus.ReadStream(stream, "東京.jsonl");
        Assert.Equal(corpus.Tokens(2), streamed.Tokens(2));
        Assert.Throws<ArgumentException>(() => Model.Load(folder["a\0b"]));
    }

    [Fact]
    public void ALoneSurrogateIsRefusedAndNamed()
    {
        using var tagger = new Tagger(Toy.Crf);
        string[][] sentences = [["fine"], ["fine", "a\uD83D", "b"]];
        var e = Assert.Throws<ArgumentException>(() => tagger.TagSentences(sentences));
        Assert.Contains("sentence 1, token 1", e.Message);
        Assert.Contains("U+D83D", e.Message);
        Assert.Throws<ArgumentException>(() => tagger.TagText("\uDE42\uD83D"));
        Assert.Throws<ArgumentException>(() => Corpus.FromTexts(["ok", "\uDE42"]));
        Assert.Throws<ArgumentException>(() => Toy.Crf.WithMetadata("\uD83D", ""));
        Assert.Throws<ArgumentException>(() => Model.Load("\uD83D"));
        Assert.Equal("PER", tagger.Tag(Toy.Sentence(0).Tokens).Spans[0].Type);
    }

    [Fact]
    public void NullsAreRefusedAndNamed()
    {
        using var tagger = new Tagger(Toy.Crf);
        var e = Assert.Throws<ArgumentNullException>(
            () => tagger.TagSentences([["fine"], ["fine", null!]]));
        Assert.Contains("sentence 1, token 1 is null", e.Message);
        Assert.Throws<ArgumentNullException>(() => tagger.TagSentences([null!]));
        Assert.Throws<ArgumentNullException>(() => tagger.TagText((string)null!));
        Assert.Throws<ArgumentNullException>(() => new Options(null!));
    }

    [Fact]
    public void NamesMayNotHoldNuls() =>
        Assert.Throws<ArgumentException>(() => new Options("crf\0hmm"));

    [Fact]
    public void EmptyInputsAreFine()
    {
        using var tagger = new Tagger(Toy.Crf);
        Assert.Empty(tagger.TagSentences([]));
        Assert.Empty(tagger.TagTexts([]));
        Assert.Empty(tagger.Tag([]).Labels);
        Assert.Empty(tagger.TagText("").Spans);
        Assert.Equal([0, 1, 0], tagger.TagSentences([[], ["x"], []]).Select(t => t.TokenCount));
    }

    [Fact]
    public void ColumnsGoBySentenceAndToken()
    {
        using Corpus corpus = Corpus.FromColumns(
            ["token", "pos"], [[["Ada", "ran"], ["NNP", "VBD"]], [["\U0001F642"], ["SYM"]]]);
        string text = Encoding.UTF8.GetString(corpus.WriteBytes("conll"));
        Assert.Contains("ran\tVBD", text);
        Assert.Contains("\U0001F642\tSYM", text);
        var e = Assert.Throws<ArgumentException>(
            () => Corpus.FromColumns(["token", "pos"], [[["Ada", "ran"], ["NNP"]]]));
        Assert.Contains("sentence 0, column 1: expected 2 texts, one a token, found 1", e.Message);
    }

    [Fact]
    public void NullsAmongColumnsAreRefusedAndNamed()
    {
        using var tagger = new Tagger(Toy.Crf);
        string[][][] sentences = [[["a"], ["X"]], [["b"], null!]];
        var e = Assert.Throws<ArgumentNullException>(
            () => tagger.TagColumns(["token", "pos"], sentences));
        Assert.Contains("sentence 1, column 1 is null", e.Message);
        e = Assert.Throws<ArgumentNullException>(
            () => Corpus.FromColumns(["token", "pos"], sentences));
        Assert.Contains("sentence 1, column 1 is null", e.Message);
        e = Assert.Throws<ArgumentNullException>(() => Corpus.FromColumns(["token"], [null!]));
        Assert.Contains("sentence 0 is null", e.Message);
        e = Assert.Throws<ArgumentNullException>(
            () => Corpus.FromColumns(["token", "pos"], [[["a", "b"], ["X", null!]]]));
        Assert.Contains("sentence 0, column 1, token 1 is null", e.Message);
    }
}
