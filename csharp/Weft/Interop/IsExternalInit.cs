#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks of the framework for records; netstandard2.0 lacks it.</summary>
internal static class IsExternalInit
{
}
#endif
