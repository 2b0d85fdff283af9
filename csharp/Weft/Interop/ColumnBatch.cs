using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Sentences of several columns, flat, on their way to a corpus.</summary>
internal sealed unsafe class ColumnBatch
{
    private readonly FlatTexts _names = new();
    private readonly FlatTexts _cells = new();
    private readonly SentenceBounds _bounds = new();

    public void Fill(IReadOnlyList<string> names,
                     IReadOnlyList<IReadOnlyList<IReadOnlyList<string>>> sentences,
                     string parameter)
    {
        if (sentences is null) throw new ArgumentNullException(parameter);
        _names.Fill(names, nameof(names));
        _cells.Clear();
        _bounds.Clear();
        var columns = new IReadOnlyList<string>[_names.Count];
        int count = sentences.Count;
        for (int s = 0; s < count; ++s)
        {
            int length = CopyColumns(sentences[s], columns, new Place(parameter, s));
            _cells.AddColumns(columns, length, s, parameter);
            _bounds.Add(columns.Length == 0 ? 0 : _cells.Count / columns.Length);
        }
    }

    public int[] SentenceBegins() => _bounds.ToArray();

    public CorpusHandle ToCorpus()
    {
        NativeLibraries.Load();
        fixed (byte* names = _names.Bytes, cells = _cells.Bytes)
        fixed (nuint* nameOffsets = _names.Offsets, cellOffsets = _cells.Offsets,
               begins = _bounds.Begins)
        {
            Native.weft_corpus_from_columns(
                new NativeArray(names, 0), new NativeArray(nameOffsets, _names.Count),
                new NativeArray(cells, 0), new NativeArray(cellOffsets, _cells.Count),
                new NativeArray(begins, _bounds.Count), out CorpusHandle corpus);
            return corpus;
        }
    }

    // The columns of a sentence, each read once, and the number of its tokens.
    private static int CopyColumns(IReadOnlyList<IReadOnlyList<string>> from,
                                   IReadOnlyList<string>[] columns, Place place)
    {
        if (from is null) throw place.Missing();
        int count = from.Count;
        if (count != columns.Length)
        {
            throw new ArgumentException(
                $"{place}: expected {columns.Length} columns, found {count}", place.Parameter);
        }
        int length = 0;
        for (int c = 0; c < columns.Length; ++c)
        {
            Place here = place with { Column = c };
            columns[c] = from[c] ?? throw here.Missing();
            int texts = columns[c].Count;
            if (c == 0) length = texts;
            if (texts == length) continue;
            throw new ArgumentException(
                $"{here}: expected {length} texts, one a token, found {texts}", place.Parameter);
        }
        return length;
    }
}
