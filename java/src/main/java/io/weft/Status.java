package io.weft;

/** What kind of failure an exception tells of; from the second on, the statuses of the C interface. */
public enum Status {
  /** No failure of the engine: its libraries could not be loaded. */
  NOT_LOADED,
  /** An argument or option that cannot be right. */
  INVALID_ARGUMENT,
  /** A name, key, source or file that does not exist. */
  NOT_FOUND,
  /** Reading or writing failed. */
  IO,
  /** Text that does not follow its format; the message names file and line. */
  FORMAT,
  /** A model of a newer format, or a checkpoint of another build. */
  VERSION,
  /** A model file or checkpoint that is cut or changed. */
  CORRUPT,
  /** A training run, or a wait, that was stopped. */
  CANCELLED,
  /** A callback gave something that it must not. */
  CALLBACK,
  /** The object was closed, or its work is over, as that of a finished {@link CorpusBuilder} is. */
  CLOSED,
  /** The engine found no memory. */
  OUT_OF_MEMORY,
  /** A right request that this build, model or method does not offer. */
  UNSUPPORTED,
  /** Calls in the wrong order, or a corpus with nothing to learn from. */
  STATE,
  /** A fault of the engine itself. */
  INTERNAL
}
