#include "text/jsonl_fields.h"

#include <algorithm>

#include "core/error.h"
#include "core/options.h"
#include "text/attribute_text.h"
#include "text/offset_table.h"
#include "text/quote.h"

namespace weft {
namespace {

using Kind = JsonValue::Kind;

bool Absent(const JsonValue& value) { return value.is_unset() || value.is(Kind::kNull); }

// Ids and document names may be written as numbers.
std::string NameOf(const JsonValue& value, std::string_view expected) {
  if (Absent(value)) return "";
  if (!value.is(Kind::kString) && !value.is(Kind::kNumber)) FailExpected(value, expected);
  return std::string(value.text());
}

void FillTokenAttributes(const JsonValue& list,
                         std::vector<std::pair<std::string, float>>* attributes) {
  if (list.is(Kind::kObject)) {
    ForEachMember(list, "attributes", [&](const JsonValue& name, const JsonValue& value) {
      if (!value.is(Kind::kNumber)) FailExpected(value, "an attribute's value, a number");
      attributes->emplace_back(name.text(), static_cast<float>(value.number()));
    });
    return;
  }
  ForEachItem(list, "a token's attributes, a list or an object", [&](const JsonValue& item) {
    attributes->emplace_back();
    if (item.is(Kind::kString) && ParseAttribute(item.text(), &attributes->back())) return;
    FailExpected(item, "an attribute, \"name\" or \"name:number\"");
  });
}

void FillEmbeddings(const JsonValue& list, SentenceData* sentence) {
  constexpr std::string_view kExpected = "\"embeddings\", a list of numbers per token";
  ForEachItem(list, kExpected, [&](const JsonValue& row) {
    if (!row.is(Kind::kArray)) FailExpected(row, kExpected);
    if (sentence->embeddings.empty()) sentence->embedding_width = row.size();
    if (row.size() != sentence->embedding_width || row.size() == 0) {
      const size_t wanted = sentence->embedding_width;
      Fail(Status::kFormat, row.Where(), ": expected ", wanted > 0 ? StrCat(wanted, " ") : "",
           "numbers for each token in \"embeddings\", found ", row.size());
    }
    for (JsonValue number : row) {
      if (!number.is(Kind::kNumber)) FailExpected(number, kExpected);
      sentence->embeddings.push_back(static_cast<float>(number.number()));
    }
  });
}

// One letter in three may be wrong: "label" for "labels", but not "sid" for "id".
bool IsMisspelt(std::string_view word, std::string_view name) {
  return EditDistance(word, name) <= name.size() / 3;
}

}  // namespace

int64_t WholeNumber(const JsonValue& value, std::string_view expected) {
  int64_t number = 0;
  if (!value.is(Kind::kNumber) || !ParseInt(value.text(), &number)) FailExpected(value, expected);
  return number;
}

JsonlFields::JsonlFields(const JsonValue& root) {
  const std::pair<std::string_view, JsonValue*> known[] = {
      {"tokens", &tokens},
      {"labels", &labels},
      {"weak", &weak},
      {"id", &id},
      {"doc", &doc},
      {"columns", &columns},
      {"text", &text},
      {"spans", &spans},
      {"offsets", &offsets},
      {"attributes", &attributes},
      {"embeddings", &embeddings},
  };
  std::vector<JsonValue> others;
  ForEachMember(root, "an object on every line", [&](const JsonValue& key, const JsonValue& value) {
    bool found = false;
    for (const auto& [name, field] : known) {
      if (key.text() != name) continue;
      found = true;
      if (!field->is_unset()) {
        Fail(Status::kFormat, key.Where(), ": member ", Quote(name), " comes twice");
      }
      *field = value;
    }
    if (!found) others.push_back(key);
  });
  // Other members are nobody's business, unless one must have been meant for a known one.
  for (const JsonValue& key : others) {
    for (const auto& [name, field] : known) {
      if (!field->is_unset() || !IsMisspelt(key.text(), name)) continue;
      Fail(Status::kFormat, key.Where(), ": there is no member ", Quote(key.text()),
           "; did you mean ", Quote(name), "?");
    }
  }
  for (const auto& [name, field] : known) {
    if (field->is(Kind::kNull)) *field = JsonValue();
  }
}

void FillStrings(const JsonValue& list, std::string_view what, std::vector<std::string>* strings) {
  if (!list.is(Kind::kArray)) FailExpected(list, StrCat(what, ", a list of texts"));
  strings->resize(list.size());  // keeps the memory of strings that are there
  size_t i = 0;
  for (JsonValue item : list) {
    if (!item.is(Kind::kString)) FailExpected(item, StrCat("text in ", what));
    (*strings)[i++] = item.text();
  }
}

void JsonlCommon::Fill(const JsonlFields& fields, SentenceData* sentence) {
  sentence->id = NameOf(fields.id, "an id, text or a number");
  sentence->starts_document = fields.doc.is(Kind::kBool) && fields.doc.text() == "true";
  sentence->document.clear();
  if (!sentence->starts_document) {
    sentence->document = NameOf(fields.doc, "a document's name (text or a number) or true");
  }
  sentence->tokens.clear();
  if (!fields.tokens.is_unset()) FillStrings(fields.tokens, "\"tokens\"", &sentence->tokens);
  sentence->text.clear();
  if (!fields.text.is_unset()) {
    if (!fields.text.is(Kind::kString)) FailExpected(fields.text, "\"text\" to be text");
    sentence->text = fields.text.text();
  }
  sentence->offsets.clear();
  if (!fields.offsets.is_unset()) FillOffsets(fields.offsets, sentence);
  if (!fields.tokens.is_unset()) FillColumns(fields.columns, sentence);
  sentence->embeddings.clear();
  sentence->embedding_width = 0;
  if (!fields.embeddings.is_unset()) FillEmbeddings(fields.embeddings, sentence);
  sentence->attributes.clear();
  if (!fields.attributes.is_unset()) {
    ForEachItem(fields.attributes, "\"attributes\", a list", [&](const JsonValue& item) {
      sentence->attributes.emplace_back();
      FillTokenAttributes(item, &sentence->attributes.back());
    });
  }
}

void JsonlCommon::FillOffsets(const JsonValue& offsets, SentenceData* sentence) {
  const OffsetTable table(sentence->text, options_.offset_unit);
  constexpr std::string_view kExpected = "offsets, a list of [begin, end] per token";
  ForEachItem(offsets, kExpected, [&](const JsonValue& pair) {
    int64_t bounds[2] = {-1, -1};
    size_t i = 0;
    if (!pair.is(Kind::kArray) || pair.size() != 2) FailExpected(pair, kExpected);
    for (JsonValue bound : pair) {
      bounds[i] = table.ToByte(WholeNumber(bound, "an offset, a whole number"));
      if (bounds[i++] < 0) FailExpected(bound, "an offset of a character of \"text\"");
    }
    sentence->offsets.push_back({bounds[0], bounds[1]});
  });
}

void JsonlCommon::FillColumns(const JsonValue& columns, SentenceData* sentence) {
  std::vector<std::string> names;
  if (!columns.is_unset()) {
    ForEachMember(
        columns, "\"columns\", an object of lists",
        [&](const JsonValue& name, const JsonValue&) { names.emplace_back(name.text()); });
  }
  if (!columns_known_) {
    columns_ = names;
    builder_->SetColumns(columns_);
    columns_known_ = true;
  }
  if (!std::is_permutation(names.begin(), names.end(), columns_.begin(), columns_.end())) {
    const auto list = [](const std::vector<std::string>& all) {
      std::string text;
      for (const std::string& name : all) text += (text.empty() ? "" : ", ") + Quote(name);
      return text.empty() ? "none" : text;
    };
    Fail(Status::kFormat, sentence->where, ": expected the columns of the first line (",
         list(columns_), "), found ", list(names));
  }
  sentence->columns.resize(columns_.size());
  if (columns.is_unset()) return;
  ForEachMember(columns, "columns", [&](const JsonValue& name, const JsonValue& value) {
    const auto at = std::find(columns_.begin(), columns_.end(), name.text()) - columns_.begin();
    FillStrings(value, StrCat("column ", Quote(name.text())),
                &sentence->columns[static_cast<size_t>(at)]);
  });
}

}  // namespace weft
