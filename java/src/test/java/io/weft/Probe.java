package io.weft;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What a test can only see in a process of its own. */
final class Probe {
  private static final List<String> SENTENCE = List.of("Ada", "Lovelace", "in", "London");

  private Probe() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "misuse":
        misuse();
        break;
      case "many-calls":
        manyCalls(Integer.parseInt(arguments[1]));
        break;
      case "load":
        load();
        load();
        break;
      case "two-loaders":
        loadIn(apart());
        loadIn(apart());
        break;
      default:
        throw new IllegalArgumentException("there is no probe " + arguments[0]);
    }
  }

  // Closes what another thread is decoding with, closes it again, uses it after that; then leaves
  // handles of every kind open, one of them in use.
  private static void misuse() throws Exception {
    Model model = Toy.train("crf");
    Corpus corpus = Toy.corpus();
    Options options = new Options("crf");
    Trainer trainer = Trainer.of(options, corpus);
    trainer.step();
    CorpusBuilder builder = new CorpusBuilder().sentence(List.of("left", "open"));

    Tagger closed = new Tagger(model);
    Thread refused = decodeForEver(closed);
    closed.close();
    closed.close();
    refused.join();
    try {
      closed.tag(SENTENCE);
    } catch (WeftException.WrongState e) {
      System.out.println(e.getMessage());
    }

    Tagger open = new Tagger(model);
    Evaluation evaluation = open.evaluate(corpus, Evaluation.Mode.STRICT);
    decodeForEver(open);
    System.gc();
    System.out.println("in use at exit");
    List.of(model, options, trainer, builder, evaluation).forEach(Object::hashCode);
  }

  /** A thread that decodes until it is refused. It has begun. */
  private static Thread decodeForEver(Tagger tagger) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread = new Thread(() -> {
      try {
        while (true) {
          tagger.tagBatch(Collections.nCopies(100, SENTENCE));
          begun.countDown();
        }
      } catch (WeftException.WrongState e) {
        if (e.status() != Status.CLOSED) {
          throw e;
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
    begun.await();
    return thread;
  }

  /** Prints by how many bytes the process grew in the later half of many calls. */
  private static void manyCalls(int calls) throws IOException {
    try (Model model = Toy.train("crf"); Tagger tagger = new Tagger(model);
        Corpus corpus = Toy.corpus()) {
      call(calls / 2, tagger, model, corpus);
      long before = residentBytes();
      call(calls / 2, tagger, model, corpus);
      System.out.println(residentBytes() - before);
    }
  }

  /** As many calls of tag, and a tenth as many of each kind that returns texts, arrays or handles. */
  private static void call(int calls, Tagger tagger, Model model, Corpus corpus) {
    for (int i = 0; i < calls; ++i) {
      tagger.tag(SENTENCE);
      if (i % 10 == 0) {
        model.metadata("none");
        model.labels();
        corpus.tokens(i % 6);
        corpus.gold(i % 6);
        corpus.toBytes("jsonl");
        corpus.tokenOffsets();
        tagger.tagText("Ada Lovelace in London \uD83D\uDE42");
        tagger.tagCorpus(corpus);
        tagger.decode(corpus, Tagger.Want.values()).marginals();
        try (Evaluation scores = tagger.evaluate(corpus, Evaluation.Mode.STRICT)) {
          scores.json();
        }
      }
    }
  }

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
      }
    }
    throw new IOException("no VmRSS");
  }

  /** A loader that shares nothing with this one's. */
  private static ClassLoader apart() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  private static void loadIn(ClassLoader loader) throws Exception {
    Class<?> probe = Class.forName(Probe.class.getName(), true, loader);
    Method main = probe.getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) new String[] {"load"});
  }

  private static boolean failed;

  private static void load() {
    try {
      System.out.println(Methods.version());
    } catch (WeftException.NoNativeLibrary e) {
      System.out.println(failed ? "again " + e.status() : e.status() + " " + e.getMessage());
      failed = true;
    }
  }
}
