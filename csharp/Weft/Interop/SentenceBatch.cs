using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Sentences of tokens, flat, on their way to a corpus: a batch crosses in one call.
/// </summary>
internal sealed unsafe class SentenceBatch
{
    private readonly FlatTexts _tokens = new();
    private nuint[] _begins = new nuint[17];
    private int _count;

    public void Clear()
    {
        _tokens.Clear();
        _count = 0;
    }

    public void AddSentences(IReadOnlyList<IReadOnlyList<string>> sentences, string parameter)
    {
        if (sentences is null) throw new ArgumentNullException(parameter);
        for (int s = 0; s < sentences.Count; ++s) AddSentence(sentences[s], s, parameter);
    }

    public void AddSentence(IReadOnlyList<string> tokens, int sentence, string parameter)
    {
        _tokens.Add(tokens, sentence, parameter);
        if (_begins.Length == _count + 1) Array.Resize(ref _begins, 2 * _begins.Length);
        _begins[++_count] = (nuint)_tokens.Count;
    }

    public int[] SentenceBegins()
    {
        var begins = new int[_count + 1];
        for (int s = 0; s < begins.Length; ++s) begins[s] = (int)_begins[s];
        return begins;
    }

    public CorpusHandle ToCorpus()
    {
        NativeLibraries.Load();
        fixed (byte* bytes = _tokens.Bytes)
        fixed (nuint* offsets = _tokens.Offsets, begins = _begins)
        {
            Native.weft_corpus_from_tokens(
                new NativeArray(bytes, 0), new NativeArray(offsets, _tokens.Count),
                new NativeArray(begins, _count), out CorpusHandle corpus);
            return corpus;
        }
    }

    public static CorpusHandle CorpusOfTexts(FlatTexts texts)
    {
        NativeLibraries.Load();
        fixed (byte* bytes = texts.Bytes)
        fixed (nuint* offsets = texts.Offsets)
        {
            Native.weft_corpus_from_texts(new NativeArray(bytes, 0),
                                          new NativeArray(offsets, texts.Count),
                                          out CorpusHandle corpus);
            return corpus;
        }
    }
}
