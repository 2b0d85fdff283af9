package io.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Nothing that a host does with these objects ends its process. */
class LifeTest {
  private static final List<String> SENTENCE = List.of("Ada", "Lovelace", "in", "London");

  @Test
  void closingTwiceDoesNothingAndUseAfterItThrows() {
    Model model = Toy.train("crf");
    Tagger tagger = new Tagger(model);
    model.close();
    model.close();
    assertThrows(WeftException.WrongState.class, model::method);
    assertEquals(2, tagger.tag(SENTENCE).spans().size(), "it keeps what it needs of the model");
    tagger.close();
    tagger.close();
    WeftException e =
        assertThrows(WeftException.WrongState.class, () -> tagger.tag(SENTENCE));
    assertEquals("the tagger is closed", e.getMessage());
    assertThrows(WeftException.WrongState.class, () -> new Tagger(model));
  }

  @Test
  void closingDuringDecodeLetsTheCallEnd() throws Exception {
    List<List<String>> batch = Collections.nCopies(500, SENTENCE);
    try (Model model = Toy.train("crf")) {
      for (int round = 0; round < 100; ++round) {
        Tagger tagger = new Tagger(model);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
          try {
            while (true) {
              assertEquals(500, tagger.tagBatch(batch).size());
            }
          } catch (Throwable e) {
            thrown.set(e);
          }
        });
        thread.start();
        Thread.sleep(round % 5);
        tagger.close();
        thread.join(TimeUnit.SECONDS.toMillis(30));
        assertTrue(thrown.get() instanceof WeftException.WrongState, String.valueOf(thrown.get()));
      }
    }
  }

  @Test
  void threadsThatShareATaggerWaitForEachOther() throws Exception {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model)) {
      Tagging expected = tagger.tag(SENTENCE);
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < 4; ++i) {
        Thread thread = new Thread(() -> {
          try {
            for (int n = 0; n < 500; ++n) {
              assertEquals(expected, tagger.tag(SENTENCE));
            }
          } catch (Throwable e) {
            failures.add(e);
          }
        });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), failures);
    }
  }

  /** Makes calls that return strings and arrays, many times, and says by how much it grew. */
  public static final class ManyCalls {
    /**
     * Runs.
     *
     * @param arguments calls of tag; a tenth as many of each other kind
     * @throws IOException where its size cannot be read
     */
    public static void main(String[] arguments) throws IOException {
      int calls = Integer.parseInt(arguments[0]);
      try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
          Corpus corpus = Toy.corpus()) {
        call(calls / 2, tagger, model, corpus);
        long before = residentBytes();
        call(calls / 2, tagger, model, corpus);
        System.out.println((residentBytes() - before) >> 20);
      }
    }

    private static void call(int calls, Tagger tagger, Model model, Corpus corpus) {
      for (int i = 0; i < calls; ++i) {
        tagger.tag(SENTENCE);
        if (i % 10 == 0) {
          model.metadata("none");
          model.labels();
          corpus.tokens(i % 6);
          corpus.gold(i % 6);
          corpus.toBytes("jsonl");
        }
      }
    }
  }

  @Test
  void memoryStaysFlat() throws Exception {
    String calls = System.getProperty("weft.calls", "100000");
    String[] said = runJava(ManyCalls.class, List.of("-Xms100m", "-XX:+AlwaysPreTouch"), calls).split("\n");
    assertEquals("0", said[1]);
    assertTrue(Long.parseLong(said[0]) < 5, "grew by " + said[0] + " MB");
  }

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    throw new IOException("no VmRSS");
  }

  /** Leaves everything open, some of it in use. */
  public static final class OpenAtExit {
    /**
     * Runs.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
      Model model = Toy.train("crf");
      Tagger tagger = new Tagger(model);
      Thread thread = new Thread(() -> {
        while (true) {
          tagger.tagBatch(Collections.nCopies(100, SENTENCE));
        }
      });
      thread.setDaemon(true);
      thread.start();
      System.out.println(tagger.tag(SENTENCE).labels());
    }
  }

  @Test
  void exitWithOpenHandlesIsClean() throws Exception {
    for (int i = 0; i < 5; ++i) {
      assertEquals("[B-PER, I-PER, O, B-LOC]\n0", runJava(OpenAtExit.class, List.of()));
    }
  }

  @Test
  void aMissingLibraryListsWhatWasTried() throws Exception {
    String out = runJava(OpenAtExit.class, List.of("-Dio.weft.library.path=/nowhere/weft"));
    assertTrue(out.contains("/nowhere/weft/libweft_java.so (io.weft.library.path): no such file"), out);
    out = runJava(OpenAtExit.class,
        List.of("-Djava.io.tmpdir=/nowhere/tmp", "-Djava.library.path=/nowhere"));
    assertTrue(out.contains("/nowhere/libweft_java.so (java.library.path): no such file"), out);
    assertTrue(out.contains("cannot be unpacked into /nowhere/tmp"), out);
  }

  /** Output and exit status of a JVM of its own. */
  private static String runJava(Class<?> program, List<String> flags, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(
        List.of(Paths.get(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx100m"));
    command.addAll(flags);
    command.addAll(List.of("-cp", place(Model.class) + java.io.File.pathSeparator + place(program),
        program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return out + process.waitFor();
  }

  // Where a class was compiled to; the module's tests are patched into it.
  private static Path place(Class<?> type) throws Exception {
    Path build = Paths.get(System.getProperty("weft.build"), "java");
    return build.resolve(type == Model.class ? "classes" : "test-classes");
  }
}
