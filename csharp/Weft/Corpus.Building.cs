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
        batch.AddSentences(sentences, nameof(sentences));
        return new Corpus(batch.ToCorpus());
    }

    /// <summary>The same with more columns, which templates of taggers may read.</summary>
    /// <param name="names">The names of the columns; the first is "token".</param>
    /// <param name="sentences">By sentence, by column, the texts of its tokens.</param>
    public static unsafe Corpus FromColumns(
        IReadOnlyList<string> names,
        IReadOnlyList<IReadOnlyList<IReadOnlyList<string>>> sentences)
    {
        NativeLibraries.Load();
        if (sentences is null) throw new ArgumentNullException(nameof(sentences));
        FlatTexts named = new FlatTexts().Fill(names, nameof(names));
        var cells = new FlatTexts();
        var begins = new nuint[sentences.Count + 1];
        var row = new string[named.Count];
        for (int s = 0; s < sentences.Count; ++s)
        {
            IReadOnlyList<IReadOnlyList<string>> columns = sentences[s];
            int length = CheckColumns(columns, named.Count, s);
            for (int t = 0; t < length; ++t)
            {
                for (int c = 0; c < row.Length; ++c) row[c] = columns[c][t];
                cells.Add(row, s, nameof(sentences));
            }
            begins[s + 1] = begins[s] + (nuint)length;
        }
        fixed (byte* nameBytes = named.Bytes, cellBytes = cells.Bytes)
        fixed (nuint* nameOffsets = named.Offsets, cellOffsets = cells.Offsets, starts = begins)
        {
            Native.weft_corpus_from_columns(
                new NativeArray(nameBytes, 0), new NativeArray(nameOffsets, named.Count),
                new NativeArray(cellBytes, 0),
                new NativeArray(cellOffsets, begins[begins.Length - 1]),
                new NativeArray(starts, sentences.Count), out CorpusHandle corpus);
            return new Corpus(corpus);
        }
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

    private static int CheckColumns(IReadOnlyList<IReadOnlyList<string>> columns, int expected,
                                    int sentence)
    {
        if (columns is null || columns.Count != expected)
        {
            throw new ArgumentException(
                $"sentence {sentence}: expected {expected} columns, found {columns?.Count ?? 0}",
                nameof(columns));
        }
        int length = expected == 0 ? 0 : columns[0].Count;
        for (int c = 1; c < expected; ++c)
        {
            if (columns[c].Count == length) continue;
            throw new ArgumentException(
                $"sentence {sentence}, column {c}: expected {length} texts, one a token, found " +
                $"{columns[c].Count}", nameof(columns));
        }
        return length;
    }
}
