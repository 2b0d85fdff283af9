using System;
using System.IO;
using Xunit;

namespace Weft.Tests;

/// <summary>A test on a public corpus, which lies in the folder WEFT_DATA where it is there.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class DataFactAttribute : FactAttribute
{
    public DataFactAttribute(string corpus)
    {
        if (!Directory.Exists(PathOf(corpus))) Skip = "skipped: no data";
    }

    public static string PathOf(string corpus) =>
        Path.Combine(Environment.GetEnvironmentVariable("WEFT_DATA") ?? "no data", corpus);
}
