package io.weft;

/**
 * What a training run has reached.
 *
 * @param phase what is being trained, such as "hmm" or "crf"
 * @param iteration steps of this phase
 * @param maxIterations the most there will be; 0 where that is unknown
 * @param objective nats; falls for taggers, rises for aggregators; NaN where there is none yet
 * @param devF1 fraction of 1 on the development corpus; NaN where there is none
 * @param seconds since the run began
 * @param finished whether there is nothing left to do
 * @param converged whether it finished by the method's own criterion, not by a limit
 */
public record TrainingProgress(String phase, long iteration, long maxIterations, double objective,
    double devF1, double seconds, boolean finished, boolean converged) {}
