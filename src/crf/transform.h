// What a feature template can make of one token's text: lower case, affixes, word shapes, flags.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// One step from text to text, or from text to "holds" / "does not hold".
struct Transform {
  enum class Kind : uint8_t {
    kLower,      ///< lower case, code point by code point
    kShape,      ///< X upper, x lower, a other letter, d digit; anything else stands for itself
    kCollapsed,  ///< the shape with runs of one symbol cut to one: "McDonald" → "XxXx"
    kPrefix,     ///< the first `count` code points; absent where the text is shorter
    kSuffix,     ///< the last `count` code points; absent where the text is shorter
    kIs,         ///< the empty text where `flag` holds; absent elsewhere
  };
  /// Facts about a word that kIs asks for. "Cased" letters are upper, lower or title case.
  enum class Flag : uint8_t {
    kTitle,     ///< upper case first, the rest lower case ("Paris")
    kCap,       ///< upper case first ("McDonald")
    kUpper,     ///< every cased letter is upper case, and there is one ("U.S.")
    kLower,     ///< every cased letter is lower case, and there is one
    kMixed,     ///< an upper-case letter after a lower-case one ("iPhone")
    kDigit,     ///< digits alone
    kHasDigit,  ///< a digit and something else
    kHyphen,    ///< a hyphen or dash
    kPunct,     ///< neither a letter nor a digit in it
    kInitial,   ///< one upper-case letter and a point ("J.")
  };
  static constexpr int kNumFlags = 10;

  Kind kind = Kind::kLower;
  int32_t count = 0;         // kPrefix, kSuffix
  Flag flag = Flag::kTitle;  // kIs
  bool operator==(const Transform& o) const {
    return kind == o.kind && count == o.count && flag == o.flag;
  }
};

/// The name of a flag in templates: "title", "cap", ….
const char* FlagName(Transform::Flag flag);

/// Applies `transforms` in order to `text` (valid UTF-8) and appends the outcome to `out`. Returns
/// false, with `out` as it was, where the outcome is absent.
bool ApplyTransforms(const std::vector<Transform>& transforms, std::string_view text,
                     std::string* out);

/// Byte length of the first `count` code points of `text`, or npos where it has fewer.
size_t PrefixBytes(std::string_view text, int32_t count);
/// Byte offset of the last `count` code points of `text`, or npos where it has fewer.
size_t SuffixBegin(std::string_view text, int32_t count);

}  // namespace weft
