using System;
using System.Collections;
using System.Collections.Generic;
using Xunit;

namespace Weft.Tests;

/// <summary>Lists of callers may change, or say so of their length: native code sees what was copied,
/// and no more than that.</summary>
public unsafe class ChangingListsTest
{
    /// <summary>Counts as told, one count after the other; the last for ever.</summary>
    private sealed class Changing<T>(T[] items, params int[] counts) : IReadOnlyList<T>
    {
        private int _asked;

        public int Count => counts[Math.Min(_asked++, counts.Length - 1)];

        public T this[int index] => items[index % items.Length];

        public IEnumerator<T> GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private static readonly string[] Names = ["token", "pos"];

    [Theory]
    [InlineData(2, 1)]
    [InlineData(2, 9, 0)]
    [InlineData(2, 2, 0)]
    public void ColumnsAreThoseThatWereCounted(params int[] counts)
    {
        var columns = new Changing<IReadOnlyList<string>>([["Ada", "ran"], ["N", "V"]], counts);
        using Corpus corpus = Corpus.FromColumns(Names, [columns]);
        Assert.Equal("# columns:\ttoken\tpos\nAda\tN\nran\tV\n\n",
                     System.Text.Encoding.UTF8.GetString(corpus.WriteBytes("conll")));
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(2, 1_000)]
    [InlineData(2, -1)]
    public void TextsAreThoseThatWereCounted(params int[] counts)
    {
        using var tagger = new Tagger(Toy.Crf);
        Changing<string> Texts() => new(["a", "b"], counts);
        IReadOnlyList<string>[] columns = [Texts(), Texts()];
        Assert.Equal(2, Corpus.FromColumns(Names, [columns]).TokenCount);
        Assert.Equal(2, tagger.Tag(Texts()).TokenCount);
        Assert.Equal(2, tagger.TagTexts(Texts()).Count);
        var sentences = new Changing<IReadOnlyList<string>>([Texts(), Texts()], counts);
        Assert.Equal(2, tagger.TagSentences(sentences).Count);
        using var pool = new TaggerPool(Toy.Crf, 2);
        Assert.Equal(2, pool.TagTexts(Texts()).Count);
        using var builder = new CorpusBuilder();
        builder.Sentence(Texts()).Labels(Texts()).SoftVotes("s", Texts(), [1, 0, 0, 1]);
        Assert.Equal(2, builder.Finish().TokenCount);
    }

    [Fact]
    public void AListThatUsesTheTaggerItselfDoesNoHarm()
    {
        using var tagger = new Tagger(Toy.Crf);
        var columns = new Reentrant(() => tagger.TagColumns(["token"], [[["a"]]]));
        try
        {
            tagger.TagColumns(Names, [[["a", "b", "c"], columns]]);
        }
        catch (WeftArgumentException)
        {
        }
        Assert.Equal(2, tagger.TagColumns(Names, [[["a"], ["b"]], [["a"], ["b"]]]).Count);
    }

    [Fact]
    public void NativeCodeIsToldHowMuchThereIs()
    {
        NativeLibraries.Load();
        nuint* offsets = stackalloc nuint[] { 0, 1, 2, 3 };
        nuint* sentences = stackalloc nuint[] { 0, 2 };
        byte* bytes = stackalloc byte[] { (byte)'a', (byte)'b', (byte)'c' };
        float* values = stackalloc float[] { 1, 0, 1 };
        FlatTexts names = new FlatTexts().Fill(Names, nameof(Names));
        // Three cells of two columns are one token, not two.
        var e = Refused(() => names.Send((text, ends) => Native.weft_corpus_from_columns(
            text, ends, new NativeArray(bytes, 3), new NativeArray(offsets, 3),
            new NativeArray(sentences, 1), out _)));
        Assert.Contains("number of tokens, 1; found 0 to 2", e.Message);

        // Three probabilities of two labels are one distribution, not two.
        Native.weft_corpus_builder_new(new OptionsHandle(), out BuilderHandle builder);
        using BuilderHandle closing = builder;
        Native.weft_corpus_builder_sentence(builder, new NativeArray(bytes, 3),
                                            new NativeArray(offsets, 2), default);
        e = Refused(() => names.Send((text, ends) => Native.weft_corpus_builder_soft_votes(
            builder, text, text, ends, new NativeArray(values, 3))));
        Assert.Contains("expected 2 distributions, one a token, found 1", e.Message);
    }

    [Fact]
    public void ABatchThatIsTooLargeIsRefusedWithAReason()
    {
        Assert.Equal(512, ArrayLength.Grown(256, 300));
        Assert.Equal(ArrayLength.Most, ArrayLength.Grown(1 << 30, (1 << 30) + 1));
        var e = Assert.Throws<WeftUnsupportedException>(
            () => ArrayLength.Grown(1 << 30, 3L << 30));
        Assert.Contains("found 3221225472", e.Message);
        Assert.Contains("smaller batches", e.Message);
        Assert.Throws<WeftUnsupportedException>(() => ArrayLength.Of(nuint.MaxValue));
    }

    private static WeftArgumentException Refused(Action call) =>
        Assert.Throws<WeftArgumentException>(call);

    private sealed class Reentrant(Action use) : IReadOnlyList<string>
    {
        public int Count => 3;

        public string this[int index]
        {
            get
            {
                use();
                return "x";
            }
        }

        public IEnumerator<string> GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
