using System;

namespace Weft;

/// <summary>What trains, and the log that it writes to. A step may still be running on another
/// thread when both are disposed, so the log stays until the native object is gone.</summary>
internal abstract class LoggingHandle(Action<IntPtr> free) : WeftHandle(free)
{
    private LogHandle? _log;

    protected LogHandle Keep(LogHandle log)
    {
        bool added = false;
        log.DangerousAddRef(ref added);
        _log = log;
        return log;
    }

    protected override bool ReleaseHandle()
    {
        bool released = base.ReleaseHandle();
        _log?.DangerousRelease();
        return released;
    }
}

internal sealed class TrainerHandle() : LoggingHandle(Native.weft_trainer_free)
{
    public LogHandle KeepLog()
    {
        Native.binding_log_new(this, out LogHandle log);
        return Keep(log);
    }
}

internal sealed class SessionHandle() : LoggingHandle(Native.weft_session_free)
{
    public LogHandle KeepLog()
    {
        Native.binding_log_of_session(this, out LogHandle log);
        return Keep(log);
    }
}
