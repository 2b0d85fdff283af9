using System;
using System.Collections.Generic;

namespace Weft;

/// <summary>Values for the options of one method, or of reading corpora. They are copied where they
/// are used: later changes have no effect on a trainer or corpus made with them. Any number of
/// threads may use one.</summary>
public sealed class Options : IDisposable
{
    private readonly object _gate = new();  // A value that is read is borrowed until one is set.
    private readonly OptionsHandle _handle;
    private readonly HashSet<string> _keys = [];  // of those that were set

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
        using var text = new PinnedText(value, nameof(value));
        NativeArray bytes = text.Array;
        return Set(key, name => Native.weft_options_set(_handle, name, bytes));
    }

    /// <summary>Sets an option from a whole number. Gives these options back.</summary>
    public Options Set(string key, long value) =>
        Set(key, name => Native.weft_options_set_int(_handle, name, value));

    /// <summary>Sets an option from a number. Gives these options back.</summary>
    public Options Set(string key, double value) =>
        Set(key, name => Native.weft_options_set_float(_handle, name, value));

    /// <summary>Sets an option from a truth value. Gives these options back.</summary>
    public Options Set(string key, bool value) =>
        Set(key, name => Native.weft_options_set_bool(_handle, name, value ? 1 : 0));

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

    /// <summary>The values as they are now, for a call that may take long; the caller disposes of
    /// them. Null gives what stands for the defaults.</summary>
    internal static OptionsHandle Copy(Options? options) =>
        options is null ? new OptionsHandle() : options.Copy();

    private OptionsHandle Copy()
    {
        using var method = PinnedText.Name(Method, nameof(Method));
        Native.weft_options_new(method.Array, out OptionsHandle copy);
        lock (_gate)
        {
            using var lease = _handle.Borrow();
            foreach (string key in _keys)
            {
                using var name = PinnedText.Name(key, nameof(key));
                Native.weft_options_get(_handle, name.Array, out NativeArray value);
                Native.weft_options_set(copy, name.Array, value);
            }
        }
        return copy;
    }

    private Options Set(string key, Action<NativeArray> set)
    {
        using var name = PinnedText.Name(key, nameof(key));
        lock (_gate)
        {
            set(name.Array);
            _keys.Add(key);
        }
        return this;
    }

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
