namespace Weft;

/// <summary>A training run, and the log that it writes to. A step may still be running on another
/// thread when both are disposed, so the log stays until the run is gone.</summary>
internal sealed class TrainerHandle() : WeftHandle(Native.weft_trainer_free)
{
    private LogHandle? _log;

    public LogHandle KeepLog()
    {
        Native.binding_log_new(this, out LogHandle log);
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
