using System.Runtime.InteropServices;

namespace Weft;

/// <summary>Memory of either side: pinned where it is managed, borrowed where it is native.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct NativeArray
{
    public void* data;
    public nuint size;

    public NativeArray(void* data, nuint size)
    {
        this.data = data;
        this.size = size;
    }

    public NativeArray(void* data, int size) : this(data, (nuint)size)
    {
    }
}

/// <summary>weft_progress, field by field.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct NativeProgress
{
    public long Iteration;
    public long MaxIterations;
    public double Objective;
    public double DevF1;
    public double Seconds;
    public int Finished;
    public int Converged;
}

/// <summary>weft_session_counts, field by field.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct NativeCounts
{
    public long Sentences;
    public long Done;
    public long Skipped;
    public long AskedSentences;
    public long Asked;
    public long Answered;
    public long ByModel;
    public long Updates;
}

/// <summary>weft_span, field by field.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct NativeSpan
{
    public long Sentence;
    public long Begin;
    public long End;
    public int Type;
    public double Confidence;
}
