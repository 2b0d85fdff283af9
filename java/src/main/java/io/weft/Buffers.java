package io.weft;

/** Bytes that the library writes into a buffer of ours. */
final class Buffers {
  static final int MOST = Integer.MAX_VALUE - 16;

  interface Write {
    /** Fills the buffer if it is large enough; returns the size that is wanted. */
    long write(byte[] buffer);
  }

  private Buffers() {}

  static byte[] fill(Write write) {
    byte[] buffer = new byte[0];
    while (true) {
      long size = write.write(buffer);
      if (size == buffer.length) {
        return buffer;
      }
      if (size > MOST) {
        throw new WeftException.Unsupported("an array of Java cannot hold " + size + " bytes");
      }
      buffer = new byte[(int) size];
    }
  }
}
