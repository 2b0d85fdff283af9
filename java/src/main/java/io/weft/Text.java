package io.weft;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Text as it crosses into the library: UTF-8, end to end, with the offset of each piece. */
final class Text {
  private byte[] bytes;
  private int size;
  private int[] offsets;
  private int count;

  Text(int expectedCount, int expectedBytes) {
    bytes = new byte[Math.max(16, expectedBytes)];
    offsets = new int[Math.max(2, expectedCount + 1)];
  }

  static Text of(List<String> pieces, String what) {
    Text text = new Text(pieces.size(), pieces.size() * 8);
    for (String piece : pieces) {
      text.add(piece, what);
    }
    return text;
  }

  /** Appends a piece; {@code what} names it where it is no text. */
  void add(String piece, String what) {
    if (piece == null) {
      throw new WeftException.InvalidArgument(what + " " + count + " is null");
    }
    int length = piece.length();
    long most = size + 3L * length;
    if (most > bytes.length) {
      grow(most);
    }
    size = encode(piece, bytes, size, what, count);
    if (++count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    }
    offsets[count] = size;
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  int[] offsets() {
    return count + 1 == offsets.length ? offsets : Arrays.copyOf(offsets, count + 1);
  }

  private void grow(long least) {
    long wanted = Math.max(least, 2L * bytes.length);
    if (wanted > Integer.MAX_VALUE - 16) {
      wanted = Math.max(least, Integer.MAX_VALUE - 16);
    }
    if (wanted > Integer.MAX_VALUE - 16) {
      throw new WeftException.Unsupported("a batch holds at most 2 GB of text; use smaller ones");
    }
    bytes = Arrays.copyOf(bytes, (int) wanted);
  }

  private static int encode(String text, byte[] out, int at, String what, int index) {
    int length = text.length();
    for (int i = 0; i < length; ++i) {
      char c = text.charAt(i);
      if (c < 0x80) {
        out[at++] = (byte) c;
      } else if (c < 0x800) {
        out[at++] = (byte) (0xC0 | c >> 6);
        out[at++] = (byte) (0x80 | c & 0x3F);
      } else if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c) || i + 1 == length
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new WeftException.InvalidArgument(what + (index < 0 ? "" : " " + index)
              + " is not Unicode text: half a surrogate pair stands at character " + i);
        }
        int point = Character.toCodePoint(c, text.charAt(++i));
        out[at++] = (byte) (0xF0 | point >> 18);
        out[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        out[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        out[at++] = (byte) (0x80 | point & 0x3F);
      } else {
        out[at++] = (byte) (0xE0 | c >> 12);
        out[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        out[at++] = (byte) (0x80 | c & 0x3F);
      }
    }
    return at;
  }

  /** One text; {@code what} names it where it is none. */
  static byte[] encode(String text, String what) {
    if (text == null) {
      throw new WeftException.InvalidArgument(what + " is null");
    }
    if (text.length() > (Integer.MAX_VALUE - 16) / 3) {
      throw new WeftException.Unsupported(what + " is longer than 700 million characters");
    }
    byte[] out = new byte[3 * text.length()];
    return Arrays.copyOf(out, encode(text, out, 0, what, -1));
  }

  static byte[] encodeOrNull(String text, String what) {
    return text == null ? null : encode(text, what);
  }

  static String decode(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
