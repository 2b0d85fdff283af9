// What the two JSONL writers share: the members of a line's object that are no labels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// Builds one object. Members come in the order of the calls.
class JsonObjectWriter {
 public:
  explicit JsonObjectWriter(std::string* out) : out_(out) { *out_ += '{'; }
  /// Writes the key; what follows is the value.
  std::string* Key(std::string_view key);
  void Text(std::string_view key, std::string_view value);
  void Strings(std::string_view key, const std::vector<std::string>& values);
  void End() { *out_ += '}'; }

 private:
  std::string* out_;
  bool first_ = true;
};

/// id, document, text, tokens, offsets (in code points), columns and attributes.
void WriteCommon(const SentenceData& sentence, const std::vector<std::string>& column_names,
                 JsonObjectWriter* object);

/// ["A", null]: "" is null.
void AppendJsonLabels(const std::vector<std::string>& labels, std::string* out);

/// Offsets of one text in code points, asked for from left to right.
class CodePointCounter {
 public:
  explicit CodePointCounter(std::string_view text) : text_(text) {}
  int64_t At(int64_t byte);

 private:
  std::string_view text_;
  int64_t byte_ = 0;
  int64_t count_ = 0;
};

}  // namespace weft
