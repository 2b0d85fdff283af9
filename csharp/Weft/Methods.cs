using System.Collections.Generic;

namespace Weft;

/// <summary>What a method makes of a corpus.</summary>
public enum MethodKind
{
    /// <summary>Labels from votes.</summary>
    Aggregator = 0,

    /// <summary>Labels from tokens.</summary>
    Tagger = 1,
}

/// <summary>A method that can be trained.</summary>
/// <param name="Name">What <see cref="Options(string)"/> takes.</param>
/// <param name="Summary">What it is, in a line.</param>
/// <param name="Kind">What it makes of a corpus.</param>
public sealed record Method(string Name, string Summary, MethodKind Kind);

/// <summary>The methods that the engine has.</summary>
public static class Methods
{
    /// <summary>All of them, in listing order.</summary>
    public static IReadOnlyList<Method> All
    {
        get
        {
            NativeLibraries.Load();
            var methods = new Method[(int)Native.weft_method_count()];
            for (int i = 0; i < methods.Length; ++i)
            {
                methods[i] = new Method(Utf8.FromTerminated(Native.weft_method_name((nuint)i)),
                                        Utf8.FromTerminated(Native.weft_method_summary((nuint)i)),
                                        (MethodKind)Native.weft_method_kind((nuint)i));
            }
            return methods;
        }
    }
}
