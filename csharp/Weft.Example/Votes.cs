using System;
using System.Linq;
using Weft;

/// <summary>Sentences, and what a gazetteer, a rule and a crowd worker said of them.</summary>
internal static class Votes
{
    private static readonly string[] Sources = ["gazetteer", "after-in", "worker"];

    // Tokens, then a row a source. "-" abstains; null: the worker did not see the sentence.
    private static readonly string?[][] Sentences =
    [
        ["Ada Lovelace was born in London .", "B-PER I-PER O O O B-LOC O", "- - - - - B-LOC -",
         "B-PER I-PER O O O B-LOC O"],
        ["Alan Turing worked in Manchester .", "B-PER I-PER O O B-LOC O", "- - - - B-LOC -", null],
        ["Grace Hopper lived in Arlington .", "B-PER I-PER O O O O", "- - - - B-LOC -",
         "B-PER I-PER O O B-LOC O"],
        ["They met Ada Lovelace in London .", "O O B-PER I-PER O B-LOC O", "- - - - - B-LOC -",
         "O O B-PER I-PER O B-LOC O"],
        ["Manchester is north of London .", "B-LOC O O O B-LOC O", "- - - - - -",
         "B-LOC O O O B-LOC O"],
        ["Grace Hopper met Alan Turing .", "B-PER I-PER O B-PER I-PER O", "- - - - - -", null],
    ];

    public static Corpus ToCorpus()
    {
        using var builder = new CorpusBuilder();
        foreach (string?[] rows in Sentences)
        {
            builder.Sentence(Split(rows[0]!));
            for (int source = 0; source < Sources.Length; ++source)
            {
                // A source that did not annotate a sentence gives no votes on it: that is not O.
                if (rows[source + 1] is string votes) builder.Votes(Sources[source], Split(votes));
            }
        }
        return builder.Finish();
    }

    private static string[] Split(string row) =>
        row.Split(' ').Select(text => text == "-" ? "" : text).ToArray();
}
