using System;
using System.Collections.Generic;
using System.IO;

namespace Weft;

public sealed partial class Corpus
{
    /// <summary>Reads one file; its format goes by its name, else by its content, unless the
    /// options say it.</summary>
    /// <param name="path">The file; gzip where it ends in ".gz".</param>
    /// <param name="reading">Options of "read"; null: the defaults.</param>
    /// <exception cref="WeftNotFoundException">There is no such file.</exception>
    /// <exception cref="WeftIOException">It cannot be read.</exception>
    /// <exception cref="WeftFormatException">Its text is wrong; the message names file and line.
    /// </exception>
    public static Corpus Read(string path, Options? reading = null)
    {
        NativeLibraries.Load();
        using var bytes = PinnedText.Name(path, nameof(path));
        using OptionsHandle options = Options.Copy(reading);
        Native.weft_corpus_read(bytes.Array, options, out CorpusHandle corpus);
        return new Corpus(corpus);
    }

    /// <summary>Reads a split ("train", "valid", "test") of a folder, where meta.json declares
    /// labels and sources.</summary>
    public static Corpus ReadSplit(string folder, string split, Options? reading = null)
    {
        NativeLibraries.Load();
        using var bytes = PinnedText.Name(folder, nameof(folder));
        using var name = PinnedText.Name(split, nameof(split));
        using OptionsHandle options = Options.Copy(reading);
        Native.weft_corpus_read_split(bytes.Array, name.Array, options, out CorpusHandle corpus);
        return new Corpus(corpus);
    }

    /// <summary>Reads bytes as one file; `name` stands in error texts, and its ending may say the
    /// format.</summary>
    public static unsafe Corpus ReadBytes(ReadOnlySpan<byte> bytes, string name,
                                          Options? reading = null)
    {
        NativeLibraries.Load();
        using var fileName = PinnedText.Name(name, nameof(name));
        using OptionsHandle options = Options.Copy(reading);
        fixed (byte* data = bytes)
        {
            Native.weft_corpus_read_memory(new NativeArray(data, bytes.Length), fileName.Array,
                                           options, out CorpusHandle corpus);
            return new Corpus(corpus);
        }
    }

    /// <summary>Reads a stream to its end, as one file; leaves it open.</summary>
    public static Corpus ReadStream(Stream stream, string name, Options? reading = null)
    {
        using var bytes = new MemoryStream();
        (stream ?? throw new ArgumentNullException(nameof(stream))).CopyTo(bytes);
        return ReadBytes(bytes.GetBuffer().AsSpan(0, (int)bytes.Length), name, reading);
    }

    /// <summary>Reads one file per annotator over the same tokens; each becomes a source named
    /// after its file.</summary>
    /// <param name="paths">The annotators' files.</param>
    /// <param name="goldPath">A file with gold labels over the same tokens, or null.</param>
    /// <param name="reading">Options of "read"; null: the defaults.</param>
    public static Corpus ReadAnnotators(IReadOnlyList<string> paths, string? goldPath = null,
                                               Options? reading = null)
    {
        NativeLibraries.Load();
        FlatTexts flat = new FlatTexts().Fill(paths, nameof(paths));
        using var gold = PinnedText.Name(goldPath ?? "", nameof(goldPath));
        NativeArray goldFile = goldPath is null ? default : gold.Array;
        using OptionsHandle options = Options.Copy(reading);
        CorpusHandle corpus = null!;
        flat.Send((bytes, offsets) => Native.weft_corpus_read_annotators(
                      bytes, offsets, goldFile, options, out corpus));
        return new Corpus(corpus);
    }

    /// <summary>Writes all that the corpus has; the file appears whole or not at all.</summary>
    /// <param name="path">The file; gzip where it ends in ".gz".</param>
    /// <param name="format">"conll", "jsonl", "jsonl-spans", "wrench" or "attributes".</param>
    public void Write(string path, string format)
    {
        using var bytes = PinnedText.Name(path, nameof(path));
        using var name = PinnedText.Name(format, nameof(format));
        Native.weft_corpus_write(_handle, bytes.Array, name.Array);
    }

    /// <summary>What <see cref="Write"/> would write, without gzip.</summary>
    public unsafe byte[] WriteBytes(string format)
    {
        using var name = PinnedText.Name(format, nameof(format));
        Native.weft_corpus_write_memory(_handle, name.Array, default, out nuint size);
        var bytes = new byte[ArrayLength.Of(size)];
        fixed (byte* to = bytes)
        {
            Native.weft_corpus_write_memory(_handle, name.Array, new NativeArray(to, bytes.Length),
                                            out _);
        }
        return bytes;
    }
}
