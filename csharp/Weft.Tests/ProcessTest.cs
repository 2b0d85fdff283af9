using System;
using System.Globalization;
using System.IO;
using Xunit;

namespace Weft.Tests;

/// <summary>What shows only in a process of its own.</summary>
public class ProcessTest
{
    [Fact]
    public void MisuseAndExitWithOpenHandlesAreClean()
    {
        string? wanted = Environment.GetEnvironmentVariable("WEFT_TEST_STARTS");
        int starts = wanted is null ? 3 : int.Parse(wanted, CultureInfo.InvariantCulture);
        for (int i = 0; i < starts; ++i)
        {
            (int status, string output, string errors) = Commands.RunProbe("misuse");
            Assert.Equal((0, "refused\n1\n", ""), (status, output, errors));
        }
    }

    [Fact]
    public void CallsThatReturnTextsAndArraysLeaveNothingBehind()
    {
        (int status, string output, string errors) =
            Commands.RunProbe("memory", null, ("DOTNET_GCHeapHardLimit", "0x6400000"));
        Assert.Equal((0, ""), (status, errors));
        Assert.InRange(long.Parse(output, CultureInfo.InvariantCulture), long.MinValue, 5 << 20);
    }

    [Fact]
    public void TheCollectorSeesWhatIsForgotten()
    {
        (int status, string output, string errors) = Commands.RunProbe("forgotten");
        Assert.Equal((0, ""), (status, errors));
        Assert.InRange(long.Parse(output, CultureInfo.InvariantCulture), long.MinValue, 64 << 20);
    }

    [Fact]
    public void APathOfYourOwnComesFirst()
    {
        string native = Path.Combine(Commands.WeftBuild, "lib");
        string file = Path.Combine(native, NativeLibraries.FileName);
        (int status, string output, _) = Commands.RunProbe("load", [native]);
        Assert.Equal((0, file), (status, output.Split('\n')[1]));
        (status, output, _) = Commands.RunProbe("load", [file]);
        Assert.Equal((0, file), (status, output.Split('\n')[1]));
        (status, output, _) = Commands.RunProbe("load", null, ("WEFT_NATIVE_PATH", native));
        Assert.Equal((0, file), (status, output.Split('\n')[1]));
    }

    [Fact]
    public void WhereNoneLoadsEveryPathIsListedWithItsReason()
    {
        using var folder = new Folder();
        string here = Path.GetDirectoryName(typeof(ProcessTest).Assembly.Location)!;
        foreach (string file in Directory.GetFiles(here))
        {
            File.Copy(file, folder[Path.GetFileName(file)]);
        }
        Directory.CreateDirectory(folder["broken"]);
        File.WriteAllText(Path.Combine(folder["broken"], NativeLibraries.FileName), "no library");
        (int status, string output, string errors) = Commands.Run(
            "dotnet", [folder["Weft.Tests.dll"], "load", folder["absent"]], null,
            ("WEFT_NATIVE_PATH", folder["broken"]));
        Assert.Equal((1, ""), (status, errors));
        string[] lines = output.Split('\n');
        Assert.Contains("tried:", lines[0]);
        Assert.Equal($"  {folder["absent"]} (NativeLibraries.Path): no such file", lines[1]);
        Assert.StartsWith($"  {folder["broken"]}/libweft_csharp.so (WEFT_NATIVE_PATH): ", lines[2]);
        Assert.Contains("file too short", lines[2]);
        Assert.StartsWith($"  {folder["libweft_csharp.so"]} (beside the assembly): no such", lines[3]);
        Assert.Contains("runtimes/linux-x64/native/libweft_csharp.so (below the assembly)", lines[4]);
        Assert.Contains("the platform's own search", lines[5]);
    }

    [Fact]
    public void AnotherVersionOfTheInterfaceIsRefused()
    {
        using var folder = new Folder();
        File.WriteAllText(folder["other.c"], "int CSharp_Weft_weft_abi_version(void) { return 99; }");
        string library = folder[NativeLibraries.FileName];
        string[] arguments =
        [
            "-shared", "-fPIC", $"-Wl,-soname,{NativeLibraries.FileName}", "-o", library,
            folder["other.c"],
        ];
        Assert.Equal(0, Commands.Run("cc", arguments).Status);
        (int status, string output, string errors) = Commands.RunProbe("load", [folder.Path]);
        Assert.Equal((1, ""), (status, errors));
        Assert.Contains($"needs version {NativeLibraries.AbiVersion}", output);
        Assert.Contains($"found version 99 in {library}", output);
    }

    [Fact]
    public void TheVersionThatIsWantedIsThatOfTheHeader()
    {
        string header = Path.Combine(Commands.WeftProject, "../../include/weft/weft.h");
        Assert.Contains($"#define WEFT_ABI_VERSION {NativeLibraries.AbiVersion}\n",
                        File.ReadAllText(header));
    }
}
