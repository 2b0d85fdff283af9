using System.IO;
using System.Reflection;
using System.Runtime.Versioning;
using Xunit;

namespace Weft.Tests;

/// <summary>The package as a user gets it.</summary>
public class PackageTest
{
    private const string Program = """
        using System;
        using Weft;

        using var builder = new CorpusBuilder();
        for (int i = 0; i < 20; ++i)
        {
            builder.Sentence(["Grace", "Hopper", "left"]).Labels(["B-PER", "I-PER", "O"]);
        }
        using Corpus corpus = builder.Finish();
        using var trainer = new Trainer(new Options("crf"), corpus);
        using Model model = trainer.Train();
        using var tagger = new Tagger(model);
        foreach (Span span in tagger.TagText("Grace Hopper left").Spans)
        {
            Console.WriteLine($"{span.Type} {span.CharBegin} {span.CharEnd}");
        }
        Console.WriteLine(NativeLibraries.LoadedFrom);
        Console.WriteLine(((System.Runtime.Versioning.TargetFrameworkAttribute)Attribute.GetCustomAttribute(
            typeof(Model).Assembly,
            typeof(System.Runtime.Versioning.TargetFrameworkAttribute))!).FrameworkName);
        """;

    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
          </PropertyGroup>
          <ItemGroup>
            <PackageReference Include="Weft" Version="*" />
          </ItemGroup>
          <ItemGroup Condition="'$(Older)' == 'true'">
            <!-- What a program for an older framework gets. -->
            <PackageReference Update="Weft" ExcludeAssets="compile;runtime" GeneratePathProperty="true" />
            <Reference Include="$(PkgWeft)/lib/netstandard2.0/Weft.dll" />
          </ItemGroup>
        </Project>
        """;

    private static string TestedFramework =>
        typeof(Model).Assembly.GetCustomAttribute<TargetFrameworkAttribute>()!.FrameworkName;

    [Fact]
    public void AFreshProjectInstallsItAndRuns()
    {
        using var folder = new Folder();
        Dotnet(folder.Path, "pack", Commands.WeftProject, "-o", folder["packages"], "-m:1",
               $"-p:WeftBuild={Commands.WeftBuild}",
               // Not where the build that runs these tests puts its files.
               $"-p:ArtifactsPath={folder["artifacts"]}");
        string app = folder["app"];
        Directory.CreateDirectory(app);
        File.WriteAllText(Path.Combine(app, "app.csproj"), Project);
        File.WriteAllText(Path.Combine(app, "Program.cs"), Program);
        // Into a folder of its own: the user's cache may hold a package of the same version.
        string older = $"-p:Older={TestedFramework.StartsWith(".NETStandard")}";
        Dotnet(app, "restore", older, "--source", folder["packages"], "--packages", folder["cache"]);
        Dotnet(app, "build", "--no-restore", older, "-o", folder["bin"], "-m:1");

        (int status, string output, string errors) =
            Commands.Run("dotnet", [Path.Combine(folder["bin"], "app.dll")], app,
                         ("WEFT_NATIVE_PATH", null));
        string native = Path.Combine(folder["bin"], "runtimes", "linux-x64", "native");
        Assert.Equal((0, $"PER 0 12\n{native}/libweft_csharp.so\n{TestedFramework}\n", ""),
                     (status, output, errors));
        Assert.True(File.Exists(Path.Combine(native, "liblbfgs.so.0")));
        Assert.True(File.Exists(Path.Combine(native, "libutf8proc.so.2")));
        const string plugin = "libweft_neural.so";
        Assert.Equal(File.Exists(Path.Combine(Commands.WeftBuild, "lib", plugin)),
                     File.Exists(Path.Combine(native, plugin)));
        string package = Path.Combine(folder["cache"], "weft");
        Assert.Single(Directory.GetFiles(package, "README.md", SearchOption.AllDirectories));
        Assert.Equal(2, Directory.GetFiles(package, "Weft.xml", SearchOption.AllDirectories).Length);
        Assert.Equal(2, Directory.GetFiles(package, "Weft.dll", SearchOption.AllDirectories).Length);
    }

    private static void Dotnet(string folder, params string[] arguments)
    {
        (int status, string output, string errors) =
            Commands.Run("dotnet", [.. arguments, "-nologo"], folder);
        Assert.True(status == 0, $"dotnet {string.Join(' ', arguments)}:\n{output}{errors}");
    }
}
