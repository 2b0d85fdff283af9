using System;
using System.Text;

namespace Weft;

/// <summary>Text across the border: UTF-8 both ways, whatever characters it holds. A lone surrogate
/// is refused, for nothing but another text could come back for it; what messages quote of files
/// that are no UTF-8 becomes U+FFFD, for they must be read all the same.</summary>
internal static unsafe class Utf8
{
#if !NET
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);
#endif

    public static string FromTerminated(IntPtr text)
    {
        if (text == IntPtr.Zero) return "";
        byte* begin = (byte*)text;
        int size = 0;
        while (begin[size] != 0) ++size;
        return Encoding.UTF8.GetString(begin, size);
    }

    public static string From(IntPtr text, nuint size) => From(new NativeArray((void*)text, size));

    public static string From(NativeArray text) =>
        text.size == 0 ? "" : Encoding.UTF8.GetString((byte*)text.data, ArrayLength.Of(text.size));

    /// <summary>Bytes at most that `chars` UTF-16 units become.</summary>
    public static long MaxBytes(int chars) => chars * 3L;

    /// <summary>Writes the text to a buffer that has room for it; -1 where it holds a lone
    /// surrogate.</summary>
    public static int Encode(ReadOnlySpan<char> text, byte* to, int room)
    {
#if NET
        var status = System.Text.Unicode.Utf8.FromUtf16(text, new Span<byte>(to, room), out _,
                                                        out int written,
                                                        replaceInvalidSequences: false);
        return status == System.Buffers.OperationStatus.Done ? written : -1;
#else
        if (text.IsEmpty) return 0;
        try
        {
            fixed (char* chars = text) return Strict.GetBytes(chars, text.Length, to, room);
        }
        catch (EncoderFallbackException)
        {
            return -1;
        }
#endif
    }

    /// <summary>Says where the lone surrogate of a text is.</summary>
    public static ArgumentException LoneSurrogate(ReadOnlySpan<char> text, string what,
                                                  string? parameter)
    {
        int at = 0;
        while (at < text.Length)
        {
            bool pair = char.IsHighSurrogate(text[at]) && at + 1 < text.Length &&
                        char.IsLowSurrogate(text[at + 1]);
            if (!pair && char.IsSurrogate(text[at])) break;
            at += pair ? 2 : 1;
        }
        return new ArgumentException(
            $"{what} is no valid UTF-16: expected surrogates in pairs, found U+{(int)text[at]:X4} " +
            $"alone at index {at}", parameter);
    }
}
