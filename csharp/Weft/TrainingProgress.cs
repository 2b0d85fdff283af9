using System;

namespace Weft;

/// <summary>What a run has reached. NaN where there is no value yet.</summary>
/// <param name="Phase">What is being trained ("hmm", "crf").</param>
/// <param name="Iteration">Steps of the phase.</param>
/// <param name="MaxIterations">The most there will be; 0: unknown.</param>
/// <param name="Objective">Nats: falls for taggers, rises for aggregators.</param>
/// <param name="DevF1">A fraction of 1, on the development corpus.</param>
/// <param name="Elapsed">Since the run began.</param>
/// <param name="Finished">There are no more steps.</param>
/// <param name="Converged">Finished by the method's own criterion, not by a limit.</param>
public readonly record struct TrainingProgress(string Phase, long Iteration, long MaxIterations,
                                               double Objective, double DevF1, TimeSpan Elapsed,
                                               bool Finished, bool Converged);

/// <summary>How much a message matters.</summary>
public enum LogLevel
{
    /// <summary>Good to know.</summary>
    Info = 0,

    /// <summary>Something is probably wrong with the data.</summary>
    Warning = 1,
}

/// <summary>A message of a run.</summary>
/// <param name="Level">How much it matters.</param>
/// <param name="Text">What it says.</param>
public readonly record struct LogMessage(LogLevel Level, string Text);
