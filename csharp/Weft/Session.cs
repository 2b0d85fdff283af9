using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>An active-learning session: a tagger that learns from what has a label and asks for
/// more, sentence by sentence, only for the tokens that it is unsure of; it labels the others
/// itself. Kept in a file, it loses nothing that was answered, whatever ends the process.</summary>
public sealed class Session : IDisposable
{
    private readonly object _gate = new();
    private readonly SessionHandle _handle;
    private readonly LogHandle _log;
    private readonly Dictionary<string, int> _ids = new();

    /// <summary>Begins a session. Options and corpora may be changed and disposed at once.</summary>
    /// <param name="tagger">Options of the tagger that learns.</param>
    /// <param name="pool">The sentences; those with gold labels are what it begins with. What labels
    /// there are, it says: by those, or declared when it is read or built.</param>
    /// <param name="file">Where the session is kept as it goes; null: in memory alone.</param>
    /// <param name="loop">Options of "active"; null: the defaults.</param>
    /// <param name="dev">A development corpus for taggers that stop by one, or null.</param>
    /// <exception cref="WeftStateException">The file holds something already, or is in use.
    /// </exception>
    /// <exception cref="WeftArgumentException">The tagger learns from votes, or an option has no
    /// effect.</exception>
    public Session(Options tagger, Corpus pool, string? file = null, Options? loop = null,
                   Corpus? dev = null)
        : this(pool, dev, Begin(tagger, pool, file, loop, dev))
    {
    }

    private Session(Corpus pool, Corpus? dev, SessionHandle handle)
    {
        _handle = handle;
        _handle.Weigh(dev is null ? [pool.Weight] : [pool.Weight, dev.Weight]);
        _log = _handle.KeepLog();
        Labels = pool.Labels;
        for (int i = 0; i < Labels.Count; ++i) _ids[Labels[i]] = i;
    }

    /// <summary>Goes on with the session of a file, given the corpora that it was begun with.
    /// </summary>
    /// <exception cref="WeftNotFoundException">There is no such file.</exception>
    /// <exception cref="WeftFormatException">It is not that of a session.</exception>
    /// <exception cref="WeftCorruptException">It is changed; the message names the line.</exception>
    /// <exception cref="WeftStateException">It is in use.</exception>
    /// <exception cref="WeftArgumentException">It is of other corpora.</exception>
    public static Session Resume(Corpus pool, string file, Corpus? dev = null)
    {
        if (pool is null) throw new ArgumentNullException(nameof(pool));
        using var path = PinnedText.Name(file, nameof(file));
        Native.weft_session_resume(pool.Handle, dev?.Handle ?? CorpusHandle.None, path.Array,
                                   out SessionHandle handle);
        return new Session(pool, dev, handle);
    }

    /// <summary>The labels of the pool.</summary>
    public IReadOnlyList<string> Labels { get; }

    /// <summary>What to ask now, or null where nothing is left. The same until its tokens have
    /// answers or its sentence is skipped. Where a batch of sentences is done, this learns what was
    /// answered, which takes what training the tagger takes.</summary>
    public Question? Next()
    {
        lock (_gate)
        {
            using var lease = _handle.Borrow();
            Native.weft_session_next(_handle, out int more);
            if (more == 0) return null;
            int[] asked =
                Borrowed.Ints(Native.weft_session_asked(_handle, out nuint count), count);
            return new Question(checked((int)Native.weft_session_sentence(_handle)), asked);
        }
    }

