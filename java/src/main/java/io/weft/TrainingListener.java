package io.weft;

/**
 * Watches a training run, on the thread that steps and under no lock: it may ask the trainer
 * anything, cancel it or close it. What it throws stops the run.
 */
public interface TrainingListener {
  /**
   * Called after each step.
   *
   * @param progress what was reached
   */
  void progressed(TrainingProgress progress);

  /**
   * Called for a message of the run.
   *
   * @param warning whether it is a warning
   * @param message one line
   */
  default void logged(boolean warning, String message) {}
}
