namespace Weft;

/// <summary>Turns a status into its exception, with the text that the engine kept for this thread.
/// </summary>
internal static class Failures
{
    public static void Check(int status)
    {
        if (status != 0) throw Of((WeftStatus)status);
    }

    private static WeftException Of(WeftStatus status) =>
        WeftException.Of(status, Utf8.FromTerminated(Native.weft_last_error()));
}
