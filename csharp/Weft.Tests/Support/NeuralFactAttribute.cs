using System;
using System.IO;
using System.Runtime.InteropServices;
using Xunit;

namespace Weft.Tests;

/// <summary>A test of neural methods, where their plug-in was built.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NeuralFactAttribute : FactAttribute
{
    public NeuralFactAttribute()
    {
        if (!File.Exists(Path.Combine(Folder, "libweft_neural.so"))) Skip = "skipped: no plug-in";
    }

    private static string Folder => Path.Combine(Commands.WeftBuild, "lib");

    /// <summary>Tells the library where the plug-in lies: in its own environment, which the
    /// runtime's is a copy of.</summary>
    public static void FindPlugin() => setenv("WEFT_NEURAL_PATH", Folder, 1);

    [DllImport("libc")]
    private static extern int setenv(string name, string value, int overwrite);
}
