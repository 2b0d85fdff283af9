package io.weft;

/**
 * A failure of weft. The message says what was expected, what was found and where. One subclass per
 * family of {@link Status statuses}.
 */
public class WeftException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Its kind. */
  private final Status status;

  private WeftException(Status status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /**
   * Its kind, finer than its class.
   *
   * @return as the C interface says it
   */
  public Status status() {
    return status;
  }

  /** An argument or option that cannot be right. */
  public static final class InvalidArgument extends WeftException {
    private static final long serialVersionUID = 1;

    InvalidArgument(String message) {
      super(Status.INVALID_ARGUMENT, message, null);
    }
  }

  /** A name, key, source or file that does not exist. */
  public static final class NotFound extends WeftException {
    private static final long serialVersionUID = 1;

    NotFound(String message) {
      super(Status.NOT_FOUND, message, null);
    }
  }

  /** Reading or writing failed. */
  public static final class InputOutput extends WeftException {
    private static final long serialVersionUID = 1;

    InputOutput(String message) {
      super(Status.IO, message, null);
    }
  }

  /** Text that does not follow its format; file and line are named. */
  public static final class Format extends WeftException {
    private static final long serialVersionUID = 1;

    Format(String message) {
      super(Status.FORMAT, message, null);
    }
  }

  /** A model file or checkpoint that is damaged, of a newer format, or of another build. */
  public static final class BadModel extends WeftException {
    private static final long serialVersionUID = 1;

    BadModel(Status status, String message) {
      super(status, message, null);
    }
  }

  /**
   * Training, or a wait, was stopped: by {@link Trainer#cancel()}, by an interrupt, or by a
   * listener, whose exception is the cause.
   */
  public static final class Cancelled extends WeftException {
    private static final long serialVersionUID = 1;

    Cancelled(String message) {
      super(Status.CANCELLED, message, null);
    }

    Cancelled(String message, Throwable cause) {
      super(Status.CANCELLED, message, cause);
    }
  }

  /** A call on something that is closed, in the wrong order, or with nothing to learn from. */
  public static final class WrongState extends WeftException {
    private static final long serialVersionUID = 1;

    WrongState(Status status, String message) {
      super(status, message, null);
    }
  }

  /** A right request that this build, model or method does not offer. */
  public static final class Unsupported extends WeftException {
    private static final long serialVersionUID = 1;

    Unsupported(String message) {
      super(Status.UNSUPPORTED, message, null);
    }
  }

  /** The library had no memory for it. */
  public static final class OutOfMemory extends WeftException {
    private static final long serialVersionUID = 1;

    OutOfMemory(String message) {
      super(Status.OUT_OF_MEMORY, message, null);
    }
  }

  /** A fault of weft itself. */
  public static final class Internal extends WeftException {
    private static final long serialVersionUID = 1;

    Internal(Status status, String message) {
      super(status, message, null);
    }
  }

  /** The native library could not be loaded; the message lists every path that was tried. */
  public static final class NoNativeLibrary extends WeftException {
    private static final long serialVersionUID = 1;

    NoNativeLibrary(String message) {
      super(Status.NOT_LOADED, message, null);
    }
  }
}
