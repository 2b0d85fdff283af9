using System;
using System.Collections.Generic;

namespace Weft;

public sealed partial class Corpus
{
    /// <summary>A corpus of sentences of tokens: the quick way to something to tag.</summary>
    /// <exception cref="ArgumentException">A token is null or holds a lone surrogate; the message
    /// names it.</exception>
    public static Corpus FromTokens(IReadOnlyList<IReadOnlyList<string>> sentences)
    {
        var batch = new SentenceBatch();
        batch.AddSentences(sentences, 0, nameof(sentences));
        return new Corpus(batch.ToCorpus());
    }

    /// <summary>The same with more columns, which templates of taggers may read.</summary>
    /// <param name="names">The names of the columns; the first is "token".</param>
    /// <param name="sentences">By sentence, by column, the texts of its tokens.</param>
    /// <exception cref="ArgumentException">A list or text is null, a text holds a lone surrogate, or
    /// a column has not a text a token; the message names sentence and column.</exception>
    public static Corpus FromColumns(
        IReadOnlyList<string> names,
        IReadOnlyList<IReadOnlyList<IReadOnlyList<string>>> sentences)
    {
        var batch = new ColumnBatch();
        batch.Fill(names, sentences, nameof(sentences));
        return new Corpus(batch.ToCorpus());
    }

    /// <summary>A sentence per text, cut into words and punctuation as the readers of text do it.
    /// </summary>
    /// <exception cref="ArgumentException">A text is null or holds a lone surrogate; the message
    /// names it.</exception>
    public static Corpus FromTexts(IReadOnlyList<string> texts)
    {
        FlatTexts flat = new FlatTexts().Fill(texts, nameof(texts));
        return new Corpus(SentenceBatch.CorpusOfTexts(flat));
    }

    /// <summary>A sentence of one text, likewise.</summary>
    public static Corpus FromText(ReadOnlySpan<char> text)
    {
        var flat = new FlatTexts();
        flat.Add(text, nameof(text));
        return new Corpus(SentenceBatch.CorpusOfTexts(flat));
    }
}
