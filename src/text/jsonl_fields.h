// What the two JSONL formats share: the members of a line's object.
#pragma once

#include <string>
#include <vector>

#include "text/corpus.h"
#include "text/json.h"
#include "text/read.h"

namespace weft {

/// The known members of one line; those that are absent or null are kNull or unset.
struct JsonlFields {
  JsonValue id, doc, tokens, labels, weak, columns, attributes, embeddings, text, offsets, spans;

  /// Fails with kFormat where `root` is no object, a known member comes twice, or one that is not
  /// there seems to be meant by another's name.
  explicit JsonlFields(const JsonValue& root);
};

/// Fills what needs no labels: id, document, tokens, text, offsets, attributes, embeddings and
/// columns.
class JsonlCommon {
 public:
  JsonlCommon(const ReadOptions& options, CorpusBuilder* builder)
      : options_(options), builder_(builder) {}

  /// Tokens may be absent: `sentence->tokens` is empty then, and columns are not read.
  void Fill(const JsonlFields& fields, SentenceData* sentence);

 private:
  void FillColumns(const JsonValue& columns, SentenceData* sentence);
  void FillOffsets(const JsonValue& offsets, SentenceData* sentence);

  const ReadOptions& options_;
  CorpusBuilder* builder_;
  bool columns_known_ = false;
  std::vector<std::string> columns_;  ///< of the first sentence; all others must have the same
};

/// A list of texts. Fails with kFormat, naming `what`, where it is something else.
void FillStrings(const JsonValue& list, std::string_view what, std::vector<std::string>* strings);

/// Fails with kFormat where `value` is no whole number.
int64_t WholeNumber(const JsonValue& value, std::string_view expected);

/// Calls visit(key, value) for each member of an object; anything else fails.
template <typename Visit>
void ForEachMember(const JsonValue& object, std::string_view expected, const Visit& visit) {
  if (!object.is(JsonValue::Kind::kObject)) FailExpected(object, expected);
  for (auto item = object.begin(); item != object.end(); ++item) {
    const JsonValue key = *item;
    visit(key, *++item);
  }
}

/// Calls visit(item) for each item of a list; anything else fails.
template <typename Visit>
void ForEachItem(const JsonValue& list, std::string_view expected, const Visit& visit) {
  if (!list.is(JsonValue::Kind::kArray)) FailExpected(list, expected);
  for (JsonValue item : list) visit(item);
}

}  // namespace weft
