using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Xunit;

namespace Weft.Tests;

/// <summary>
/// The cases of tests/cases give what they give through the C interface, to the last bit:
/// tests/hosts/cases_test.cpp, which says what a case is, leaves that in the build's folder.
/// </summary>
public sealed class CasesTest
{
    private static string Cases =>
        Path.Combine(Commands.WeftProject, "..", "..", "tests", "cases");

    public static IEnumerable<object[]> Names() =>
        Directory.GetFiles(Cases, "*.json").OrderBy(file => file)
            .Select(file => new object[] { Path.GetFileNameWithoutExtension(file) });

    [Theory]
    [MemberData(nameof(Names))]
    public void GivesWhatTheCInterfaceGives(string name)
    {
        string expected = Path.Combine(Commands.WeftBuild, "cases", name + ".txt");
        Assert.True(File.Exists(expected), $"there is no {expected}: run bin/cases_test first");
        using JsonDocument file = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(Cases, name + ".json")));
        string given;
        try
        {
            given = Run(file.RootElement);
            Assert.False(file.RootElement.TryGetProperty("error", out _), given);
        }
        catch (WeftException e)
        {
            string status = Regex.Replace(e.Status.ToString(), "(?<!^)([A-Z])", "_$1");
            given = $"error WEFT_{status.ToUpperInvariant()} {e.Message}\n";
        }
        Assert.Equal(File.ReadAllText(expected), given);
    }

    private static string Run(JsonElement test)
    {
        using var options = new Options(test.GetProperty("method").GetString()!);
        foreach (JsonProperty option in test.GetProperty("options").EnumerateObject())
        {
            options.Set(option.Name, option.Value.GetString()!);
        }
        using Corpus corpus =
            Corpus.ReadBytes(Encoding.UTF8.GetBytes(CorpusText(test)), "case.jsonl");
        using var trainer = new Trainer(options, corpus);
        using Model model = trainer.Train();
        using Corpus input = Input(test, corpus);
        using var tagger = new Tagger(model);
        return Decode(tagger, input) + Digest(model.ToBytes());
    }

    private static string CorpusText(JsonElement test)
    {
        if (test.TryGetProperty("text", out JsonElement text)) return text.GetString()!;
        return string.Concat(test.GetProperty("corpus").EnumerateArray()
            .Select(sentence => JsonSerializer.Serialize(sentence) + "\n"));
    }

    private static Corpus Input(JsonElement test, Corpus training)
    {
        if (test.TryGetProperty("tokens", out JsonElement tokens))
        {
            return Corpus.FromTokens(tokens.EnumerateArray().Select(Strings).ToList());
        }
        if (test.TryGetProperty("texts", out JsonElement texts))
        {
            return Corpus.FromTexts(Strings(texts));
        }
        return Corpus.ReadBytes(training.WriteBytes("jsonl"), "again.jsonl");
    }

    private static IReadOnlyList<string> Strings(JsonElement array) =>
        array.EnumerateArray().Select(item => item.GetString()!).ToList();

    private static string Decode(Tagger tagger, Corpus input)
    {
        using Result result =
            tagger.Decode(input, Want.Spans | Want.Marginals | Want.Scores);
        IReadOnlyList<IReadOnlyList<Reading>> readings = tagger.KBest(input, 5);
        var text = new StringBuilder();
        int sentence = 0;
        foreach (Tagging tagging in result)
        {
            text.Append("labels");
            foreach (string label in tagging.Labels) text.Append(' ').Append(label);
            text.Append("\nmarginals");
            for (int t = 0; t < tagging.TokenCount; ++t)
            {
                foreach (double p in tagging.Marginals(t)) text.Append(Bits(p));
            }
            text.Append("\nscores").Append(Bits(tagging.LogProbability))
                .Append(Bits(tagging.LogPartition)).Append('\n');
            foreach (Span span in tagging.Spans)
            {
                text.Append(CultureInfo.InvariantCulture,
                    $"span {span.Type} {span.Begin} {span.End} {span.CharBegin} {span.CharEnd}")
                    .Append(Bits(span.Confidence)).Append('\n');
            }
            foreach (Reading reading in readings[sentence++])
            {
                text.Append("path").Append(Bits(reading.LogProbability));
                foreach (string label in reading.Labels) text.Append(' ').Append(label);
                text.Append('\n');
            }
        }
        return text.ToString();
    }

    private static string Bits(double value) =>
        " " + System.BitConverter.DoubleToInt64Bits(value)
            .ToString("x16", CultureInfo.InvariantCulture);

    private static string Digest(byte[] bytes)
    {
        ulong hash = 14695981039346656037;
        foreach (byte b in bytes) hash = unchecked((hash ^ b) * 1099511628211);
        return $"model {bytes.Length} {hash.ToString("x16", CultureInfo.InvariantCulture)}\n";
    }
}
