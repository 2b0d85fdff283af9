package io.weft;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Taggers of one model for a service: any number of threads may tag at once. Its own threads are
 * daemons, and end when they have had nothing to do for some seconds.
 */
public final class TaggerPool implements AutoCloseable {
  private static final int SENTENCES_OF_TASK = 250;
  private static final int IDLE_SECONDS = 2;

  private final List<Tagger> taggers = new ArrayList<>();
  private final BlockingQueue<Tagger> free;
  private final ThreadPoolExecutor workers;
  private int inside;
  private boolean closed;

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
    try {
      for (int i = 0; i < size; ++i) {
        taggers.add(new Tagger(model));
      }
    } catch (RuntimeException e) {
      taggers.forEach(Tagger::close);
      throw e;
    }
    free = new ArrayBlockingQueue<>(size, false, taggers);
    workers = new ThreadPoolExecutor(size, size, IDLE_SECONDS, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), task -> {
          Thread thread = new Thread(task, "weft-tagger");
          thread.setDaemon(true);
          return thread;
        });
    // Threads that wait for ever would keep a pool alive that nobody has any more.
    workers.allowCoreThreadTimeOut(true);
  }

  /**
   * Tags one sentence on the calling thread; waits while all taggers are in use.
   *
   * @param tokens of it
   * @return labels and spans
   */
  public Tagging tag(List<String> tokens) {
    return tagSentences(Sentences.ofOne(tokens)).get(0);
  }

  /**
   * Tags sentences on the calling thread; waits while all taggers are in use.
   *
   * @param sentences lists of tokens
   * @return in the same order
   */
  public List<Tagging> tagBatch(Collection<? extends List<String>> sentences) {
    return tagSentences(Sentences.of(sentences));
  }

  private List<Tagging> tagSentences(Sentences sentences) {
    return inside(() -> withTagger(tagger -> tagger.tagSentences(sentences)));
  }

  /**
   * Tags a text on the calling thread; waits while all taggers are in use.
   *
   * @param text one sentence
   * @return labels and spans, with offsets into the text
   */
  public Tagging tagText(String text) {
    return inside(() -> withTagger(tagger -> tagger.tagText(text)));
  }

  /**
   * Tags texts on the calling thread; waits while all taggers are in use.
   *
   * @param texts whole sentences
   * @return in the same order
   */
  public List<Tagging> tagTexts(Collection<String> texts) {
    return inside(() -> withTagger(tagger -> tagger.tagTexts(texts)));
  }

  /**
   * Tags many sentences on all threads of the pool. Interrupting the caller takes back what has not
   * begun.
   *
   * @param sentences lists of tokens
   * @return in the same order
   * @throws WeftException.Cancelled where the caller is interrupted, as it stays then
   */
  public List<Tagging> tagAll(Collection<? extends List<String>> sentences) {
    Sentences all = Sentences.of(sentences);
    return inside(() -> {
      List<Future<List<Tagging>>> parts = new ArrayList<>();
      for (int begin = 0; begin < all.size(); begin += SENTENCES_OF_TASK) {
        Sentences part = all.part(begin, Math.min(all.size(), begin + SENTENCES_OF_TASK));
        parts.add(workers.submit(() -> withTagger(tagger -> tagger.tagSentences(part))));
      }
      try {
        List<Tagging> taggings = new ArrayList<>(all.size());
        for (Future<List<Tagging>> part : parts) {
          taggings.addAll(result(part));
        }
        return Collections.unmodifiableList(taggings);
      } finally {
        parts.forEach(part -> part.cancel(false));
      }
    });
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

  private <T> T withTagger(Function<Tagger, T> call) {
    Tagger tagger;
    try {
      tagger = free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeftException.Cancelled("interrupted while it waited for a tagger", e);
    }
    try {
      return call.apply(tagger);
    } finally {
      free.add(tagger);
    }
  }

  private <T> T inside(Supplier<T> call) {
    synchronized (this) {
      if (closed) {
        throw new WeftException.WrongState(Status.CLOSED, "the tagger pool is closed");
      }
      ++inside;
    }
    try {
      return call.get();
    } finally {
      synchronized (this) {
        --inside;
        release();
      }
    }
  }

  private synchronized void release() {
    if (closed && inside == 0) {
      workers.shutdown();
      taggers.forEach(Tagger::close);
      notifyAll();
    }
  }

  /**
   * Closes the taggers. Calls that are inside end first, and this waits for them, unless its thread
   * is interrupted: then the last of them closes. Later calls are refused.
   */
  @Override
  public synchronized void close() {
    closed = true;
    release();
    try {
      while (inside > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
