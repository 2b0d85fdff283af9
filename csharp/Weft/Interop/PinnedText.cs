using System;
using System.Runtime.InteropServices;

namespace Weft;

/// <summary>One text as UTF-8 in pinned memory, for the length of a call.</summary>
internal unsafe ref struct PinnedText
{
    private GCHandle _pin;
    private readonly int _size;

    private PinnedText(byte[] bytes, int size)
    {
        _pin = GCHandle.Alloc(bytes, GCHandleType.Pinned);
        _size = size;
    }

    public readonly NativeArray Array => new((void*)_pin.AddrOfPinnedObject(), _size);

    public PinnedText(ReadOnlySpan<char> text, string parameter)
        : this(Encoded(text, parameter, out int size), size)
    {
    }

    public PinnedText(string text, string parameter)
        : this((text ?? throw new ArgumentNullException(parameter)).AsSpan(), parameter)
    {
    }

    /// <summary>A name or path, which ends at its first NUL for C and the system, and so may not
    /// hold one.</summary>
    public static PinnedText Name(string text, string parameter)
    {
        if (text is null) throw new ArgumentNullException(parameter);
        if (text.IndexOf('\0') >= 0)
        {
            throw new ArgumentException($"{parameter} must not hold a NUL character", parameter);
        }
        return new PinnedText(text, parameter);
    }

    public void Dispose() => _pin.Free();

    private static byte[] Encoded(ReadOnlySpan<char> text, string parameter, out int size)
    {
        var bytes = new byte[ArrayLength.Of(Utf8.MaxBytes(text.Length) + 1)];  // What is not written stays NUL.
        fixed (byte* to = bytes) size = Utf8.Encode(text, to, bytes.Length - 1);
        if (size < 0) throw Utf8.LoneSurrogate(text, parameter, parameter);
        return bytes;
    }
}
