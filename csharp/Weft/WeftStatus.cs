namespace Weft;

/// <summary>What kind of failure an exception tells of.</summary>
public enum WeftStatus
{
    /// <summary>No failure of the engine: its libraries could not be loaded.</summary>
    NotLoaded = 0,

    /// <summary>An argument or option that cannot be right.</summary>
    InvalidArgument = 1,

    /// <summary>A name, key, source or file that does not exist.</summary>
    NotFound = 2,

    /// <summary>Reading or writing failed.</summary>
    IO = 3,

    /// <summary>Text that does not follow its format; the message names file and line.</summary>
    Format = 4,

    /// <summary>A model of a newer format, or a checkpoint of another build.</summary>
    Version = 5,

    /// <summary>A model file or checkpoint that is cut or changed.</summary>
    Corrupt = 6,

    /// <summary>A training run that was stopped by <see cref="Trainer.Cancel"/>.</summary>
    Cancelled = 7,

    /// <summary>A callback gave something that it must not.</summary>
    Callback = 8,

    /// <summary>The object's work is over, as that of a finished <see cref="CorpusBuilder"/> is.</summary>
    Closed = 9,

    /// <summary>The engine found no memory.</summary>
    OutOfMemory = 10,

    /// <summary>A right request that this build, model or method does not offer.</summary>
    Unsupported = 11,

    /// <summary>Calls in the wrong order, or a corpus with nothing to learn from.</summary>
    State = 12,

    /// <summary>A fault of the engine itself.</summary>
    Internal = 13,
}
