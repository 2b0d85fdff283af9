using System;
using System.IO;
using System.Runtime.InteropServices;

namespace Weft;

/// <summary>Opens shared libraries. What the library needs may lie beside it, out of the sight of
/// the platform's search; so that is opened first, and found by name when it is needed.</summary>
internal static class NativeLoader
{
    private static readonly string[] Companions =
        ["liblbfgs.so.0", "libutf8proc.so.2", "libweft.so.0"];

    /// <summary>Null, or why the file could not be loaded.</summary>
    public static string? TryLoad(string file)
    {
        file = Path.GetFullPath(file);
        foreach (string companion in Companions)
        {
            string beside = Path.Combine(Path.GetDirectoryName(file)!, companion);
            if (!File.Exists(beside)) continue;
            if (Open(beside) is string failure) return failure;
        }
        return Open(file, main: true);
    }

#if NET
    private static IntPtr _library;

    static NativeLoader() =>
        NativeLibrary.SetDllImportResolver(
            typeof(NativeLoader).Assembly,
            (name, _, _) => name == NativeLibraries.Name ? _library : IntPtr.Zero);

    /// <summary>Null, or why the platform's own search did not find the library.</summary>
    public static string? TryLoadByName()
    {
        try
        {
            _library = NativeLibrary.Load(NativeLibraries.Name, typeof(NativeLoader).Assembly, null);
            return null;
        }
        catch (Exception e) when (e is DllNotFoundException or BadImageFormatException)
        {
            return OneLine(e.Message);
        }
    }

    public static unsafe int AbiVersion()
    {
        IntPtr function = NativeLibrary.GetExport(_library, "CSharp_Weft_weft_abi_version");
        return ((delegate* unmanaged<int>)function)();
    }

    private static string? Open(string file, bool main = false)
    {
        try
        {
            IntPtr library = NativeLibrary.Load(file);
            if (main) _library = library;
            return null;
        }
        catch (Exception e) when (e is DllNotFoundException or BadImageFormatException)
        {
            return OneLine(e.Message);
        }
    }
#else
    // Where there is no NativeLibrary, the C library opens the file. The runtime's search by name
    // then meets the library that is open.
    private const int Now = 2;

    [DllImport("libdl.so.2")]
    private static extern IntPtr dlopen([MarshalAs(UnmanagedType.LPStr)] string file, int flags);

    [DllImport("libdl.so.2")]
    private static extern IntPtr dlerror();

    // Not through NativePINVOKE, which wants more than this of the library as soon as it is touched.
    [DllImport(NativeLibraries.Name, EntryPoint = "CSharp_Weft_weft_abi_version")]
    public static extern int AbiVersion();

    public static string? TryLoadByName()
    {
        try
        {
            AbiVersion();
            return null;
        }
        catch (DllNotFoundException e)
        {
            return OneLine(e.Message);
        }
        catch (EntryPointNotFoundException)
        {
            return null;  // It is there; the check of its version says what is wrong with it.
        }
    }

    private static string? Open(string file, bool main = false)
    {
        try
        {
            dlerror();  // The runtime finds this function now, and not between dlopen and its error.
            if (dlopen(file, Now) != IntPtr.Zero) return null;
            return OneLine(Utf8.FromTerminated(dlerror()));
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return OneLine(e.Message);
        }
    }
#endif

    private static string OneLine(string text) =>
        string.Join("; ", text.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries));
}
