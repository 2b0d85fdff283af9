package io.weft;

import java.nio.file.FileSystems;
import java.nio.file.Path;

/** What hosts hand over, seen before it is used: failures name the argument. */
final class Arguments {
  private Arguments() {}

  static <T> T notNull(T argument, String name) {
    if (argument == null) {
      throw isNull(name);
    }
    return argument;
  }

  static WeftException isNull(String name) {
    return new WeftException.InvalidArgument(name + " is null");
  }

  /** A path as the library takes it: it knows the machine's files alone, none inside a zip. */
  static byte[] path(Path path, String name) {
    if (notNull(path, name).getFileSystem() != FileSystems.getDefault()) {
      throw new WeftException.InvalidArgument(name + ": expected a path of the default file system,"
          + " found " + path.toUri());
    }
    return Text.encode(path.toString(), name);
  }
}
