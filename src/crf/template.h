// Feature templates: which attributes a token gets.
//
// The language, one template a line ("#" begins a comment):
//
//   token[0]                       the token's own text; a column by name, at an offset
//   token[-2..2]                   five templates, one for each offset
//   token[0]|lower                 a transform of it; transforms chain from left to right
//   token[0]|suffix(1..4)          four templates: the last 1, 2, 3, 4 code points; also prefix(…)
//   token[0]|shape                 "McDonald" → "XxXxxxxx"; |collapsed gives "XxXx"
//   token[0]|is(title)             present only where the flag holds; |flags is one template a flag
//   token[-1] & token[0]           a conjunction; absent if a part of it is absent
//   pos[-1] & token[0]|lower       "pos" is an extra column of the corpus
//   begin, end                     first, last token of a sentence; may stand in conjunctions
//   bias                           every token
//   near: token[-4..-1]|lower      with a name, what the line makes shares its attributes: the
//                                  same word at any of these offsets is the same attribute
//   attributes                     those that the corpus hands in ready-made
//   transitions                    label bigrams; without this line labels are independent
//
// Template files of CRF++ are read too: U01:%x[-1,0]/%x[0,1] (offset, column number) and B, which
// means `transitions`. Macros may carry transforms: %x[0,0]|lower. B with a macro (bigrams that
// depend on attributes) is refused with kUnsupported.
//
// Flags: title cap upper lower mixed digit has_digit hyphen punct initial (see transform.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "crf/transform.h"

namespace weft {

/// A column of the corpus, transformed. Computed once per token, whatever templates use it.
struct TemplateField {
  std::string column;        ///< by name, or
  int32_t column_index = 0;  ///< by number where the name is empty (0 is the token)
  std::vector<Transform> transforms;
  bool operator==(const TemplateField& o) const {
    return column == o.column && column_index == o.column_index && transforms == o.transforms;
  }
};

/// One part of a conjunction.
struct TemplatePart {
  enum class Kind : uint8_t { kField, kBegin, kEnd, kBias };
  Kind kind = Kind::kField;
  int32_t field = 0;   ///< index into TemplateSet::fields
  int32_t offset = 0;  ///< in tokens, relative to the current one
};

struct Template {
  int32_t name = 0;  ///< index into TemplateSet::names: what its attributes are told apart by
  std::vector<TemplatePart> parts;
};

struct TemplateSet {
  std::string text;  ///< what it was parsed from
  std::vector<TemplateField> fields;
  std::vector<Template> templates;
  std::vector<std::string> names;
  bool attributes = false;
  bool transitions = false;
};

/// Fails with kInvalidArgument, naming line and what was expected, or kUnsupported.
TemplateSet ParseTemplates(std::string_view text);

/// The templates that go by a name: "ner", "chunk", "word", "attributes".
const std::vector<std::string>& TemplatePresets();
std::string_view TemplatePreset(std::string_view name);

}  // namespace weft
