using System;

namespace Weft;

/// <summary>Copies of what handles lend. The caller holds a lease on the handle.</summary>
internal static unsafe class Borrowed
{
    public static int[] Ints(IntPtr values, nuint count)
    {
        var copy = new int[ArrayLength.Of(count)];
        new ReadOnlySpan<int>((void*)values, copy.Length).CopyTo(copy);
        return copy;
    }

    public static double[] Doubles(IntPtr values, nuint count)
    {
        var copy = new double[ArrayLength.Of(count)];
        new ReadOnlySpan<double>((void*)values, copy.Length).CopyTo(copy);
        return copy;
    }

    public static int[] Ints(NativeArray values) => Ints((IntPtr)values.data, values.size);

    public static double[] Doubles(NativeArray values) => Doubles((IntPtr)values.data, values.size);

    public delegate IntPtr NameGetter<THandle>(THandle handle, nuint index, out nuint size);

    /// <summary>Names by index, whatever characters they hold.</summary>
    public static string[] Names<THandle>(THandle handle, nuint count, NameGetter<THandle> getter)
        where THandle : WeftHandle
    {
        using var lease = handle.Borrow();
        var names = new string[ArrayLength.Of(count)];
        for (int i = 0; i < names.Length; ++i)
        {
            IntPtr text = getter(handle, (nuint)i, out nuint size);
            names[i] = Utf8.From(text, size);
        }
        return names;
    }
}
