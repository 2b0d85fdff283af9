using System;

namespace Weft;

/// <summary>A failure of the engine. The message says what was expected, what was found and where.
/// </summary>
public abstract class WeftException : Exception
{
    private protected WeftException(WeftStatus status, string message) : base(message) =>
        Status = status;

    /// <summary>The kind of failure; there is a class for each.</summary>
    public WeftStatus Status { get; }

    /// <summary>The one table from statuses to exceptions.</summary>
    internal static WeftException Of(WeftStatus status, string text) => status switch
    {
        WeftStatus.InvalidArgument => new WeftArgumentException(text),
        WeftStatus.NotFound => new WeftNotFoundException(text),
        WeftStatus.IO => new WeftIOException(text),
        WeftStatus.Format => new WeftFormatException(text),
        WeftStatus.Version => new WeftVersionException(text),
        WeftStatus.Corrupt => new WeftCorruptException(text),
        WeftStatus.Cancelled => new WeftCancelledException(text),
        WeftStatus.Callback => new WeftCallbackException(text),
        WeftStatus.Closed => new WeftClosedException(text),
        WeftStatus.OutOfMemory => new WeftOutOfMemoryException(text),
        WeftStatus.Unsupported => new WeftUnsupportedException(text),
        WeftStatus.State => new WeftStateException(text),
        WeftStatus.Internal => new WeftInternalException(text),
        _ => new WeftInternalException($"status {(int)status}, which this library does not know: {text}"),
    };
}
