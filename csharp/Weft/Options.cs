using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Values for the options of one method, or of reading corpora. They are copied where they
/// are used: later changes have no effect on a trainer or corpus made with them.</summary>
public sealed class Options : IDisposable
{
    private readonly object _gate = new();  // A value that is read is borrowed until one is set.
    private readonly OptionsHandle _handle;

    /// <summary>Options with their defaults.</summary>
    /// <param name="method">One of <see cref="Methods.All"/>, or "read" for the options of reading
    /// corpora.</param>
    /// <exception cref="WeftNotFoundException">There is no such method; the message names the
    /// nearest.</exception>
    public Options(string method)
    {
        NativeLibraries.Load();
        using var name = PinnedText.Name(method, nameof(method));
        Native.weft_options_new(name.Array, out _handle);
        Method = method;
    }

    /// <summary>The method that these are options of, or "read".</summary>
    public string Method { get; }

    /// <summary>An option's value now, or its default, as text.</summary>
    /// <param name="key">One of the keys of <see cref="Descriptions"/>.</param>
    /// <exception cref="WeftNotFoundException">There is no such option; the message names the
    /// nearest.</exception>
    /// <exception cref="WeftArgumentException">A value of the wrong type or out of bounds; the
    /// message names what is allowed.</exception>
    public string this[string key]
    {
        get => Get(key);
        set => Set(key, value);
    }

    /// <summary>An option's value now, or its default, as text.</summary>
    public string Get(string key)
    {
        using var name = PinnedText.Name(key, nameof(key));
        lock (_gate)
        {
            using var lease = _handle.Borrow();
            Native.weft_options_get(_handle, name.Array, out NativeArray text);
            return Utf8.From(text);
        }
    }

    /// <summary>Sets an option from text, as on the command line. Gives these options back.</summary>
    public Options Set(string key, string value)
    {
        using var name = PinnedText.Name(key, nameof(key));
        using var text = new PinnedText(value, nameof(value));
        lock (_gate) Native.weft_options_set(_handle, name.Array, text.Array);
        return this;
    }

    /// <summary>Sets an option from a whole number. Gives these options back.</summary>
    public Options Set(string key, long value)
    {
        using var name = PinnedText.Name(key, nameof(key));
        lock (_gate) Native.weft_options_set_int(_handle, name.Array, value);
        return this;
    }

    /// <summary>Sets an option from a number. Gives these options back.</summary>
    public Options Set(string key, double value)
    {
        using var name = PinnedText.Name(key, nameof(key));
        lock (_gate) Native.weft_options_set_float(_handle, name.Array, value);
        return this;
    }

    /// <summary>Sets an option from a truth value. Gives these options back.</summary>
    public Options Set(string key, bool value)
    {
        using var name = PinnedText.Name(key, nameof(key));
        lock (_gate) Native.weft_options_set_bool(_handle, name.Array, value ? 1 : 0);
        return this;
    }

    /// <summary>What options there are: those with keys, then prefixes.</summary>
    public IReadOnlyList<OptionDescription> Descriptions
    {
        get
        {
            using var lease = _handle.Borrow();
            var all = new OptionDescription[(int)Native.weft_options_count(_handle)];
            for (int i = 0; i < all.Length; ++i) all[i] = Describe((nuint)i);
            return all;
        }
    }

    /// <summary>Closes the native options. Doing so again does nothing.</summary>
    public void Dispose() => _handle.Dispose();

    /// <summary>The native options; null gives those that stand for the defaults.</summary>
    internal static OptionsHandle HandleOf(Options? options) =>
        options is null ? OptionsHandle.None : options._handle;

    /// <summary>What to hold while a call reads the options, so that none of them changes.</summary>
    internal static object GateOf(Options? options) =>
        options is null ? new object() : options._gate;

    private OptionDescription Describe(nuint i)
    {
        var choices = new string[(int)Native.weft_options_choice_count(_handle, i)];
        for (int c = 0; c < choices.Length; ++c)
        {
            choices[c] = Utf8.FromTerminated(Native.weft_options_choice(_handle, i, (nuint)c));
        }
        return new OptionDescription(
            Utf8.FromTerminated(Native.weft_options_key(_handle, i)),
            (OptionType)Native.weft_options_type(_handle, i),
            Utf8.FromTerminated(Native.weft_options_default(_handle, i)),
            Utf8.FromTerminated(Native.weft_options_help(_handle, i)),
            Native.weft_options_min(_handle, i), Native.weft_options_max(_handle, i), choices,
            Native.weft_options_is_prefix(_handle, i) != 0);
    }
}
