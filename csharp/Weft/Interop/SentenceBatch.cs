using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Sentences of tokens, flat, on their way to a corpus: a batch crosses in one call.
/// </summary>
internal sealed unsafe class SentenceBatch
{
    private readonly FlatTexts _tokens = new();
    private readonly SentenceBounds _bounds = new();

    public void Clear()
    {
        _tokens.Clear();
        _bounds.Clear();
    }

    /// <summary>Adds sentences; the first is number `first` of what errors count.</summary>
    public void AddSentences(IReadOnlyList<IReadOnlyList<string>> sentences, int first,
                             string parameter)
    {
        if (sentences is null) throw new ArgumentNullException(parameter);
        int count = sentences.Count;
        for (int s = 0; s < count; ++s) AddSentence(sentences[s], first + s, parameter);
    }

    public void AddSentence(IReadOnlyList<string> tokens, int sentence, string parameter)
    {
        _tokens.AddSentence(tokens, sentence, parameter);
        _bounds.Add(_tokens.Count);
    }

    public int[] SentenceBegins() => _bounds.ToArray();

    public CorpusHandle ToCorpus()
    {
        NativeLibraries.Load();
        fixed (byte* bytes = _tokens.Bytes)
        fixed (nuint* offsets = _tokens.Offsets, begins = _bounds.Begins)
        {
            Native.weft_corpus_from_tokens(
                new NativeArray(bytes, 0), new NativeArray(offsets, _tokens.Count),
                new NativeArray(begins, _bounds.Count), out CorpusHandle corpus);
            return corpus;
        }
    }

    public static CorpusHandle CorpusOfTexts(FlatTexts texts)
    {
        NativeLibraries.Load();
        CorpusHandle corpus = null!;
        texts.Send((bytes, offsets) => Native.weft_corpus_from_texts(bytes, offsets, out corpus));
        return corpus;
    }
}
