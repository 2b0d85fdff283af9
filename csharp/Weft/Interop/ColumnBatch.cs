using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Sentences of several columns, flat, on their way to a corpus.</summary>
internal sealed unsafe class ColumnBatch
{
    private readonly FlatTexts _names = new();
    private readonly FlatTexts _cells = new();
    private nuint[] _begins = new nuint[17];
    private int _count;

    public void Fill(IReadOnlyList<string> names,
                     IReadOnlyList<IReadOnlyList<IReadOnlyList<string>>> sentences,
                     string parameter)
    {
        if (sentences is null) throw new ArgumentNullException(parameter);
        _names.Fill(names, nameof(names));
        _cells.Clear();
        _count = sentences.Count;
        if (_begins.Length <= _count) _begins = new nuint[_count + 1];
        for (int s = 0; s < _count; ++s)
        {
            int length = Length(sentences[s], s, parameter);
            _cells.AddColumns(sentences[s], length, s, parameter);
            _begins[s + 1] = _begins[s] + (nuint)length;
        }
    }

    public int[] SentenceBegins()
    {
        var begins = new int[_count + 1];
        for (int s = 0; s < begins.Length; ++s) begins[s] = (int)_begins[s];
        return begins;
    }

    public CorpusHandle ToCorpus()
    {
        NativeLibraries.Load();
        fixed (byte* names = _names.Bytes, cells = _cells.Bytes)
        fixed (nuint* nameOffsets = _names.Offsets, cellOffsets = _cells.Offsets, begins = _begins)
        {
            Native.weft_corpus_from_columns(
                new NativeArray(names, 0), new NativeArray(nameOffsets, _names.Count),
                new NativeArray(cells, 0), new NativeArray(cellOffsets, _begins[_count]),
                new NativeArray(begins, _count), out CorpusHandle corpus);
            return corpus;
        }
    }

    private int Length(IReadOnlyList<IReadOnlyList<string>> columns, int sentence, string parameter)
    {
        if (columns is null || columns.Count != _names.Count)
        {
            throw new ArgumentException(
                $"sentence {sentence}: expected {_names.Count} columns, found " +
                $"{columns?.Count ?? 0}", parameter);
        }
        int length = columns.Count == 0 ? 0 : columns[0].Count;
        for (int c = 1; c < columns.Count; ++c)
        {
            if (columns[c].Count == length) continue;
            throw new ArgumentException(
                $"sentence {sentence}, column {c}: expected {length} texts, one a token, found " +
                $"{columns[c].Count}", parameter);
        }
        return length;
    }
}
