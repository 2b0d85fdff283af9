namespace Weft;

/// <summary>An argument or option that cannot be right.</summary>
public sealed class WeftArgumentException : WeftException
{
    internal WeftArgumentException(string message) : base(WeftStatus.InvalidArgument, message)
    {
    }
}

/// <summary>A name, key, source or file that does not exist.</summary>
public sealed class WeftNotFoundException : WeftException
{
    internal WeftNotFoundException(string message) : base(WeftStatus.NotFound, message)
    {
    }
}

/// <summary>Reading or writing failed.</summary>
public sealed class WeftIOException : WeftException
{
    internal WeftIOException(string message) : base(WeftStatus.IO, message)
    {
    }
}

/// <summary>Text that does not follow its format; the message names file and line.</summary>
public sealed class WeftFormatException : WeftException
{
    internal WeftFormatException(string message) : base(WeftStatus.Format, message)
    {
    }
}

/// <summary>A model of a newer format, or a checkpoint of another build.</summary>
public sealed class WeftVersionException : WeftException
{
    internal WeftVersionException(string message) : base(WeftStatus.Version, message)
    {
    }
}

/// <summary>A model file or checkpoint that is cut or changed.</summary>
public sealed class WeftCorruptException : WeftException
{
    internal WeftCorruptException(string message) : base(WeftStatus.Corrupt, message)
    {
    }
}

/// <summary>A training run that was stopped by <see cref="Trainer.Cancel"/>.</summary>
public sealed class WeftCancelledException : WeftException
{
    internal WeftCancelledException(string message) : base(WeftStatus.Cancelled, message)
    {
    }
}

/// <summary>A callback gave something that it must not.</summary>
public sealed class WeftCallbackException : WeftException
{
    internal WeftCallbackException(string message) : base(WeftStatus.Callback, message)
    {
    }
}

/// <summary>The object's work is over, as that of a finished <see cref="CorpusBuilder"/> is.</summary>
public sealed class WeftClosedException : WeftException
{
    internal WeftClosedException(string message) : base(WeftStatus.Closed, message)
    {
    }
}

/// <summary>The engine found no memory.</summary>
public sealed class WeftOutOfMemoryException : WeftException
{
    internal WeftOutOfMemoryException(string message) : base(WeftStatus.OutOfMemory, message)
    {
    }
}

/// <summary>A right request that this build, model or method does not offer.</summary>
public sealed class WeftUnsupportedException : WeftException
{
    internal WeftUnsupportedException(string message) : base(WeftStatus.Unsupported, message)
    {
    }
}

/// <summary>Calls in the wrong order, or a corpus with nothing to learn from.</summary>
public sealed class WeftStateException : WeftException
{
    internal WeftStateException(string message) : base(WeftStatus.State, message)
    {
    }
}

/// <summary>A fault of the engine itself.</summary>
public sealed class WeftInternalException : WeftException
{
    internal WeftInternalException(string message) : base(WeftStatus.Internal, message)
    {
    }
}

/// <summary>The native libraries could not be loaded, or are of another version. The message lists
/// every path that was tried and why each failed.</summary>
public sealed class WeftNativeLibraryException : WeftException
{
    internal WeftNativeLibraryException(string message) : base(WeftStatus.NotLoaded, message)
    {
    }
}
