using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace Weft;

/// <summary>One training run. Step it, or run it to its end; any thread may stop it. Listeners are
/// called after each step on the thread that steps; what one throws stops the run and comes out of
/// the call that stepped.</summary>
public sealed class Trainer : IDisposable
{
    private readonly object _gate = new();
    private readonly TrainerHandle _handle;
    private readonly LogHandle _log;

    /// <summary>A run to be. Options and corpora may be changed and disposed at once.</summary>
    /// <param name="options">Options of the method to train.</param>
    /// <param name="train">What to learn from.</param>
    /// <param name="dev">What to say by when to stop, for methods and options that do; or null.
    /// </param>
    /// <exception cref="WeftStateException">The corpus has nothing to learn from.</exception>
    public Trainer(Options options, Corpus train, Corpus? dev = null)
        : this(options, train, dev, Native.weft_trainer_new)
    {
    }

    private Trainer(Options options, Corpus train, Corpus? dev, Begin begin)
    {
        if (options is null) throw new ArgumentNullException(nameof(options));
        if (train is null) throw new ArgumentNullException(nameof(train));
        using OptionsHandle copy = Options.Copy(options);
        begin(copy, train.Handle, dev?.Handle ?? CorpusHandle.None, out _handle);
        _handle.Weigh(dev is null ? [train.Weight] : [train.Weight, dev.Weight]);
        _log = _handle.KeepLog();
    }

    private delegate void Begin(OptionsHandle options, CorpusHandle train, CorpusHandle dev,
                                out TrainerHandle trainer);

    /// <summary>A run that goes on where <see cref="SaveCheckpoint"/> left it. Its model is, to the
    /// last bit, what it would have been without a break; progress tells of the votes' aggregation
    /// again first, where there is one.</summary>
    /// <param name="options">As the run was begun with, but for "threads".</param>
    /// <param name="train">The corpus that it was begun with.</param>
    /// <param name="dev">The development corpus that it was begun with, or null.</param>
    /// <param name="path">The checkpoint.</param>
    /// <exception cref="WeftArgumentException">The checkpoint is of a run with other options or
    /// corpora.</exception>
    /// <exception cref="WeftNotFoundException">There is no such file.</exception>
    /// <exception cref="WeftIOException">It cannot be read.</exception>
    /// <exception cref="WeftFormatException">It is no checkpoint.</exception>
    /// <exception cref="WeftVersionException">Another build of weft wrote it.</exception>
    /// <exception cref="WeftCorruptException">It is cut or changed.</exception>
    public static Trainer Resume(Options options, Corpus train, Corpus? dev, string path)
    {
        return new Trainer(options, train, dev, FromCheckpoint);

        void FromCheckpoint(OptionsHandle o, CorpusHandle t, CorpusHandle d,
                            out TrainerHandle trainer)
        {
            using var bytes = PinnedText.Name(path, nameof(path));
            Native.weft_trainer_resume(o, t, d, bytes.Array, out trainer);
        }
    }

    /// <summary>Writes where the run stands between two steps, for <see cref="Resume"/>; from any
    /// thread, after the step that is under way. A reader sees the old file or the new one, whole.
    /// </summary>
    /// <exception cref="WeftUnsupportedException">The method has no checkpoints: only neural ones
    /// and alt have.</exception>
    public void SaveCheckpoint(string path)
    {
        using var bytes = PinnedText.Name(path, nameof(path));
        lock (_gate) Native.weft_trainer_save(_handle, bytes.Array);
    }

    /// <summary>Called after each step with what the run has reached.</summary>
    public event Action<TrainingProgress>? Progressed;

    /// <summary>Called after each step with what it logged: a sentence where sources contradict
    /// each other, a source below chance.</summary>
    public event Action<LogMessage>? Logged;

    /// <summary>One iteration; false when the run has finished.</summary>
    /// <exception cref="WeftCancelledException">The run was stopped. The best model so far can be
    /// taken all the same.</exception>
    public bool Step()
    {
        bool more = false;
        Exception? failure = null;
        List<LogMessage>? messages;
        TrainingProgress progress = default;
        lock (_gate)
        {
            try
            {
                Native.weft_trainer_step(_handle, out int left);
                more = left != 0;
                progress = ReadProgress();
            }
            catch (WeftException e)
            {
                failure = e;
            }
            messages = _log.Take();
        }
        try
        {
            messages?.ForEach(message => Logged?.Invoke(message));
            if (failure is null) Progressed?.Invoke(progress);
        }
        catch
        {
            CancelIfOpen();
            throw;
        }
        if (failure is not null) ExceptionDispatchInfo.Capture(failure).Throw();
        return more;
    }

