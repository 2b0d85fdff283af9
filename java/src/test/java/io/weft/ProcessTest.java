package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What shows only in a process of its own; Probe has the programs. */
class ProcessTest {
  @Test
  void misuseAndExitWithOpenHandlesAreClean() throws Exception {
    for (int i = 0; i < setting("WEFT_TEST_STARTS", 3); ++i) {
      assertEquals("the tagger is closed\nin use at exit\n0", runProbe(List.of(), "misuse"));
    }
  }

  @Test
  void callsThatReturnTextsAndArraysLeaveNothingBehind() throws Exception {
    int calls = setting("WEFT_TEST_CALLS", 100_000);
    String[] said = runProbe(List.of("-Xms100m", "-XX:+AlwaysPreTouch"), "many-calls",
        String.valueOf(calls)).split("\n");
    assertEquals("0", said[1], said[0]);
    assertTrue(Long.parseLong(said[0]) < 5 << 20, "grew by " + said[0] + " bytes");
    System.out.println(calls + " calls: grew by " + said[0] + " bytes");
  }

  @Test
  void whereNoneLoadsEveryPathIsListedWithItsReason(@TempDir Path folder) throws Exception {
    Path broken = Files.writeString(folder.resolve("libweft_java.so"), "no library");
    String out = runProbe(List.of("-Dio.weft.library.path=" + folder), "load");
    assertTrue(out.contains("NOT_LOADED the native library of weft could not be loaded; tried:\n"
        + "  " + broken + " (io.weft.library.path): file too short\n"), out);
    out = runProbe(List.of("-Djava.io.tmpdir=/nowhere/tmp", "-Djava.library.path=/nowhere"), "load");
    assertTrue(out.contains("  /nowhere/libweft_java.so (java.library.path): no such file\n"), out);
    assertTrue(out.contains("  jar:/io/weft/native/"), out);
    assertTrue(out.contains("cannot be unpacked into /nowhere/tmp"), out);
    assertTrue(out.endsWith("again NOT_LOADED\n0"), out);
  }

  @Test
  void anotherVersionOfTheInterfaceIsRefused(@TempDir Path folder) throws Exception {
    String version = "int Java_io_weft_NativeJNI_weft_1abi_1version(void) { return 99; }";
    String library = compile(folder, version);
    String out = runProbe(List.of("-Dio.weft.library.path=" + folder), "load");
    assertEquals("NOT_LOADED these classes need version 1 of the library's interface; found version"
        + " 99 in " + library + "\nagain NOT_LOADED\n0", out);
    compile(folder, "int something_else;");
    out = runProbe(List.of("-Dio.weft.library.path=" + folder), "load");
    assertTrue(out.contains("found none in " + library), out);
  }

  @Test
  void anEmptyPathIsNone() throws Exception {
    String version = Methods.version();
    assertEquals(version + "\n" + version + "\n0",
        runProbe(List.of("-Dio.weft.library.path="), "load"));
  }

  @Test
  void everyClassLoaderFindsALibraryOfItsOwn() throws Exception {
    String library = Path.of(System.getProperty("weft.build"), "lib").toString();
    String expected = (Methods.version() + "\n").repeat(4) + "0";
    for (String flag : List.of("-Dio.weft.library.path=" + library,
        "-Djava.library.path=" + library, "-Djava.library.path=")) {
      assertEquals(expected, runProbe(List.of(flag), "two-loaders"), flag);
    }
  }

  @Test
  void aTemporaryFolderThatIsOfNoUseIsSaid(@TempDir Path folder) throws Exception {
    String flag = "-Djava.io.tmpdir=" + folder;
    for (String mounted : List.of("ro", "noexec")) {
      List<String> mount = List.of("unshare", "--mount", "sh", "-c",
          "mount -t tmpfs -o " + mounted + " none \"$0\" && exec \"$@\"", folder.toString());
      List<String> attempt = new ArrayList<>(mount);
      attempt.add("true");
      Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/unshare"))
          && run(attempt).equals("0"), "skipped: this user cannot mount a file system");
      List<String> command = new ArrayList<>(mount);
      command.addAll(probe(List.of(flag, "-XX:-UsePerfData", "-Djava.library.path="), "load"));
      String out = run(command);
      assertTrue(out.contains(mounted.equals("ro")
          ? "cannot be unpacked into " + folder + ": java.nio.file.FileSystemException: "
          : "libweft_java.so (jar:/io/weft/native/"), out);
      assertTrue(out.contains(mounted.equals("ro") ? "Read-only file system" : "noexec?"), out);
    }
  }

  private static String compile(Path folder, String code) throws Exception {
    Path source = Files.writeString(folder.resolve("other.c"), code);
    Path library = folder.resolve("libweft_java.so");
    assertEquals("0",
        run(List.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())));
    return library.toString();
  }

  private static int setting(String name, int usual) {
    String value = System.getenv(name);
    return value == null ? usual : Integer.parseInt(value);
  }

  private static String runProbe(List<String> flags, String... arguments) throws Exception {
    return run(probe(flags, arguments));
  }

  private static List<String> probe(List<String> flags, String... arguments) {
    Path build = Path.of(System.getProperty("weft.build"), "java");
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xcheck:jni", "-Xmx100m"));
    command.addAll(flags);
    // The module's tests are not in it here.
    command.addAll(List.of("-cp",
        build.resolve("classes") + File.pathSeparator + build.resolve("test-classes"),
        Probe.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Output and exit status. */
  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return out + process.waitFor();
  }
}
