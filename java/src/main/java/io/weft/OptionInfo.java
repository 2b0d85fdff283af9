package io.weft;

import java.util.List;

/**
 * What an option is.
 *
 * @param key its name
 * @param type what its value is
 * @param defaultValue as text
 * @param help one line
 * @param min least value, inclusive; negative infinity where there is no bound, NaN for no numbers
 * @param max greatest value, inclusive
 * @param choices the values that are allowed, where they are listed
 * @param prefix whether the key is a prefix, such as "o_means."; what follows it is a name from the
 *     data
 */
public record OptionInfo(String key, Type type, String defaultValue, String help, double min,
    double max, List<String> choices, boolean prefix) {
  /** What a value is. */
  public enum Type {
    /** true or false */
    BOOL,
    /** a whole number */
    INT,
    /** a number */
    FLOAT,
    /** any text */
    STRING,
    /** one of a list */
    CHOICE
  }
}
