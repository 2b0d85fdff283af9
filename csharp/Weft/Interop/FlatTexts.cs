using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Texts end to end as UTF-8 with their offsets, as the engine takes lists of texts. Its
/// memory grows and is used again: a batch costs no allocation once the buffers are large enough.
/// </summary>
internal sealed unsafe class FlatTexts
{
    private int _used;

    /// <summary>Never empty, so that pinning it gives an address.</summary>
    public byte[] Bytes { get; private set; } = new byte[256];

    public nuint[] Offsets { get; private set; } = new nuint[33];

    public int Count { get; private set; }

    public void Clear()
    {
        _used = 0;
        Count = 0;
    }

    public FlatTexts Fill(IReadOnlyList<string> texts, string parameter)
    {
        Clear();
        Add(texts, sentence: -1, parameter);
        return this;
    }

    /// <summary>Adds texts; `sentence`, unless negative, says in errors where they stand.</summary>
    public void Add(IReadOnlyList<string> texts, int sentence, string parameter)
    {
        if (texts is null) throw Missing("the list", sentence, parameter);
        int count = texts.Count;
        ReserveOffsets(count);
        for (int i = 0; i < count; ++i) Append(texts[i], i, sentence, parameter);
    }

    /// <summary>Adds columns over the same tokens, token by token.</summary>
    public void AddColumns(IReadOnlyList<IReadOnlyList<string>> columns, int tokens, int sentence,
                           string parameter)
    {
        int count = columns.Count;
        ReserveOffsets(checked(tokens * count));
        for (int t = 0; t < tokens; ++t)
        {
            for (int c = 0; c < count; ++c) Append(columns[c][t], t, sentence, parameter);
        }
    }

    /// <summary>Adds one text.</summary>
    public void Add(ReadOnlySpan<char> text, string parameter)
    {
        ReserveOffsets(1);
        if (!TryAdd(text)) throw Utf8.LoneSurrogate(text, parameter, parameter);
    }

    private void Append(string text, int index, int sentence, string parameter)
    {
        if (text is null) throw Missing($"text {index}", sentence, parameter);
        if (!TryAdd(text.AsSpan()))
        {
            throw Utf8.LoneSurrogate(text.AsSpan(), Where(index, sentence, parameter), parameter);
        }
    }

    private bool TryAdd(ReadOnlySpan<char> text)
    {
        int most = Utf8.MaxBytes(text.Length);
        if (most > Bytes.Length - _used) ReserveBytes(most);
        int written;
        fixed (byte* bytes = Bytes) written = Utf8.Encode(text, bytes + _used, Bytes.Length - _used);
        if (written < 0) return false;
        _used += written;
        Offsets[++Count] = (nuint)_used;
        return true;
    }

    private void ReserveBytes(int more)
    {
        byte[] bytes = Bytes;
        Array.Resize(ref bytes, Math.Max(checked(_used + more), Doubled(bytes.Length)));
        Bytes = bytes;
    }

    private void ReserveOffsets(int more)
    {
        nuint[] offsets = Offsets;
        if (offsets.Length > Count + more) return;
        Array.Resize(ref offsets, Math.Max(checked(Count + more + 1), Doubled(offsets.Length)));
        Offsets = offsets;
    }

    private static int Doubled(int length) => length <= int.MaxValue / 4 ? length * 2 : length;

    private static string Where(int text, int sentence, string parameter) =>
        sentence < 0 ? $"{parameter}, text {text}" : $"{parameter}, sentence {sentence}, token {text}";

    private static ArgumentException Missing(string what, int sentence, string parameter)
    {
        string where = sentence < 0 ? "" : $" of sentence {sentence}";
        return new ArgumentNullException(parameter, $"{what}{where} is null");
    }
}
