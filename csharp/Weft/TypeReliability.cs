namespace Weft;

/// <summary>A share, and Wilson's interval of 95 % around it; NaN where it is taken over nothing.
/// </summary>
/// <param name="Value">The share.</param>
/// <param name="Low">The lower end of the interval.</param>
/// <param name="High">The upper end of the interval.</param>
/// <param name="Of">The expected tokens that it is taken over.</param>
public readonly record struct Share(double Value, double Low, double High, double Of);

/// <summary>How far a source can be relied on where it names a type, if the model is believed.
/// </summary>
/// <param name="Type">Such as "PER".</param>
/// <param name="Precision">p(truth is of the type | the vote is).</param>
/// <param name="Recall">p(the vote is of the type | the truth is); abstaining is a miss.</param>
public sealed record TypeReliability(string Type, Share Precision, Share Recall);