    /// <summary>Steps to the end.</summary>
    /// <exception cref="WeftCancelledException">The run was stopped. The best model so far can be
    /// taken all the same.</exception>
    public void Run()
    {
        while (Step())
        {
        }
    }

    /// <summary>Steps to the end and gives the best model.</summary>
    public Model Train()
    {
        Run();
        return TakeModel();
    }

    /// <summary>Steps to the end on a thread of its own and gives the best model.</summary>
    /// <param name="progress">Told after each step what the run has reached. What it throws stops
    /// the run and becomes the task's exception.</param>
    /// <param name="cancellation">Stops the run at its next step; the task is cancelled then, and
    /// <see cref="TakeModel"/> gives the best model so far.</param>
    public Task<Model> TrainAsync(IProgress<TrainingProgress>? progress = null,
                                  CancellationToken cancellation = default) =>
        Task.Factory.StartNew(() => TrainUntil(progress, cancellation), cancellation,
                              TaskCreationOptions.LongRunning, TaskScheduler.Default);

    /// <summary>Stops the run at its next step; from any thread.</summary>
    public void Cancel() => Native.weft_trainer_cancel(_handle);

    /// <summary>What the run has reached.</summary>
    public TrainingProgress Progress
    {
        get
        {
            lock (_gate) return ReadProgress();
        }
    }

    /// <summary>Why the run stopped; "" before.</summary>
    public string StopReason
    {
        get
        {
            lock (_gate)
            {
                using var lease = _handle.Borrow();
                return Utf8.FromTerminated(Native.weft_trainer_stop_reason(_handle));
            }
        }
    }

    /// <summary>The objective after each iteration of the current phase, nats.</summary>
    public IReadOnlyList<double> Objectives
    {
        get
        {
            lock (_gate)
            {
                using var lease = _handle.Borrow();
                Native.weft_trainer_objectives(_handle, out NativeArray values);
                return Borrowed.Doubles(values);
            }
        }
    }

    /// <summary>The best model so far: by F1 on the development corpus where the run stops by it,
    /// else the latest.</summary>
    /// <exception cref="WeftStateException">There is none yet.</exception>
    public Model TakeModel()
    {
        lock (_gate)
        {
            Native.weft_trainer_model(_handle, out ModelHandle model);
            return Model.Trained(model);
        }
    }

    /// <summary>Closes the native run, when no call uses it any longer. Doing so again does
    /// nothing.</summary>
    public void Dispose()
    {
        _handle.Dispose();
        _log.Dispose();
    }

    private Model TrainUntil(IProgress<TrainingProgress>? progress, CancellationToken cancellation)
    {
        using CancellationTokenRegistration registration = cancellation.Register(CancelIfOpen);
        try
        {
            while (Step(progress))
            {
            }
        }
        catch (WeftCancelledException e) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(e.Message, e, cancellation);
        }
        return TakeModel();
    }

    private bool Step(IProgress<TrainingProgress>? progress)
    {
        bool more = Step();
        try
        {
            progress?.Report(Progress);
        }
        catch
        {
            CancelIfOpen();
            throw;
        }
        return more;
    }

    // The run may have been disposed of by then: by a listener that throws, too, whose exception is
    // the one that matters.
    private void CancelIfOpen()
    {
        try
        {
            Cancel();
        }
        catch (ObjectDisposedException)
        {
        }
    }

    private TrainingProgress ReadProgress()
    {
        using var lease = _handle.Borrow();
        Native.weft_trainer_progress(_handle, out NativeProgress p);
        string phase = Utf8.FromTerminated(Native.weft_trainer_phase(_handle));
        return new TrainingProgress(phase, p.Iteration, p.MaxIterations, p.Objective, p.DevF1,
                                    TimeSpan.FromSeconds(p.Seconds), p.Finished != 0,
                                    p.Converged != 0);
    }
}
