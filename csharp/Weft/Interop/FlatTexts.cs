using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Texts end to end as UTF-8 with their offsets, as the engine takes lists of texts. Its
/// memory grows and is used again: a batch costs no allocation once the buffers are large enough.
/// </summary>
/// <remarks>Lists come from callers, and what they say of their length need not stay true: what
/// crosses is counted here.</remarks>
internal sealed unsafe class FlatTexts
{
    private int _used;

    /// <summary>A call with texts: all of them, and where each begins and the last ends.</summary>
    public delegate void Call(NativeArray bytes, NativeArray offsets);

    /// <summary>Never empty, so that pinning it gives an address.</summary>
    public byte[] Bytes { get; private set; } = new byte[256];

    public nuint[] Offsets { get; private set; } = new nuint[33];

    public int Count { get; private set; }

    public void Clear()
    {
        _used = 0;
        Count = 0;
    }

    /// <summary>These texts alone; the first is number `first` of what errors count.</summary>
    public FlatTexts Fill(IReadOnlyList<string> texts, string parameter, int first = 0)
    {
        Clear();
        if (texts is null) throw new ArgumentNullException(parameter);
        int count = texts.Count;
        ReserveOffsets(count);
        for (int i = 0; i < count; ++i)
        {
            string text = texts[i];
            if (!TryAdd(text)) throw new Place(parameter, Text: first + i).Refused(text);
        }
        return this;
    }

    /// <summary>Adds the tokens of a sentence.</summary>
    public void AddSentence(IReadOnlyList<string> tokens, int sentence, string parameter)
    {
        if (tokens is null) throw new Place(parameter, sentence).Missing();
        int count = tokens.Count;
        ReserveOffsets(count);
        for (int i = 0; i < count; ++i)
        {
            string text = tokens[i];
            if (!TryAdd(text)) throw new Place(parameter, sentence, Text: i).Refused(text);
        }
    }

    /// <summary>Adds the texts of columns over the same tokens, token by token.</summary>
    public void AddColumns(IReadOnlyList<string>[] columns, int tokens, int sentence,
                           string parameter)
    {
        ReserveOffsets((long)tokens * columns.Length);
        for (int t = 0; t < tokens; ++t)
        {
            for (int c = 0; c < columns.Length; ++c)
            {
                string text = columns[c][t];
                if (!TryAdd(text)) throw new Place(parameter, sentence, c, t).Refused(text);
            }
        }
    }

    /// <summary>Adds one text.</summary>
    public void Add(ReadOnlySpan<char> text, string parameter)
    {
        ReserveOffsets(1);
        if (!TryAdd(text)) throw new Place(parameter).LoneSurrogate(text);
    }

    /// <summary>Calls with the texts pinned.</summary>
    public void Send(Call call)
    {
        fixed (byte* bytes = Bytes)
        fixed (nuint* offsets = Offsets)
        {
            call(new NativeArray(bytes, _used), new NativeArray(offsets, Count));
        }
    }

    // False: it is null, or holds a lone surrogate.
    private bool TryAdd(string text) => text is not null && TryAdd(text.AsSpan());

    private bool TryAdd(ReadOnlySpan<char> text)
    {
        long most = Utf8.MaxBytes(text.Length);
        if (most > Bytes.Length - _used) ReserveBytes(most);
        int written;
        fixed (byte* bytes = Bytes) written = Utf8.Encode(text, bytes + _used, Bytes.Length - _used);
        if (written < 0) return false;
        _used += written;
        Offsets[++Count] = (nuint)_used;
        return true;
    }

    private void ReserveBytes(long more)
    {
        byte[] bytes = Bytes;
        Array.Resize(ref bytes, ArrayLength.Grown(bytes.Length, _used + more));
        Bytes = bytes;
    }

    private void ReserveOffsets(long more)
    {
        nuint[] offsets = Offsets;
        if (offsets.Length - Count > more) return;
        Array.Resize(ref offsets, ArrayLength.Grown(offsets.Length, Count + 1 + more));
        Offsets = offsets;
    }
}
