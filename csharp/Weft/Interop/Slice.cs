using System.Collections;
using System.Collections.Generic;

namespace Weft;

/// <summary>A stretch of a list, not copied.</summary>
internal sealed class Slice<T>(IReadOnlyList<T> list, int begin, int count) : IReadOnlyList<T>
{
    public int Count => count;

    public T this[int index] => list[begin + index];

    public IEnumerator<T> GetEnumerator()
    {
        for (int i = 0; i < count; ++i) yield return list[begin + i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
