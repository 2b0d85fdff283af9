using System.Collections.Generic;

namespace Weft;

/// <summary>How long an array of .NET may be; a batch may want more.</summary>
internal static class ArrayLength
{
    /// <summary>What every framework allows of bytes.</summary>
    public const int Most = 0x7FFFFFC7;

    /// <summary>A length that an array can have.</summary>
    /// <exception cref="WeftUnsupportedException">It is too long.</exception>
    public static int Of(long length) =>
        length is >= 0 and <= Most
            ? (int)length
            : throw new WeftUnsupportedException(
                $"an array of .NET holds at most {Most} values, found {length} to hold; use " +
                "smaller batches");

    /// <inheritdoc cref="Of(long)"/>
    public static int Of(nuint length) => Of(length > long.MaxValue ? long.MaxValue : (long)length);

    /// <summary>The length for an array of `length` that needs more: at least twice as long, so that
    /// growing costs little however often it is done.</summary>
    public static int Grown(int length, long needed)
    {
        long twice = 2L * length < Most ? 2L * length : Most;
        return Of(needed > twice ? needed : twice);
    }

    /// <summary>What a caller's list holds now: it may change, or say so of its count.</summary>
    public static T[] Copy<T>(IReadOnlyList<T> list)
    {
        var copy = new T[Of(list.Count)];
        for (int i = 0; i < copy.Length; ++i) copy[i] = list[i];
        return copy;
    }
}
