using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Two tokens that are translations of each other.</summary>
/// <param name="Source">A token of the source sentence, from 0.</param>
/// <param name="Target">A token of the target sentence, from 0.</param>
/// <param name="Confidence">How sure it is, from 0 to 1.</param>
public sealed record Link(int Source, int Target, float Confidence = 1);

/// <summary>Sentences, their translations and how their tokens are aligned. Immutable: any number of
/// threads may use one.</summary>
public sealed class Bitext : IDisposable
{
    private readonly BitextHandle _handle;

    private Bitext(BitextHandle handle)
    {
        _handle = handle;
        using Corpus source = Source(), target = Target();
        handle.Weigh(source.Weight, target.Weight);
    }

    /// <summary>Reads one file with both sides: JSON lines, or lines "source ||| target" whose links
    /// are in the file that option "alignment" names.</summary>
    /// <param name="path">The file, gzip or not.</param>
    /// <param name="aligning">Options of "bitext"; null: the defaults.</param>
    /// <exception cref="WeftFormatException">The text is wrong, or a link leaves its sentence; the
    /// message names file, line and pair.</exception>
    public static Bitext Read(string path, Options? aligning = null)
    {
        NativeLibraries.Load();
        using var bytes = PinnedText.Name(path, nameof(path));
        using OptionsHandle options = Options.Copy(aligning);
        Native.weft_bitext_read(bytes.Array, options, out BitextHandle bitext);
        return new Bitext(bitext);
    }

    /// <summary>Aligns two corpora, sentence by sentence, by the file of links that option
    /// "alignment" names.</summary>
    /// <exception cref="WeftFormatException">The numbers of sentences and lines differ; the message
    /// names them and the first pair that does not fit.</exception>
    public static Bitext Align(Corpus source, Corpus target, Options aligning)
    {
        if (source is null) throw new ArgumentNullException(nameof(source));
        if (target is null) throw new ArgumentNullException(nameof(target));
        if (aligning is null) throw new ArgumentNullException(nameof(aligning));
        using OptionsHandle options = Options.Copy(aligning);
        Native.weft_bitext_align(source.Handle, target.Handle, options, out BitextHandle bitext);
        return new Bitext(bitext);
    }

    /// <summary>Aligns two corpora, sentence by sentence, by the links of each pair.</summary>
    /// <exception cref="WeftFormatException">A link leaves its sentences; the message names pair and
    /// tokens.</exception>
    public static unsafe Bitext Link(Corpus source, Corpus target,
                                     IReadOnlyList<IReadOnlyList<Link>> links)
    {
        if (source is null) throw new ArgumentNullException(nameof(source));
        if (target is null) throw new ArgumentNullException(nameof(target));
        if (links is null) throw new ArgumentNullException(nameof(links));
        var tokens = new List<int>();
        var confidences = new List<float>();
        var offsets = new List<nuint> { 0 };
        foreach (IReadOnlyList<Link> pair in links)
        {
            if (pair is null)
            {
                throw new ArgumentException($"the links of pair {offsets.Count - 1} are null",
                                            nameof(links));
            }
            foreach (Link link in pair)
            {
                if (link is null)
                {
                    throw new ArgumentException($"a link of pair {offsets.Count - 1} is null",
                                                nameof(links));
                }
                tokens.Add(link.Source);
                tokens.Add(link.Target);
                confidences.Add(link.Confidence);
            }
            offsets.Add((nuint)confidences.Count);
        }
        using OptionsHandle options = Options.Copy(null);
        fixed (int* t = tokens.ToArray())
        fixed (float* c = confidences.ToArray())
        fixed (nuint* o = offsets.ToArray())
        {
            Native.weft_bitext_link(source.Handle, target.Handle, new NativeArray(t, tokens.Count),
                                    new NativeArray(c, confidences.Count),
                                    new NativeArray(o, offsets.Count - 1), options,
                                    out BitextHandle bitext);
            return new Bitext(bitext);
        }
    }

    /// <summary>From the source of this one to the target of another, through a language in the
    /// middle: its source sentences have the tokens of this one's target sentences.</summary>
    public Bitext Through(Bitext next)
    {
        if (next is null) throw new ArgumentNullException(nameof(next));
        Native.weft_bitext_through(_handle, next._handle, out BitextHandle bitext);
        return new Bitext(bitext);
    }

    /// <summary>The same links with another corpus of the same tokens as the target side: that of a
    /// projection, to which the votes of one more source are to come.</summary>
    public Bitext WithTarget(Corpus target)
    {
        if (target is null) throw new ArgumentNullException(nameof(target));
        Native.weft_bitext_with_target(_handle, target.Handle, out BitextHandle bitext);
        return new Bitext(bitext);
    }

    /// <summary>The number of sentence pairs.</summary>
    public int PairCount => checked((int)Native.weft_bitext_pair_count(_handle));

    /// <summary>The source side, a corpus to be disposed of: what a tagger of its language decodes.
    /// </summary>
    public Corpus Source() => Side(0);

    /// <summary>The target side, a corpus to be disposed of.</summary>
    public Corpus Target() => Side(1);

    /// <summary>The links of a pair, by target token.</summary>
    /// <exception cref="WeftNotFoundException">There is no such pair.</exception>
    public unsafe IReadOnlyList<Link> Links(int pair)
    {
        if (pair < 0) throw new WeftNotFoundException($"there is no pair {pair}");
        using var lease = _handle.Borrow();
        Native.weft_bitext_links(_handle, (nuint)pair, out NativeArray tokens);
        Native.weft_bitext_confidences(_handle, (nuint)pair, out NativeArray confidences);
        int[] ends = Borrowed.Ints(tokens);
        var sure = new ReadOnlySpan<float>(confidences.data, ArrayLength.Of(confidences.size));
        var links = new Link[sure.Length];
        for (int i = 0; i < links.Length; ++i)
        {
            links[i] = new Link(ends[2 * i], ends[2 * i + 1], sure[i]);
        }
        return links;
    }

    /// <summary>Carries what a result says of the source side over the links: its distributions
    /// where it has marginals, else its labels. Null: the source side's gold labels.</summary>
    /// <param name="result">What a tagger found in <see cref="Source"/>.</param>
    /// <param name="options">Options of "project"; null: the defaults.</param>
    /// <exception cref="WeftArgumentException">A label has no counterpart on the target side.
    /// </exception>
    /// <exception cref="WeftStateException">Nothing can be projected.</exception>
    public Projection Project(Result? result, Options? options = null)
    {
        using OptionsHandle copy = Options.Copy(options);
        Native.weft_bitext_project(_handle, result?.Handle ?? ResultHandle.None, copy,
                                   out ProjectionHandle projection);
        return new Projection(projection);
    }

    /// <summary>Closes the native bitext. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();

    private Corpus Side(int side)
    {
        Native.weft_bitext_side(_handle, side, out CorpusHandle corpus);
        return new Corpus(corpus);
    }
}
