package io.weft;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** One training run. One thread steps it; {@link #cancel()} may come from any. */
public final class Trainer extends NativeObject {
  private TrainingListener listener;

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
    try (Use o = require(options, "options"); Use t = require(train, "train"); Use d = use(dev)) {
      long trainer = Native.weft_trainer_new(o.pointer, t.pointer, d.pointer);
      try {
        return new Trainer(trainer, Native.binding_log_new(trainer));
      } catch (RuntimeException e) {
        Native.weft_trainer_free(trainer);
        throw e;
      }
    }
  }

  /**
   * Sets who watches.
   *
   * @param listener or null
   * @return this
   */
  public Trainer listener(TrainingListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Does one iteration.
   *
   * @return whether there is more to do
   * @throws WeftException.Cancelled after a cancel, or where the listener threw; the best model so
   *     far can be taken all the same
   */
  public boolean step() {
    try (Use use = useAlone()) {
      boolean more;
      try {
        more = Native.weft_trainer_step(use.pointer);
      } finally {
        tellLog(use);
      }
      TrainingListener watcher = listener;
      if (watcher != null) {
        TrainingProgress progress = progress(use);
        tell(use, () -> watcher.progressed(progress));
      }
      return more;
    }
  }

  private void tellLog(Use use) {
    TrainingListener watcher = listener;
    for (String message = take(); !message.isEmpty(); message = take()) {
      if (watcher != null) {
        boolean warning = message.charAt(0) == 'W';
        String text = message.substring(1);
        tell(use, () -> watcher.logged(warning, text));
      }
    }
  }

  private String take() {
    return Text.decode(Native.binding_log_take(log));
  }

  private static void tell(Use use, Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      Native.weft_trainer_cancel(use.pointer);
      throw new WeftException.Cancelled("the listener of the training run threw: " + e, e);
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
   * Steps to the end on another thread. Cancelling the future cancels the run.
   *
   * @return the best model, when it is there
   */
  public CompletableFuture<Model> trainAsync() {
    return trainAsync(ForkJoinPool.commonPool());
  }

  /**
   * Steps to the end on another thread. Cancelling the future cancels the run.
   *
   * @param executor whose thread steps
   * @return the best model, when it is there
   */
  public CompletableFuture<Model> trainAsync(Executor executor) {
    CompletableFuture<Model> future = new CompletableFuture<>();
    future.whenComplete((model, failure) -> {
      if (future.isCancelled()) {
        cancel();
      }
    });
    executor.execute(() -> {
      try {
        Model model = train();
        if (!future.complete(model)) {
          model.close();
        }
      } catch (Throwable e) {
        future.completeExceptionally(e);
      }
    });
    return future;
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
