using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Weft.Tests;

/// <summary>Spans say where they stand in the text as .NET counts it.</summary>
public class OffsetsTest
{
    [Theory]
    [InlineData("Grace Hopper left London.")]
    [InlineData("\U0001F642 Grace Hopper left London.")]
    [InlineData("  中文\U0001F642\U0001F642  Grace   Hopper\tleft \n London \U0001F642")]
    public void SpansCutTheirOwnWordsOut(string text)
    {
        using var tagger = new Tagger(Toy.Crf);
        Span person = tagger.TagText(text).Spans.Single(s => s.In(text).Contains("Hopper"));
        int begin = text.IndexOf("Grace", System.StringComparison.Ordinal);
        int end = text.IndexOf("Hopper", System.StringComparison.Ordinal) + "Hopper".Length;
        Assert.Equal((begin, end), (person.CharBegin, person.CharEnd));
        Assert.Equal(["Grace", "Hopper", "left"],
                     tagger.TagText(System.MemoryExtensions.AsSpan(text), Want.Labels).Tokens
                         .SkipWhile(t => t != "Grace").Take(3));
        Assert.Equal(text[begin..end], person.In(text));
        Assert.InRange(person.Confidence, 0, 1);
    }

    [Fact]
    public void TheSameWordTwiceStandsInTwoPlaces()
    {
        const string text = "Ada Lovelace likes London. Ada Lovelace left London.";
        using var tagger = new Tagger(Toy.Crf);
        IReadOnlyList<Span> spans = tagger.TagText(text).Spans;
        int[] begins = spans.Where(s => s.In(text) == "London").Select(s => s.CharBegin).ToArray();
        Assert.Equal([text.IndexOf("London"), text.LastIndexOf("London")], begins);
    }

    [Fact]
    public void TokensCountAsIfJoinedByBlanks()
    {
        string[] tokens = ["\U0001F642", "Grace", "Hopper", "left", "London", "."];
        using var tagger = new Tagger(Toy.Crf);
        Tagging tagging = tagger.Tag(tokens);
        string joined = string.Join(' ', tokens);
        Assert.Equal(["Grace Hopper", "London"], tagging.Spans.Select(s => s.In(joined)));
        Assert.Equal(tokens, tagging.TokenBounds.Select(b => joined[b.Begin..b.End]));
        Assert.Equal((1, 3), (tagging.Spans[0].Begin, tagging.Spans[0].End));
    }

    [Fact]
    public void TextsOfABatchCountEachFromItsOwnBeginning()
    {
        string[] texts = ["\U0001F642\U0001F642 no one", "Grace Hopper left London", "",
                          "\U0001F642 Grace Hopper left London"];
        using var tagger = new Tagger(Toy.Crf);
        IReadOnlyList<Tagging> tagged = tagger.TagTexts(texts);
        Assert.Equal("Grace Hopper", tagged[1].Spans[0].In(texts[1]));
        Assert.Equal("Grace Hopper", tagged[3].Spans[0].In(texts[3]));
        Assert.Equal(3, tagged[3].Spans[0].CharBegin);
        Assert.Equal(["\U0001F642", "Grace", "Hopper", "left", "London"],
                     tagged[3].TokenBounds.Select(b => texts[3][b.Begin..b.End]));
        texts[3] = "changed";
        Assert.Equal(["\U0001F642", "Grace", "Hopper", "left", "London"], tagged[3].Tokens);
        Assert.Empty(tagged[2].Tokens);
        Assert.Empty(tagger.Tag(["Grace"]).Tokens);
    }

    [Fact]
    public void CorporaReadFromTextHaveOffsetsToo()
    {
        const string text = "\U0001F642 Grace Hopper left London";
        using Corpus corpus = Corpus.FromText(text);
        using var tagger = new Tagger(Toy.Crf);
        using Result result = tagger.Decode(corpus);
        Assert.Equal(text, corpus.Text(0));
        Assert.Equal("Grace Hopper", result[0].Spans[0].In(text));
        Assert.Empty(result.Warnings);
    }
}
