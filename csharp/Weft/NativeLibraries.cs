using System;
using System.Collections.Generic;
using System.IO;

namespace Weft;

/// <summary>Where the native libraries come from. They are loaded at the first use of the engine:
/// from <see cref="Path"/>, else from the folder that the environment variable
/// <c>WEFT_NATIVE_PATH</c> names, else from beside this assembly, else from
/// <c>runtimes/linux-x64/native</c> below it, else by the platform's own search.</summary>
/// <remarks>In programs that get the netstandard2.0 build, what the platform's search finds among
/// the program's own dependencies wins over any path.</remarks>
public static class NativeLibraries
{
    internal const string Name = "weft_csharp";
    internal const string FileName = "libweft_csharp.so";

    /// <summary>The version of the C interface that this assembly was written for.</summary>
    internal const int AbiVersion = 1;

    private static readonly object Gate = new();
    private static volatile bool _loaded;

    /// <summary>A folder with <c>libweft_csharp.so</c> in it, or the path of that file; null: not
    /// set. Setting it after the libraries were loaded changes nothing.</summary>
    public static string? Path { get; set; }

    /// <summary>The file that was loaded; null before, or where the platform's own search found it.
    /// </summary>
    public static string? LoadedFrom { get; private set; }

    /// <summary>Loads the libraries now instead of at their first use. Does nothing where they are
    /// loaded.</summary>
    /// <exception cref="WeftNativeLibraryException">None was found that works.</exception>
    public static void Load()
    {
        if (_loaded) return;
        lock (Gate)
        {
            if (_loaded) return;
            LoadFirst();
            _loaded = true;
        }
    }

    private static void LoadFirst()
    {
        var failures = new List<string>();
        foreach ((string file, string origin) in Candidates())
        {
            string? failure = File.Exists(file) ? NativeLoader.TryLoad(file) : "no such file";
            if (failure is null)
            {
                CheckVersion(file);
                LoadedFrom = file;
                return;
            }
            failures.Add($"  {file} ({origin}): {failure}");
        }
        string? last = NativeLoader.TryLoadByName();
        if (last is null)
        {
            CheckVersion($"the {FileName} that the platform found");
            return;
        }
        failures.Add($"  {FileName} (the platform's own search): {last}");
        throw new WeftNativeLibraryException(
            "expected to load the native library of weft, found none that works; tried:\n" +
            string.Join("\n", failures));
    }

    private static IEnumerable<(string File, string Origin)> Candidates()
    {
        if (!string.IsNullOrEmpty(Path)) yield return (FileIn(Path!), "NativeLibraries.Path");
        string? variable = Environment.GetEnvironmentVariable("WEFT_NATIVE_PATH");
        if (!string.IsNullOrEmpty(variable)) yield return (FileIn(variable!), "WEFT_NATIVE_PATH");
        string location = typeof(NativeLibraries).Assembly.Location;  // "" in a single-file program
        string folder = location.Length > 0 ? System.IO.Path.GetDirectoryName(location)!
                                            : AppContext.BaseDirectory;
        yield return (System.IO.Path.Combine(folder, FileName), "beside the assembly");
        yield return (System.IO.Path.Combine(folder, "runtimes", "linux-x64", "native", FileName),
                      "below the assembly");
    }

    private static string FileIn(string path) =>
        Directory.Exists(path) ? System.IO.Path.Combine(path, FileName) : path;

    // Another version has taken the place of libweft in this process by now: going on to the next
    // path would mix the two.
    private static void CheckVersion(string file)
    {
        int found;
        try
        {
            found = NativeLoader.AbiVersion();
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            throw new WeftNativeLibraryException($"{file} is no native library of weft: {e.Message}");
        }
        if (found == AbiVersion) return;
        string assembly = typeof(NativeLibraries).Assembly.Location;
        throw new WeftNativeLibraryException(
            $"{assembly} needs version {AbiVersion} of the C interface, found version {found} in " +
            $"{file}; the assembly and the native library must come from the same release");
    }
}
