package io.weft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tokens a second that a Java host decodes; tests/hosts/decode_bench.c tells the arguments. */
public final class DecodeBench {
  private static final int PASSES = 12; // the first ones warm the compiler up

  private DecodeBench() {}

  /**
   * Runs.
   *
   * @param arguments MODEL TOKENS BATCH THREADS
   * @throws Exception where something fails
   */
  public static void main(String[] arguments) throws Exception {
    List<List<String>> sentences = read(Paths.get(arguments[1]));
    int batch = Integer.parseInt(arguments[2]);
    int threads = Integer.parseInt(arguments[3]);
    long tokens = sentences.stream().mapToLong(List::size).sum();
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    double best = 0;
    long spans = 0;
    try (Model model = Model.load(Paths.get(arguments[0]))) {
      for (int pass = 0; pass < PASSES; ++pass) {
        long start = System.nanoTime();
        spans = pass(model, sentences, batch, threads, workers);
        best = Math.max(best, tokens / ((System.nanoTime() - start) * 1e-9));
      }
    }
    workers.shutdown();
    System.out.printf("%.0f %d%n", best, spans);
  }

  private static long pass(Model model, List<List<String>> sentences, int batch, int threads,
      ExecutorService workers) throws InterruptedException, ExecutionException {
    List<Future<Long>> shares = new ArrayList<>();
    for (int i = 0; i < threads; ++i) {
      List<List<String>> share = sentences.subList(sentences.size() * i / threads,
          sentences.size() * (i + 1) / threads);
      shares.add(workers.submit(() -> decode(model, share, batch)));
    }
    long spans = 0;
    for (Future<Long> share : shares) {
      spans += share.get();
    }
    return spans;
  }

  private static long decode(Model model, List<List<String>> sentences, int batch) {
    long spans = 0;
    try (Tagger tagger = new Tagger(model)) {
      for (int begin = 0; begin < sentences.size(); begin += batch) {
        int end = Math.min(sentences.size(), begin + batch);
        if (batch == 1) {
          spans += tagger.tag(sentences.get(begin)).spans().size();
          continue;
        }
        for (Tagging tagging : tagger.tagBatch(sentences.subList(begin, end))) {
          spans += tagging.spans().size();
        }
      }
    }
    return spans;
  }

  private static List<List<String>> read(Path path) throws IOException {
    List<List<String>> sentences = new ArrayList<>();
    List<String> sentence = new ArrayList<>();
    for (String line : Files.readAllLines(path)) {
      if (line.isEmpty()) {
        sentences.add(List.copyOf(sentence));
        sentence.clear();
      } else {
        sentence.add(line);
      }
    }
    return sentences;
  }
}
