using System;

namespace Weft;

/// <summary>The native engine.</summary>
public static class Engine
{
    /// <summary>Its version, as "0.1.0".</summary>
    public static string Version => Text(Native.weft_version);

    /// <summary>Version, compiler, CPU level of the kernels in use, model format: one line.</summary>
    public static string BuildInfo => Text(Native.weft_build_info);

    /// <summary>The version of its C interface.</summary>
    public static int AbiVersion
    {
        get
        {
            NativeLibraries.Load();
            return Native.weft_abi_version();
        }
    }

    private static string Text(Func<IntPtr> getter)
    {
        NativeLibraries.Load();
        return Utf8.FromTerminated(getter());
    }
}
