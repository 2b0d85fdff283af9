using System;

namespace Weft;

/// <summary>Where sentences begin among their tokens, and the last ends.</summary>
internal sealed class SentenceBounds
{
    /// <summary>[sentences + 1] and room for more.</summary>
    public nuint[] Begins { get; private set; } = new nuint[17];

    /// <summary>The number of sentences.</summary>
    public int Count { get; private set; }

    public void Clear() => Count = 0;

    /// <summary>A sentence, the next, ends before this token.</summary>
    public void Add(int end)
    {
        if (Count + 1 == Begins.Length)
        {
            nuint[] begins = Begins;
            Array.Resize(ref begins, ArrayLength.Grown(begins.Length, Count + 2L));
            Begins = begins;
        }
        Begins[++Count] = (nuint)end;
    }

    public int[] ToArray()
    {
        var begins = new int[Count + 1];
        for (int s = 0; s < begins.Length; ++s) begins[s] = (int)Begins[s];
        return begins;
    }
}
