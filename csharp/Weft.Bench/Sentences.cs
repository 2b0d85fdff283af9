using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Weft.Bench;

/// <summary>Sentences as a host has them: strings.</summary>
internal sealed class Sentences
{
    private readonly string[] _names;
    private readonly List<IReadOnlyList<IReadOnlyList<string>>> _columns = [];
    private readonly List<IReadOnlyList<string>> _tokens = [];

    private Sentences(string[] names) => _names = names;

    public int Count => Math.Max(_tokens.Count, _columns.Count);

    public static Sentences Read(string file, string columns)
    {
        var sentences = new Sentences(columns.Split(',', StringSplitOptions.RemoveEmptyEntries));
        if (sentences._names.Length > 0)
        {
            sentences.ReadColumns(file);
        }
        else
        {
            using Corpus corpus = Corpus.Read(file);
            for (int s = 0; s < corpus.SentenceCount; ++s) sentences._tokens.Add(corpus.Tokens(s));
        }
        return sentences;
    }

    /// <summary>Tags up to `size` sentences; one goes through the call for one.</summary>
    public IReadOnlyList<Tagging> Tag(Tagger tagger, int begin, int size)
    {
        int count = Math.Min(size, Count - begin);
        if (_names.Length > 0)
        {
            return tagger.TagColumns(_names, _columns.GetRange(begin, count), Want.Labels);
        }
        return size == 1 ? [tagger.Tag(_tokens[begin], Want.Labels)]
                         : tagger.TagSentences(_tokens.GetRange(begin, count), Want.Labels);
    }

    private void ReadColumns(string file)
    {
        List<string>[] sentence = NewSentence();
        foreach (string line in File.ReadLines(file).Append(""))
        {
            if (line.Length > 0)
            {
                string[] fields = line.Split(' ', '\t');
                for (int c = 0; c < _names.Length; ++c) sentence[c].Add(fields[c]);
            }
            else if (sentence[0].Count > 0)
            {
                _columns.Add(sentence);
                sentence = NewSentence();
            }
        }
    }

    private List<string>[] NewSentence() => _names.Select(_ => new List<string>()).ToArray();
}
