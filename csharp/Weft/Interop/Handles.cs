using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Weft;

/// <summary>A native handle. The runtime keeps it open while a call uses it, so that disposing it
/// meanwhile only takes effect afterwards.</summary>
internal abstract class WeftHandle : SafeHandle
{
    private readonly Action<IntPtr> _free;
    private NativeWeight[] _weights = [];

    protected WeftHandle(Action<IntPtr> free) : base(IntPtr.Zero, ownsHandle: true) => _free = free;

    public override bool IsInvalid => handle == IntPtr.Zero;

    protected override bool ReleaseHandle()
    {
        _free(handle);
        foreach (NativeWeight weight in _weights) weight.Release();
        return true;
    }

    /// <summary>Says, once, what memory the handle keeps: its own, and that of handles that it was
    /// made from, which they share.</summary>
    public void Weigh(params NativeWeight[] weights)
    {
        foreach (NativeWeight weight in weights) weight.Hold();
        _weights = weights;
    }

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

internal sealed class OptionsHandle() : WeftHandle(Native.weft_options_free);

internal sealed class CorpusHandle() : WeftHandle(Native.weft_corpus_free)
{
    /// <summary>What stands for NULL: no corpus.</summary>
    public static readonly CorpusHandle None = new();
}

internal sealed class BuilderHandle() : WeftHandle(Native.weft_corpus_builder_free);

internal sealed class ModelHandle() : WeftHandle(Native.weft_model_free);

internal sealed class TaggerHandle() : WeftHandle(Native.weft_tagger_free);

internal sealed class ResultHandle() : WeftHandle(Native.weft_result_free)
{
    public static readonly ResultHandle None = new();
}

internal sealed class BitextHandle() : WeftHandle(Native.weft_bitext_free);

internal sealed class ProjectionHandle() : WeftHandle(Native.weft_projection_free);

internal sealed class ReportHandle() : WeftHandle(Native.weft_report_free);

internal sealed class LogHandle() : WeftHandle(Native.binding_log_free)
{
    /// <summary>What was logged since the last call; null: nothing.</summary>
    public List<LogMessage>? Take()
    {
        using var lease = Borrow();
        List<LogMessage>? messages = null;
        while (true)
        {
            IntPtr text = Native.binding_log_take(this, out nuint size);
            if (size == 0) return messages;
            string message = Utf8.From(text, size);
            (messages ??= []).Add(new LogMessage(
                message[0] == 'W' ? LogLevel.Warning : LogLevel.Info, message.Substring(1)));
        }
    }
}
