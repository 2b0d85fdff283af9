package io.weft;

/**
 * A failure of weft. The message says what was expected, what was found and where. One subclass per
 * family of statuses of the C interface.
 */
public class WeftException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WeftException(String message) {
    super(message);
  }

  WeftException(String message, Throwable cause) {
    super(message, cause);
  }

  /** An argument or option that cannot be right. */
  public static final class InvalidArgument extends WeftException {
    private static final long serialVersionUID = 1;

    InvalidArgument(String message) {
      super(message);
    }
  }

  /** A name, key, source or file that does not exist. */
  public static final class NotFound extends WeftException {
    private static final long serialVersionUID = 1;

    NotFound(String message) {
      super(message);
    }
  }

  /** Reading or writing failed. */
  public static final class InputOutput extends WeftException {
    private static final long serialVersionUID = 1;

    InputOutput(String message) {
      super(message);
    }
  }

  /** Text that does not follow its format; file and line are named. */
  public static final class Format extends WeftException {
    private static final long serialVersionUID = 1;

    Format(String message) {
      super(message);
    }
  }

  /** A model file that is damaged, or of a newer format. */
  public static final class BadModel extends WeftException {
    private static final long serialVersionUID = 1;

    BadModel(String message) {
      super(message);
    }
  }

  /** Training was stopped: by {@link Trainer#cancel()}, or by a listener, whose exception is the cause. */
  public static final class Cancelled extends WeftException {
    private static final long serialVersionUID = 1;

    Cancelled(String message) {
      super(message);
    }

    Cancelled(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A call in the wrong order, on something that is closed, or with nothing to learn from. */
  public static final class WrongState extends WeftException {
    private static final long serialVersionUID = 1;

    WrongState(String message) {
      super(message);
    }
  }

  /** A right request that this build, model or method does not offer. */
  public static final class Unsupported extends WeftException {
    private static final long serialVersionUID = 1;

    Unsupported(String message) {
      super(message);
    }
  }

  /** The library had no memory for it. */
  public static final class OutOfMemory extends WeftException {
    private static final long serialVersionUID = 1;

    OutOfMemory(String message) {
      super(message);
    }
  }

  /** A fault of weft itself. */
  public static final class Internal extends WeftException {
    private static final long serialVersionUID = 1;

    Internal(String message) {
      super(message);
    }
  }

  /** The native library could not be loaded; the message lists every path that was tried. */
  public static final class NoNativeLibrary extends WeftException {
    private static final long serialVersionUID = 1;

    NoNativeLibrary(String message) {
      super(message);
    }
  }
}
