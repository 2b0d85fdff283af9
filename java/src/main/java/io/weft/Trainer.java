package io.weft;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One training run. One thread steps it; any may ask what it has reached, which waits for the step
 * that is under way, and any may {@link #cancel()} it.
 */
public final class Trainer extends NativeObject {
  private volatile TrainingListener listener;

  private Trainer(long trainer, long log) {
    super("trainer", trainer, pointer -> {
      Native.weft_trainer_free(pointer);
      Native.binding_log_free(log);
    });
    this.log = log;
  }

  private final long log;

  /**
   * A run that has not begun.
   *
   * @param options of a method
   * @param train the corpus to learn from
   * @return the trainer
   * @throws WeftException.WrongState where the corpus has nothing to learn from
   */
  public static Trainer of(Options options, Corpus train) {
    return of(options, train, null);
  }

  /**
   * A run that has not begun.
   *
   * @param options of a method
   * @param train the corpus to learn from
   * @param dev a development corpus, or null
   * @return the trainer
   */
  public static Trainer of(Options options, Corpus train, Corpus dev) {
    return begin(options, train, dev, Native::weft_trainer_new);
  }

  /**
   * A run that goes on where {@link #saveCheckpoint} left it. Its model is, to the last bit, what it
   * would have been without a break; progress tells of the votes' aggregation again first, where
   * there is one.
   *
   * @param options of the method, as the run was begun with, but for {@code threads}
   * @param train the corpus that it was begun with
   * @param dev the development corpus that it was begun with, or null
   * @param checkpoint the file
   * @return the trainer
   * @throws WeftException.InvalidArgument where the checkpoint is of a run with other options or
   *     corpora
   * @throws WeftException.Format where the file is no checkpoint
   * @throws WeftException.BadModel where the file is damaged, or of another build of weft
   * @throws WeftException.InputOutput where it cannot be read
   */
  public static Trainer resume(Options options, Corpus train, Corpus dev, Path checkpoint) {
    byte[] path = Arguments.path(checkpoint, "checkpoint");
    return begin(options, train, dev, (o, t, d) -> Native.weft_trainer_resume(o, t, d, path));
  }

  private interface Begin {
    long trainer(long options, long train, long dev);
  }

  private static Trainer begin(Options options, Corpus train, Corpus dev, Begin begin) {
    try (Options copy = Options.copy(options); Use o = require(copy, "options");
        Use t = require(train, "train"); Use d = use(dev)) {
      long trainer =
          NativeLibrary.withPlugin(() -> begin.trainer(o.pointer, t.pointer, d.pointer));
      try {
        return new Trainer(trainer, Native.binding_log_new(trainer));
      } catch (RuntimeException e) {
        Native.weft_trainer_free(trainer);
        throw e;
      }
    }
  }

  /**
   * Writes where the run stands between two steps, for {@link #resume}. From any thread: waits for
   * the step that is under way. Whole or not at all: what interrupts it leaves the old file.
   *
   * @param checkpoint the file
   * @throws WeftException.Unsupported where the method has no checkpoints: only neural ones and
   *     alt have
   */
  public void saveCheckpoint(Path checkpoint) {
    byte[] path = Arguments.path(checkpoint, "checkpoint");
    try (Use use = useAlone()) {
      Native.weft_trainer_save(use.pointer, path);
    }
  }

  /**
   * Sets who watches from the next step on. From any thread, a listener's too.
   *
   * @param listener or null
   * @return this
   */
  public Trainer listener(TrainingListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Does one iteration, then tells the listener.
   *
   * @return whether there is more to do
   * @throws WeftException.Cancelled after a cancel, where the listener threw, or where this thread
   *     is interrupted, as it stays then; the best model so far can be taken all the same
   */
  public boolean step() {
    if (Thread.currentThread().isInterrupted()) {
      cancel();
      throw new WeftException.Cancelled("the thread that trains was interrupted");
    }
    TrainingListener watcher = listener;
    boolean more = false;
    RuntimeException failure = null;
    TrainingProgress progress = null;
    List<String> messages;
    try (Use use = useAlone()) {
      try {
        more = Native.weft_trainer_step(use.pointer);
        progress = progress(use);
      } catch (RuntimeException e) {
        failure = e;
      }
      messages = takeMessages();
    }
    // Under no lock: a listener may wait for a thread that asks this trainer something.
    if (watcher != null) {
      tell(watcher, messages, progress, failure);
    }
    if (failure != null) {
      throw failure;
    }
    return more;
  }

  private List<String> takeMessages() {
    List<String> messages = new ArrayList<>(0);
    for (String message = take(); !message.isEmpty(); message = take()) {
      messages.add(message);
    }
    return messages;
  }

  private String take() {
    return Text.decode(Native.binding_log_take(log));
  }

  /** Either progress or failure is null. */
  private void tell(TrainingListener watcher, List<String> messages, TrainingProgress progress,
      RuntimeException failure) {
    try {
      for (String message : messages) {
        watcher.logged(message.charAt(0) == 'W', message.substring(1));
      }
      if (progress != null) {
        watcher.progressed(progress);
      }
    } catch (Throwable e) {
      cancelIfOpen();
      WeftException stopped =
          new WeftException.Cancelled("the listener of the training run threw: " + e, e);
      if (failure != null) {
        stopped.addSuppressed(failure);
      }
      throw stopped;
    }
  }

  /**
   * Steps to the end.
   *
   * @return the best model
   */
  public Model train() {
    while (step()) {
      // What is to be told, step tells.
    }
    return model();
  }

  /**
   * Steps to the end on a thread of its own, a daemon. Whatever ends the future from outside, such
   * as its {@code cancel}, {@code orTimeout} or {@code completeExceptionally}, cancels the run.
   *
   * @return the best model, when it is there
   */
  public CompletableFuture<Model> trainAsync() {
    return trainAsync(run -> {
      Thread thread = new Thread(run, "weft-training");
      thread.setDaemon(true);
      thread.start();
    });
  }

  /**
   * Steps to the end on a thread of an executor, which it occupies until then. What ends the future
   * from outside cancels the run; so does interrupting the thread.
   *
   * @param executor whose thread steps
   * @return the best model, when it is there
   */
  public CompletableFuture<Model> trainAsync(Executor executor) {
    Arguments.notNull(executor, "executor");
    CompletableFuture<Model> future = new CompletableFuture<>();
    AtomicBoolean ended = new AtomicBoolean();
    future.whenComplete((model, failure) -> {
      if (!ended.get()) {
        cancelIfOpen();
      }
    });
    executor.execute(() -> {
      try {
        Model model = train();
        ended.set(true);
        if (!future.complete(model)) {
          model.close();
        }
      } catch (Throwable e) {
        ended.set(true);
        future.completeExceptionally(e);
      }
    });
    return future;
  }

  private void cancelIfOpen() {
    try {
      cancel();
    } catch (WeftException.WrongState e) {
      // It is closed, and stops for that.
    }
  }

  /** Stops the run at its next step. From any thread. */
  public void cancel() {
    try (Use use = use()) {
      Native.weft_trainer_cancel(use.pointer);
    }
  }

  /**
   * What the run has reached.
   *
   * @return after the last step
   */
  public TrainingProgress progress() {
    try (Use use = useAlone()) {
      return progress(use);
    }
  }

  private static TrainingProgress progress(Use use) {
    double[] values = Native.weft_trainer_progress(use.pointer);
    return new TrainingProgress(Text.decode(Native.weft_trainer_phase(use.pointer)),
        (long) values[0], (long) values[1], values[2], values[3], values[4], values[5] != 0,
        values[6] != 0);
  }

  /**
   * Why the run stopped.
   *
   * @return one line; "" before
   */
  public String stopReason() {
    try (Use use = useAlone()) {
      return Text.decode(Native.weft_trainer_stop_reason(use.pointer));
    }
  }

  /**
   * The objective after each iteration of the current phase.
   *
   * @return nats
   */
  public double[] objectives() {
    try (Use use = useAlone()) {
      return Native.weft_trainer_objectives(use.pointer);
    }
  }

  /**
   * The best model so far: by F1 on the development corpus where the run stops by it, else the
   * latest.
   *
   * @return a model of its own
   * @throws WeftException.WrongState before there is any
   */
  public Model model() {
    try (Use use = useAlone()) {
      return new Model(Native.weft_trainer_model(use.pointer));
    }
  }
}
