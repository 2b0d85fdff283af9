package io.weft;

/** A native object: freed once, and never while a call is inside it. */
final class Handle implements Runnable {
  interface Free {
    void free(long pointer);
  }

  private final String what;
  private final long pointer;
  private final Free free;
  private int inside;
  private boolean closed;

  Handle(String what, long pointer, Free free) {
    this.what = what;
    this.pointer = pointer;
    this.free = free;
  }

  synchronized long enter() {
    if (closed) {
      throw new WeftException.WrongState(Status.CLOSED, "the " + what + " is closed");
    }
    ++inside;
    return pointer;
  }

  void leave() {
    boolean last;
    synchronized (this) {
      last = --inside == 0 && closed;
    }
    if (last) {
      free.free(pointer);
    }
  }

  /** Closes. Where calls are inside, the last to leave frees. */
  @Override
  public void run() {
    boolean empty;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      empty = inside == 0;
    }
    if (empty) {
      free.free(pointer);
    }
  }
}
