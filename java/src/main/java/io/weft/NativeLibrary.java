package io.weft;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the native libraries: in the folder that the system property {@code io.weft.library.path}
 * names, else along {@code java.library.path}, else out of the jar, into a fresh temporary folder.
 */
final class NativeLibrary {
  private static final int ABI_VERSION = 1;
  private static final String PATH_PROPERTY = "io.weft.library.path";
  // What the others need comes first.
  private static final List<String> FILES =
      List.of("liblbfgs.so.0", "libutf8proc.so.2", "libweft.so.0", "libweft_java.so");

  private NativeLibrary() {}

  static void load() {
    List<String> failures = new ArrayList<>();
    if (!loadFrom(failures)) {
      throw new WeftException.NoNativeLibrary(
          "the native library of weft could not be loaded; tried:\n  "
              + String.join("\n  ", failures));
    }
    int found = NativeJNI.weft_abi_version();
    if (found != ABI_VERSION) {
      throw new WeftException.NoNativeLibrary("the native library has version " + found
          + " of the interface; these classes need " + ABI_VERSION);
    }
  }

  private static boolean loadFrom(List<String> failures) {
    String folder = System.getProperty(PATH_PROPERTY);
    if (folder != null) {
      return loadFolder(Paths.get(folder), PATH_PROPERTY, failures);
    }
    for (String entry : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
      if (!entry.isEmpty() && loadFolder(Paths.get(entry), "java.library.path", failures)) {
        return true;
      }
    }
    return loadFromJar(failures);
  }

  /** Loads the binding; the loader finds what it needs beside it. */
  private static boolean loadFolder(Path folder, String origin, List<String> failures) {
    Path file = folder.resolve(FILES.get(FILES.size() - 1)).toAbsolutePath();
    if (!Files.exists(file)) {
      failures.add(file + " (" + origin + "): no such file");
      return false;
    }
    try {
      System.load(file.toString());
      return true;
    } catch (UnsatisfiedLinkError e) {
      failures.add(file + " (" + origin + "): " + e.getMessage());
      return false;
    }
  }

  private static boolean loadFromJar(List<String> failures) {
    String resources = "/io/weft/native/" + platform() + "/";
    String origin = "jar:" + resources;
    Path folder = null;
    try {
      folder = Files.createTempDirectory("weft");
      boolean any = false;
      for (String name : FILES) {
        any |= extract(resources + name, folder.resolve(name));
      }
      if (!any) {
        failures.add(origin + ": this jar has no libraries for " + platform());
        return false;
      }
      return loadFolder(folder, origin, failures);
    } catch (IOException e) {
      failures.add(origin + ": cannot be unpacked into "
          + (folder == null ? System.getProperty("java.io.tmpdir") : folder) + ": " + e);
      return false;
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
    folder.toFile().delete();
  }

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch");
    String system = os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : os;
    return system + "-" + ("amd64".equals(machine) ? "x86_64" : machine);
  }
}
