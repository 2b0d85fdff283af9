package io.weft;

/** The exception of each status of the C interface. Called from native code. */
final class Failures {
  private Failures() {}

  static RuntimeException of(int status, byte[] utf8) {
    String message = Text.decode(utf8);
    switch (status) {
      case 1:
        return new WeftException.InvalidArgument(message);
      case 2:
        return new WeftException.NotFound(message);
      case 3:
        return new WeftException.InputOutput(message);
      case 4:
        return new WeftException.Format(message);
      case 5:
      case 6:
        return new WeftException.BadModel(message);
      case 7:
        return new WeftException.Cancelled(message);
      case 9:
      case 12:
        return new WeftException.WrongState(message);
      case 10:
        return new WeftException.OutOfMemory(message);
      case 11:
        return new WeftException.Unsupported(message);
      default:
        return new WeftException.Internal(message + " (status " + status + ")");
    }
  }
}
