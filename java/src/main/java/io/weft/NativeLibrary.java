package io.weft;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Finds the native libraries: in the folder that the system property {@code io.weft.library.path}
 * names, else along {@code java.library.path}, else out of the jar, into a fresh temporary folder.
 * A file serves one class loader; where another has taken it, the jar's copy has a fresh name.
 */
final class NativeLibrary {
  private static final int ABI_VERSION = 1;
  private static final String PATH_PROPERTY = "io.weft.library.path";
  // What the others need comes first.
  private static final List<String> FILES =
      List.of("liblbfgs.so.0", "libutf8proc.so.2", "libweft.so.0", "libweft_java.so");
  // Opened by libweft, beside it, when a neural method is asked for; a jar may be without.
  private static final String PLUGIN = "libweft_neural.so";
  private static final String RESOURCES = "/io/weft/native/" + platform() + "/";

  // Whether another class loader has a file that was tried. Set while FAILURE is found.
  private static boolean takenElsewhere;

  // Where the jar's libraries were, if they were loaded from it. It stays, empty: nobody else may put
  // a plug-in there.
  private static Path jarFolder;

  private static final String FAILURE = load();

  private NativeLibrary() {}

  /** Throws where the library is not there. */
  static void require() {
    if (FAILURE != null) {
      throw new WeftException.NoNativeLibrary(FAILURE);
    }
  }

  /** What went wrong, or null. */
  private static String load() {
    List<String> failures = new ArrayList<>();
    String loaded = loadFrom(failures);
    if (loaded == null) {
      return "the native library of weft could not be loaded; tried:\n  "
          + String.join("\n  ", failures);
    }
    String needed =
        "these classes need version " + ABI_VERSION + " of the library's interface; found ";
    try {
      int found = NativeJNI.weft_abi_version();
      return found == ABI_VERSION ? null : needed + "version " + found + " in " + loaded;
    } catch (UnsatisfiedLinkError e) {
      return needed + "none in " + loaded + ": " + e.getMessage();
    }
  }

  /** What was loaded, or null. */
  private static String loadFrom(List<String> failures) {
    String folder = System.getProperty(PATH_PROPERTY, "");
    if (!folder.isEmpty()) {
      String loaded = loadFolder(folder, PATH_PROPERTY, failures);
      return loaded == null && takenElsewhere ? loadFromJar(failures) : loaded;
    }
    for (String entry : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        String loaded = loadFolder(entry, "java.library.path", failures);
        if (loaded != null) {
          return loaded;
        }
      }
    }
    return loadFromJar(failures);
  }

  private static String loadFolder(String folder, String origin, List<String> failures) {
    try {
      return loadFolder(Paths.get(folder), origin, failures);
    } catch (InvalidPathException e) {
      failures.add(folder + " (" + origin + "): " + e.getReason());
      return null;
    }
  }

  /** Loads the binding; the loader finds what it needs beside it. */
  private static String loadFolder(Path folder, String origin, List<String> failures) {
    Path file = folder.resolve(FILES.get(FILES.size() - 1)).toAbsolutePath();
    if (!Files.exists(file)) {
      failures.add(file + " (" + origin + "): no such file");
      return null;
    }
    try {
      System.load(file.toString());
      return file.toString();
    } catch (UnsatisfiedLinkError e) {
      // The machine's own message repeats the path.
      String reason = String.valueOf(e.getMessage()).replace(file + ": ", "");
      takenElsewhere |= reason.contains("already loaded in another classloader");
      String hint = reason.contains("failed to map segment")
          ? " (is the file system mounted noexec?)" : "";
      failures.add(file + " (" + origin + "): " + reason + hint);
      return null;
    }
  }

  private static String loadFromJar(List<String> failures) {
    String origin = "jar:" + RESOURCES;
    Path folder = null;
    try {
      folder = Files.createTempDirectory("weft");
      boolean any = false;
      for (String name : FILES) {
        any |= extract(RESOURCES + name, folder.resolve(name));
      }
      if (!any) {
        failures.add(origin + ": this jar has no libraries for " + platform());
        return null;
      }
      if (loadFolder(folder, origin, failures) == null) {
        return null;
      }
      jarFolder = folder;
      return origin;
    } catch (IOException e) {
      failures.add(origin + ": cannot be unpacked into "
          + (folder == null ? System.getProperty("java.io.tmpdir") : folder) + ": " + e);
      return null;
    } finally {
      delete(folder);
    }
  }

  private static boolean extract(String resource, Path file) throws IOException {
    try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        return false;
      }
      Files.copy(in, file);
      return true;
    }
  }

  // What is loaded stays mapped; its files are not needed any more.
  private static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    for (String name : FILES) {
      folder.resolve(name).toFile().delete();
    }
    if (folder.equals(jarFolder)) {
      folder.toFile().deleteOnExit();
    } else {
      folder.toFile().delete();
    }
  }

  /** Calls again what failed for want of the plug-in, while that of the jar lies beside libweft. */
  static long withPlugin(LongSupplier call) {
    try {
      return call.getAsLong();
    } catch (WeftException.Unsupported e) {
      if (jarFolder == null || !e.getMessage().contains(PLUGIN)) {
        throw e;
      }
      return withJarPlugin(call, e);
    }
  }

  private static synchronized long withJarPlugin(LongSupplier call, WeftException.Unsupported why) {
    Path file = jarFolder.resolve(PLUGIN);
    try {
      if (!extract(RESOURCES + PLUGIN, file)) {
        throw why;
      }
      return call.getAsLong();
    } catch (IOException e) {
      why.addSuppressed(e);
      throw why;
    } finally {
      file.toFile().delete();  // once opened, it stays mapped
    }
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch");
    String system = os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : os;
    return system + "-" + ("amd64".equals(machine) ? "x86_64" : machine);
  }
}
