using System;

namespace Weft;

/// <summary>Numbers by key, and the same as JSON.</summary>
public abstract class Report : IDisposable
{
    private readonly ReportHandle _handle;

    private protected Report(ReportHandle handle) => _handle = handle;

    /// <summary>A number by its path into the JSON: "span.f1", "types.PER.recall".</summary>
    /// <exception cref="WeftNotFoundException">There is no number of that key; a rate over nothing
    /// is none.</exception>
    public double this[string key]
    {
        get
        {
            using var name = PinnedText.Name(key, nameof(key));
            Native.weft_report_number(_handle, name.Array, out double value);
            return value;
        }
    }

    /// <summary>Looks for a number by its path into the JSON.</summary>
    public bool TryGetNumber(string key, out double value)
    {
        try
        {
            value = this[key];
            return true;
        }
        catch (WeftNotFoundException)
        {
            value = double.NaN;
            return false;
        }
    }

    /// <summary>The whole report, one JSON object.</summary>
    public string Json
    {
        get
        {
            using var lease = _handle.Borrow();
            IntPtr text = Native.weft_report_json(_handle, out nuint size);
            return Utf8.From(text, size);
        }
    }

    /// <summary>Closes the native report. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();
}
