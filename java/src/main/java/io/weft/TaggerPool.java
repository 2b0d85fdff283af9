package io.weft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Taggers of one model for a service: any number of threads may tag at once. */
public final class TaggerPool implements AutoCloseable {
  private static final int SENTENCES_OF_TASK = 250;

  private final List<Tagger> taggers = new ArrayList<>();
  private final BlockingQueue<Tagger> free;
  private final ExecutorService workers;

  /**
   * A pool.
   *
   * @param model that reads tokens
   * @param size taggers, and threads of {@link #tagAll}
   */
  public TaggerPool(Model model, int size) {
    if (size < 1) {
      throw new WeftException.InvalidArgument("a pool has at least 1 tagger, found " + size);
    }
    free = new ArrayBlockingQueue<>(size);
    for (int i = 0; i < size; ++i) {
      taggers.add(new Tagger(model));
    }
    free.addAll(taggers);
    workers = Executors.newFixedThreadPool(size, task -> {
      Thread thread = new Thread(task, "weft-tagger");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Tags one sentence on the calling thread; waits while all taggers are in use.
   *
   * @param tokens of it
   * @return labels and spans
   */
  public Tagging tag(List<String> tokens) {
    return tagBatch(List.of(tokens)).get(0);
  }

  /**
   * Tags sentences on the calling thread; waits while all taggers are in use.
   *
   * @param sentences lists of tokens
   * @return in the same order
   */
  public List<Tagging> tagBatch(List<? extends List<String>> sentences) {
    Tagger tagger;
    try {
      tagger = free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException.Cancelled("interrupted while it waited for a tagger", e);
    }
    try {
      return tagger.tagBatch(sentences);
    } finally {
      free.add(tagger);
    }
  }

  /**
   * Tags many sentences on all threads of the pool.
   *
   * @param sentences lists of tokens
   * @return in the same order
   */
  public List<Tagging> tagAll(List<? extends List<String>> sentences) {
    List<Future<List<Tagging>>> parts = new ArrayList<>();
    for (int begin = 0; begin < sentences.size(); begin += SENTENCES_OF_TASK) {
      List<? extends List<String>> part =
          sentences.subList(begin, Math.min(sentences.size(), begin + SENTENCES_OF_TASK));
      parts.add(workers.submit(() -> tagBatch(part)));
    }
    List<Tagging> all = new ArrayList<>(sentences.size());
    for (Future<List<Tagging>> part : parts) {
      all.addAll(result(part));
    }
    return Collections.unmodifiableList(all);
  }

  private static List<Tagging> result(Future<List<Tagging>> part) {
    try {
      return part.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException.Cancelled("interrupted while it waited for taggers", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      if (e.getCause() instanceof Error) {
        throw (Error) e.getCause();
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Closes the taggers. Calls that are inside end first. */
  @Override
  public void close() {
    workers.shutdown();
    for (Tagger tagger : taggers) {
      tagger.close();
    }
  }
}
