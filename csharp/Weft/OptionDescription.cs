using System.Collections.Generic;

namespace Weft;

/// <summary>What an option's value is.</summary>
public enum OptionType
{
    /// <summary>True or false.</summary>
    Bool = 0,

    /// <summary>A whole number.</summary>
    Int = 1,

    /// <summary>A number.</summary>
    Float = 2,

    /// <summary>Any text.</summary>
    String = 3,

    /// <summary>One of <see cref="OptionDescription.Choices"/>.</summary>
    Choice = 4,
}

/// <summary>What an option is.</summary>
/// <param name="Key">What <see cref="Options.Set(string, string)"/> takes.</param>
/// <param name="Type">What its value is.</param>
/// <param name="Default">Its value unless it is set, as text.</param>
/// <param name="Help">What it does.</param>
/// <param name="Min">The lowest number, inclusive; negative infinity: no bound; NaN: no number.</param>
/// <param name="Max">The highest number, likewise.</param>
/// <param name="Choices">The values that a choice allows, else none.</param>
/// <param name="IsPrefix">The key is a prefix, such as "o_means."; what follows it is a name from
/// the data.</param>
public sealed record OptionDescription(string Key, OptionType Type, string Default, string Help,
                                       double Min, double Max, IReadOnlyList<string> Choices,
                                       bool IsPrefix);
