package io.weft;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Something that lives in the library. Closing it twice does nothing; using it after that throws
 * {@link WeftException.WrongState}; closing it while another thread uses it lets that call end.
 *
 * <p>Close what you made, best by try-with-resources. What it holds is native memory, of which the
 * garbage collector sees nothing: models, corpora and taggers that are dropped open are freed when
 * it next comes by, and a heap that is small beside them gives it no reason to come before the
 * machine's memory is full.
 */
public abstract class NativeObject implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final Use NONE = new Use(null, null, 0);

  private final Handle handle;
  private final Cleaner.Cleanable cleanable;
  private final ReentrantLock alone = new ReentrantLock();

  NativeObject(String what, long pointer, Handle.Free free) {
    handle = new Handle(what, pointer, free);
    cleanable = CLEANER.register(this, handle);
  }

  /** A call that is inside a native object, which stays alive until the call leaves. */
  static final class Use implements AutoCloseable {
    private final NativeObject object;
    private final ReentrantLock lock;
    final long pointer;

    private Use(NativeObject object, ReentrantLock lock, long pointer) {
      this.object = object;
      this.lock = lock;
      this.pointer = pointer;
    }

    @Override
    public void close() {
      if (object == null) {
        return;
      }
      object.handle.leave();
      if (lock != null) {
        lock.unlock();
      }
      Reference.reachabilityFence(object);
    }
  }

  /** Beside other calls: for what the C interface lets any number of threads use. */
  final Use use() {
    return new Use(this, null, handle.enter());
  }

  /** One call at a time; others wait. */
  final Use useAlone() {
    alone.lock();
    try {
      return new Use(this, alone, handle.enter());
    } catch (RuntimeException e) {
      alone.unlock();
      throw e;
    }
  }

  /** Of an argument that may be null. */
  static Use use(NativeObject object) {
    return object == null ? NONE : object.use();
  }

  static Use require(NativeObject object, String name) {
    return Arguments.notNull(object, name).use();
  }

  @Override
  public final void close() {
    cleanable.clean();
  }
}
