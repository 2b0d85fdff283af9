using System;
using System.Threading;

namespace Weft;

/// <summary>Native memory that the garbage collector is told of for as long as any handle keeps it:
/// it would not see otherwise what an object that nobody disposes of costs.</summary>
internal sealed class NativeWeight(long bytes)
{
    private int _holders;

    public long Bytes => bytes;

    public void Hold()
    {
        if (Interlocked.Increment(ref _holders) == 1 && bytes > 0) GC.AddMemoryPressure(bytes);
    }

    public void Release()
    {
        if (Interlocked.Decrement(ref _holders) == 0 && bytes > 0) GC.RemoveMemoryPressure(bytes);
    }
}
