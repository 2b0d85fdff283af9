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
  // What failures say of the place of the next piece.
  private int sentence = -1;
  private int token = -1;
  private int first;

  Text(int expectedCount, int expectedBytes) {
    bytes = new byte[Math.max(16, expectedBytes)];
    offsets = new int[Math.max(2, expectedCount + 1)];
  }

  /** The pieces of a list; {@code what} names one of them, {@code name} the list. */
  static Text of(List<String> pieces, String what, String name) {
    int expected = Arguments.notNull(pieces, name).size();
    Text text = new Text(expected, expected * 8);
    for (String piece : pieces) {
      text.add(piece, what);
    }
    return text;
  }

  /** What is added next belongs to this sentence, and to this token of it unless that is -1. */
  void at(int sentence, int token) {
    this.sentence = sentence;
    this.token = token;
    first = count;
  }

  private String place(String what) {
    return (sentence < 0 ? "" : "sentence " + sentence + ", ")
        + (token < 0 ? "" : "token " + token + ", ") + what + " " + (count - first);
  }

  /** Appends a piece; {@code what} names it where it is no text. */
  void add(String piece, String what) {
    if (piece == null) {
      throw Arguments.isNull(place(what));
    }
    int length = piece.length();
    long most = size + 3L * length;
    if (most > bytes.length) {
      grow(most);
    }
    int end = encode(piece, bytes, size);
    if (end < 0) {
      throw noText(place(what), end);
    }
    size = end;
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

  private static WeftException noText(String name, int end) {
    return new WeftException.InvalidArgument(name
        + " is not Unicode text: half a surrogate pair stands at character " + ~end);
  }

  /** Where the bytes end; where half a surrogate pair stands at character i, -1 - i. */
  private static int encode(String text, byte[] out, int at) {
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
          return ~i;
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
    if (Arguments.notNull(text, what).length() > (Integer.MAX_VALUE - 16) / 3) {
      throw new WeftException.Unsupported(what + " is longer than 700 million characters");
    }
    byte[] out = new byte[3 * text.length()];
    int end = encode(text, out, 0);
    if (end < 0) {
      throw noText(what, end);
    }
    return Arrays.copyOf(out, end);
  }

  static byte[] encodeOrNull(String text, String what) {
    return text == null ? null : encode(text, what);
  }

  static String decode(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
