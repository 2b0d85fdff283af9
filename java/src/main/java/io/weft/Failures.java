package io.weft;

/** The exception of each status of the C interface. Called from native code. */
final class Failures {
  private static final Status[] STATUSES = Status.values();

  private Failures() {}

  static RuntimeException of(int number, byte[] utf8) {
    String message = Text.decode(utf8);
    if (number <= 0 || number >= STATUSES.length) {
      return new WeftException.Internal(Status.INTERNAL,
          "status " + number + ", which these classes do not know: " + message);
    }
    Status status = STATUSES[number];
    switch (status) {
      case INVALID_ARGUMENT:
        return new WeftException.InvalidArgument(message);
      case NOT_FOUND:
        return new WeftException.NotFound(message);
      case IO:
        return new WeftException.InputOutput(message);
      case FORMAT:
        return new WeftException.Format(message);
      case VERSION:
      case CORRUPT:
        return new WeftException.BadModel(status, message);
      case CANCELLED:
        return new WeftException.Cancelled(message);
      case CLOSED:
      case STATE:
        return new WeftException.WrongState(status, message);
      case OUT_OF_MEMORY:
        return new WeftException.OutOfMemory(message);
      case UNSUPPORTED:
        return new WeftException.Unsupported(message);
      default:
        return new WeftException.Internal(status, message);
    }
  }
}
