// WRENCH's JSON: {"0": {"label": [L], "weak_labels": [L][J], "data": {"text": [L tokens]}}, …}.
// Labels are names, or numbers whose names stand in label.json beside the file.
#include <filesystem>

#include "core/error.h"
#include "core/options.h"
#include "core/os.h"
#include "text/jsonl_fields.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

using Kind = JsonValue::Kind;

class WrenchReader {
 public:
  explicit WrenchReader(const ReadContext& context) : context_(context) {}

  std::shared_ptr<const Corpus> Read() {
    JsonDocument document;
    document.Parse(context_.bytes, context_.name, 1);
    const JsonValue root = document.root();
    constexpr std::string_view kExpected = "an object of sentences";
    CorpusOptions options = context_.options.corpus;
    NameSources(root, &options);
    CorpusBuilder builder(options, context_.name);
    ForEachMember(root, kExpected, [&](const JsonValue& key, const JsonValue& value) {
      FillSentence(key, value);
      AddSentence(context_, &sentence_, &builder);
    });
    return builder.Finish();
  }

 private:
  // Sources have numbers only; declared names stand for them in order.
  void NameSources(const JsonValue& root, CorpusOptions* options) {
    size_t count = 0;
    ForEachMember(root, "an object of sentences", [&](const JsonValue&, const JsonValue& value) {
      const JsonValue weak = Member(value, "weak_labels");
      if (weak.is(Kind::kArray) && weak.size() > 0) count = std::max(count, (*weak.begin()).size());
    });
    if (options->sources.empty()) {
      for (size_t j = 0; j < count; ++j) options->sources.push_back(StrCat("lf", j));
    }
    if (count > 0 && options->sources.size() != count) {
      Fail(Status::kFormat, context_.name, ": expected votes of the ", options->sources.size(),
           " declared sources, found ", count);
    }
    sources_ = options->sources;
  }

  static JsonValue Member(const JsonValue& object, std::string_view name) {
    JsonValue found;
    ForEachMember(object, "a sentence, an object",
                  [&](const JsonValue& key, const JsonValue& value) {
                    if (key.text() != name) return;
                    if (!found.is_unset()) {
                      Fail(Status::kFormat, key.Where(), ": member ", Quote(name), " comes twice");
                    }
                    found = value;
                  });
    return found.is(Kind::kNull) ? JsonValue() : found;
  }

  void FillSentence(const JsonValue& key, const JsonValue& value) {
    sentence_.id = key.text();
    sentence_.where = StrCat(key.Where(), ": sentence ", Quote(key.text()));
    const JsonValue data = Member(value, "data");
    if (data.is_unset()) Missing("\"data\" with \"text\", a list of tokens");
    const JsonValue text = Member(data, "text");
    if (text.is_unset()) Missing("\"text\", a list of tokens, in \"data\"");
    FillStrings(text, "\"text\"", &sentence_.tokens);
    sentence_.labels.clear();
    const JsonValue gold = Member(value, "label");
    if (!gold.is_unset()) {
      ForEachItem(gold, "\"label\", a list of labels",
                  [&](const JsonValue& item) { sentence_.labels.push_back(Label(item)); });
      if (sentence_.labels.empty() && !sentence_.tokens.empty()) {
        FailExpected(gold, "a label or null per token");
      }
    }
    FillVotes(Member(value, "weak_labels"));
  }

  void FillVotes(const JsonValue& weak) {
    sentence_.votes.clear();
    if (weak.is_unset() || sources_.empty()) return;
    for (const std::string& source : sources_) sentence_.votes.push_back({source, {}, {}});
    constexpr std::string_view kExpected =
        "\"weak_labels\", a list per token of a label per source";
    ForEachItem(weak, kExpected, [&](const JsonValue& token) {
      if (!token.is(Kind::kArray)) FailExpected(token, kExpected);
      if (token.size() != sources_.size()) {
        Fail(Status::kFormat, token.Where(), ": expected ", sources_.size(),
             " votes on a token, one per source, found ", token.size());
      }
      size_t j = 0;
      for (JsonValue item : token) sentence_.votes[j++].labels.push_back(Label(item));
    });
  }

  // "" for none: null, or −1 among numbers.
  std::string Label(const JsonValue& item) {
    if (item.is(Kind::kNull)) return "";
    if (item.is(Kind::kString)) {
      if (item.text().empty()) FailExpected(item, "a label, or null for none");
      return std::string(item.text());
    }
    const int64_t number = WholeNumber(item, "a label, its number, or null");
    if (number == -1) return "";
    if (names_.empty()) ReadNames(item);
    if (number < 0 || number >= static_cast<int64_t>(names_.size()) ||
        names_[static_cast<size_t>(number)].empty()) {
      FailExpected(item, "the number of a label in label.json");
    }
    return names_[static_cast<size_t>(number)];
  }

  void ReadNames(const JsonValue& item) {
    const std::string path = (std::filesystem::path(context_.folder) / "label.json").string();
    std::error_code ignored;  // what cannot be looked at is not there
    if (context_.folder.empty() || !std::filesystem::exists(path, ignored)) {
      Fail(Status::kFormat, item.Where(), ": label ", item.Describe(),
           " is a number, and there is no label.json beside the file to name it");
    }
    const std::string bytes = ReadFile(path);
    JsonDocument document;
    document.Parse(bytes, path, 1);
    constexpr std::string_view kExpected = "an object of label names by number";
    ForEachMember(document.root(), kExpected, [&](const JsonValue& key, const JsonValue& name) {
      int64_t number = -1;
      if (!ParseInt(key.text(), &number) || number < 0 || number > 1000000) {
        FailExpected(key, "the number of a label, from 0 to 1000000");
      }
      if (!name.is(Kind::kString) || name.text().empty()) FailExpected(name, "a label's name");
      if (static_cast<size_t>(number) >= names_.size())
        names_.resize(static_cast<size_t>(number) + 1);
      names_[static_cast<size_t>(number)] = name.text();
    });
    if (names_.empty()) Fail(Status::kFormat, path, ": expected names of labels, found none");
  }

  [[noreturn]] void Missing(std::string_view expected) const {
    Fail(Status::kFormat, sentence_.where, ": expected ", expected, ", found none");
  }

  const ReadContext& context_;
  std::vector<std::string> sources_;
  std::vector<std::string> names_;  // by number
  SentenceData sentence_;
};

}  // namespace

std::shared_ptr<const Corpus> ReadWrench(const ReadContext& context) {
  return WrenchReader(context).Read();
}

}  // namespace weft
