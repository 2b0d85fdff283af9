using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using Weft;

// Tokens a second that a .NET host decodes; tests/hosts/decode_bench.c tells the arguments.
const int Passes = 12; // the first ones warm the compiler up
List<IReadOnlyList<string>> sentences = Read(args[1]);
int batch = int.Parse(args[2], CultureInfo.InvariantCulture);
int threads = int.Parse(args[3], CultureInfo.InvariantCulture);
long tokens = sentences.Sum(sentence => (long)sentence.Count);
using Model model = Model.Load(args[0]);
double best = 0;
long spans = 0;
for (int pass = 0; pass < Passes; ++pass)
{
    var clock = Stopwatch.StartNew();
    spans = Pass();
    best = Math.Max(best, tokens / clock.Elapsed.TotalSeconds);
}
Console.WriteLine(FormattableString.Invariant($"{best:F0} {spans}"));

long Pass()
{
    long found = 0;
    List<Thread> workers = Enumerable.Range(0, threads).Select(i => new Thread(() =>
        Interlocked.Add(ref found, Decode(sentences.Count * i / threads,
                                          sentences.Count * (i + 1) / threads)))).ToList();
    workers.ForEach(worker => worker.Start());
    workers.ForEach(worker => worker.Join());
    return found;
}

long Decode(int first, int last)
{
    long found = 0;
    using var tagger = new Tagger(model);
    for (int begin = first; begin < last; begin += batch)
    {
        if (batch == 1)
        {
            found += tagger.Tag(sentences[begin]).Spans.Count;
            continue;
        }
        int count = Math.Min(batch, last - begin);
        foreach (Tagging tagging in tagger.TagSentences(sentences.GetRange(begin, count)))
        {
            found += tagging.Spans.Count;
        }
    }
    return found;
}

static List<IReadOnlyList<string>> Read(string path)
{
    var all = new List<IReadOnlyList<string>>();
    var sentence = new List<string>();
    foreach (string line in File.ReadLines(path))
    {
        if (line.Length > 0)
        {
            sentence.Add(line);
            continue;
        }
        all.Add(sentence.ToArray());
        sentence.Clear();
    }
    return all;
}
