using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

namespace Weft.Tests;

/// <summary>Other programs, run to their end.</summary>
internal static class Commands
{
    public static string WeftBuild => Metadata("WeftBuild");

    public static string WeftProject => Metadata("WeftProject");

    public static (int Status, string Output, string Errors) Run(
        string program, IEnumerable<string> arguments, string? folder = null,
        params (string Name, string? Value)[] environment)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? "",
        };
        foreach ((string name, string? value) in environment) start.Environment[name] = value;
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, errors.Result);
    }

    /// <summary>This assembly as a program: see <see cref="Probe"/>.</summary>
    public static (int Status, string Output, string Errors) RunProbe(
        string probe, string[]? arguments = null, params (string Name, string? Value)[] environment)
    {
        string assembly = typeof(Commands).Assembly.Location;
        return Run("dotnet", [assembly, probe, .. arguments ?? []], null, environment);
    }

    private static string Metadata(string key) =>
        Path.GetFullPath(typeof(Commands).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
                             .Single(a => a.Key == key).Value!);
}
