using System;
using System.Runtime.InteropServices;

namespace Weft;

/// <summary>A native handle. The runtime keeps it open while a call uses it, so that disposing it
/// meanwhile only takes effect afterwards.</summary>
internal abstract class WeftHandle : SafeHandle
{
    protected WeftHandle() : base(IntPtr.Zero, ownsHandle: true)
    {
    }

    public override bool IsInvalid => handle == IntPtr.Zero;

    /// <summary>Keeps the handle open for as long as what it lends is read; throws
    /// <see cref="ObjectDisposedException"/> where it is closed.</summary>
    public Lease Borrow() => new(this);

    internal readonly ref struct Lease
    {
        private readonly WeftHandle _handle;

        public Lease(WeftHandle handle)
        {
            bool added = false;
            handle.DangerousAddRef(ref added);
            _handle = handle;
        }

        public void Dispose() => _handle.DangerousRelease();
    }
}

internal sealed class OptionsHandle : WeftHandle
{
    /// <summary>What stands for NULL: the options of reading where none are given.</summary>
    public static readonly OptionsHandle None = new();

    protected override bool ReleaseHandle()
    {
        Native.weft_options_free(handle);
        return true;
    }
}

internal sealed class CorpusHandle : WeftHandle
{
    public static readonly CorpusHandle None = new();

    protected override bool ReleaseHandle()
    {
        Native.weft_corpus_free(handle);
        return true;
    }
}

internal sealed class BuilderHandle : WeftHandle
{
    protected override bool ReleaseHandle()
    {
        Native.weft_corpus_builder_free(handle);
        return true;
    }
}

internal sealed class ModelHandle : WeftHandle
{
    protected override bool ReleaseHandle()
    {
        Native.weft_model_free(handle);
        return true;
    }
}

internal sealed class TaggerHandle : WeftHandle
{
    protected override bool ReleaseHandle()
    {
        Native.weft_tagger_free(handle);
        return true;
    }
}

internal sealed class ResultHandle : WeftHandle
{
    public static readonly ResultHandle None = new();

    protected override bool ReleaseHandle()
    {
        Native.weft_result_free(handle);
        return true;
    }
}

internal sealed class ReportHandle : WeftHandle
{
    protected override bool ReleaseHandle()
    {
        Native.weft_report_free(handle);
        return true;
    }
}

internal sealed class LogHandle : WeftHandle
{
    protected override bool ReleaseHandle()
    {
        Native.binding_log_free(handle);
        return true;
    }
}