    /// <summary>What the model says of a sentence, given the labels that are known.</summary>
    /// <param name="sentence">By its index in the pool.</param>
    /// <param name="readings">How many best label sequences to give, where there are as many.</param>
    /// <exception cref="WeftStateException">There is no model yet.</exception>
    public Suggestion Suggest(int sentence, int readings = 5)
    {
        if (readings < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(readings), readings,
                                                  "expected at least 1");
        }
        lock (_gate)
        {
            Native.weft_session_suggest(_handle, Index(sentence), (nuint)readings,
                                        out ResultHandle result);
            using (result) return new Suggestion(result, Labels);
        }
    }

    /// <summary>Answers for one token: asked for or not, for the first time or as a correction.
    /// </summary>
    /// <exception cref="WeftArgumentException">There is no such token, or no such label.</exception>
    public void Answer(int sentence, int token, string label) =>
        Answer(sentence, new Dictionary<int, string> { [token] = label });

    /// <summary>Answers for tokens of a sentence: all that were asked for, or some now and others
    /// later. Returns when the session's file has them.</summary>
    /// <param name="sentence">By its index in the pool.</param>
    /// <param name="labels">By token of the sentence.</param>
    /// <exception cref="WeftArgumentException">There is no such token, or no such label; nothing is
    /// changed then.</exception>
    public void Answer(int sentence, IReadOnlyDictionary<int, string> labels)
    {
        if (labels is null) throw new ArgumentNullException(nameof(labels));
        var tokens = new List<int>();
        var ids = new List<int>();
        foreach (KeyValuePair<int, string> answer in labels)
        {
            if (answer.Value is null || !_ids.TryGetValue(answer.Value, out int id))
            {
                throw new WeftArgumentException(
                    $"token {answer.Key}: the pool has no label \"{answer.Value}\", of " +
                    $"{Labels.Count}");
            }
            tokens.Add(answer.Key);
            ids.Add(id);
        }
        Answer(sentence, tokens.ToArray(), ids.ToArray());
    }

    /// <summary>Takes answers, or labels of the model, back: the tokens are asked for again.</summary>
    public void Retract(int sentence, params int[] tokens)
    {
        if (tokens is null) throw new ArgumentNullException(nameof(tokens));
        var none = new int[tokens.Length];
        for (int i = 0; i < none.Length; ++i) none[i] = -1;
        Answer(sentence, (int[])tokens.Clone(), none);
    }

    /// <summary>Has a sentence not asked about, or not again. Answers to it count all the same.
    /// </summary>
    public void Skip(int sentence)
    {
        lock (_gate) Native.weft_session_skip(_handle, Index(sentence));
    }

    /// <summary>Stops the call that learns or looks for a question, or the next one where none is
    /// under way: it throws <see cref="WeftCancelledException"/>, and the one after it goes on. From
    /// any thread.</summary>
    public void Cancel() => Native.weft_session_cancel(_handle);

    /// <summary>Learns all answers now, also of sentences that are not done.</summary>
    public void Update()
    {
        lock (_gate) Native.weft_session_update(_handle);
    }

    /// <summary>The model of what was learned so far.</summary>
    /// <exception cref="WeftStateException">Nothing was learned yet.</exception>
    public Model TakeModel()
    {
        lock (_gate)
        {
            Native.weft_session_model(_handle, out ModelHandle model);
            return Model.Trained(model);
        }
    }

    /// <summary>The pool with all labels that are known now, the model's among them.</summary>
    public Corpus Labelled()
    {
        lock (_gate)
        {
            Native.weft_session_corpus(_handle, out CorpusHandle corpus);
            return new Corpus(corpus);
        }
    }

    /// <summary>Where the label of each token of the pool comes from.</summary>
    public unsafe IReadOnlyList<LabelOrigin> Origins()
    {
        lock (_gate)
        {
            using var lease = _handle.Borrow();
            var bytes = (byte*)Native.weft_session_origins(_handle, out nuint count);
            var origins = new LabelOrigin[ArrayLength.Of(count)];
            for (int t = 0; t < origins.Length; ++t) origins[t] = (LabelOrigin)bytes[t];
            return origins;
        }
    }

    /// <summary>How far the session is.</summary>
    public SessionProgress Progress
    {
        get
        {
            lock (_gate)
            {
                Native.weft_session_progress(_handle, out NativeCounts c);
                return new SessionProgress(c.Sentences, c.Done, c.Skipped, c.AskedSentences,
                                           c.Asked, c.Answered, c.ByModel, c.Updates);
            }
        }
    }

    /// <summary>What its training has logged since this was last asked.</summary>
    public IReadOnlyList<LogMessage> TakeMessages()
    {
        lock (_gate) return _log.Take() ?? [];
    }

    /// <summary>Closes the session, when no call uses it any longer. Doing so again does nothing.
    /// </summary>
    public void Dispose()
    {
        _handle.Dispose();
        _log.Dispose();
    }

    private static SessionHandle Begin(Options tagger, Corpus pool, string? file, Options? loop,
                                       Corpus? dev)
    {
        if (tagger is null) throw new ArgumentNullException(nameof(tagger));
        if (pool is null) throw new ArgumentNullException(nameof(pool));
        using OptionsHandle taggerCopy = Options.Copy(tagger);
        using OptionsHandle loopCopy = Options.Copy(loop);
        if (file is "") throw new WeftArgumentException("file must not be empty");
        using var path = new PinnedText(file ?? "", nameof(file));
        Native.weft_session_new(loopCopy, taggerCopy, pool.Handle,
                                dev?.Handle ?? CorpusHandle.None,
                                file is null ? default : path.Array, out SessionHandle handle);
        return handle;
    }

    private unsafe void Answer(int sentence, int[] tokens, int[] ids)
    {
        fixed (int* t = tokens, l = ids)
        {
            lock (_gate)
            {
                Native.weft_session_answer(_handle, Index(sentence),
                                           new NativeArray(t, tokens.Length),
                                           new NativeArray(l, ids.Length));
            }
        }
    }

    private static nuint Index(int sentence) =>
        sentence >= 0
            ? (nuint)sentence
            : throw new WeftArgumentException($"expected a sentence, found {sentence}");
}
