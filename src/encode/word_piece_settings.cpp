#include "encode/word_piece_settings.h"

#include <algorithm>

#include "core/error.h"
#include "encode/json_object.h"
#include "text/quote.h"

namespace weft {
namespace {

constexpr double kLongest = 1e9;  // "no bound" is written as 1e30

// Subclasses of BERT's that change nothing. (BertJapaneseTokenizer asks another tokenizer first.)
constexpr std::string_view kClasses[] = {"BertTokenizer",           "BertTokenizerFast",
                                         "DistilBertTokenizer",     "DistilBertTokenizerFast",
                                         "ElectraTokenizer",        "ElectraTokenizerFast",
                                         "PreTrainedTokenizerFast", "TokenizersBackend"};

// A text, or an object that has it as "content".
std::string SpecialToken(const JsonObject& json, std::string_view key,
                         const std::string& otherwise) {
  const JsonValue value = json.Find(key);
  std::string token = value.is(JsonValue::Kind::kObject)
                          ? JsonObject(value, "a special token").Text("content")
                          : json.Text(key, otherwise);
  if (token.empty()) FailExpected(value, StrCat("a token as ", Quote(key)));
  return token;
}

void RequireKnownClass(const JsonObject& json) {
  const std::string name = json.Text("tokenizer_class", kClasses[0]);
  if (std::find(std::begin(kClasses), std::end(kClasses), name) != std::end(kClasses)) return;
  Fail(Status::kUnsupported, json.Find("tokenizer_class").Where(),
       ": expected a tokenizer of BERT's (such as BertTokenizer or DistilBertTokenizer), found ",
       Quote(name));
}

std::vector<std::string> NeverSplit(const JsonObject& json) {
  std::vector<std::string> words;
  const JsonValue list = json.Find("never_split");
  if (list.is_unset()) return words;
  if (!list.is(JsonValue::Kind::kArray)) FailExpected(list, "a list as \"never_split\"");
  for (const JsonValue word : list) {
    if (!word.is(JsonValue::Kind::kString)) FailExpected(word, "words in \"never_split\"");
    words.emplace_back(word.text());
  }
  return words;
}

}  // namespace

WordPieceSettings ParseWordPieceSettings(std::string_view text, const std::string& file) {
  JsonDocument document;
  document.Parse(text, file, 1);
  const JsonObject json(document.root(), "a tokenizer's settings");
  RequireKnownClass(json);
  WordPieceSettings settings;
  settings.clean = json.Bool("do_basic_tokenize", true);
  settings.lower_case = json.Bool("do_lower_case", true);
  settings.split_chinese = json.Bool("tokenize_chinese_chars", true);
  settings.strip_accents = json.Bool("strip_accents", settings.lower_case);
  settings.unk = SpecialToken(json, "unk_token", settings.unk);
  settings.sep = SpecialToken(json, "sep_token", settings.sep);
  settings.pad = SpecialToken(json, "pad_token", settings.pad);
  settings.cls = SpecialToken(json, "cls_token", settings.cls);
  settings.mask = SpecialToken(json, "mask_token", settings.mask);
  settings.never_split = NeverSplit(json);
  const double longest = json.Number("model_max_length", 1, 1e300, kLongest);
  settings.longest = longest < kLongest ? static_cast<int64_t>(longest) : 0;
  return settings;
}

std::string WordPieceSettingsJson(const WordPieceSettings& settings) {
  std::string out = "{\"tokenizer_class\":\"BertTokenizer\"";
  const auto add_bool = [&](const char* key, bool value) {
    out += StrCat(",\"", key, "\":", value ? "true" : "false");
  };
  const auto add_text = [&](const char* key, const std::string& text) {
    out += StrCat(",\"", key, "\":");
    AppendJsonString(text, &out);
  };
  add_bool("do_basic_tokenize", settings.clean);
  add_bool("do_lower_case", settings.lower_case);
  add_bool("tokenize_chinese_chars", settings.split_chinese);
  add_bool("strip_accents", settings.strip_accents);
  add_text("unk_token", settings.unk);
  add_text("sep_token", settings.sep);
  add_text("pad_token", settings.pad);
  add_text("cls_token", settings.cls);
  add_text("mask_token", settings.mask);
  out += ",\"never_split\":[";
  for (size_t i = 0; i < settings.never_split.size(); ++i) {
    if (i > 0) out += ',';
    AppendJsonString(settings.never_split[i], &out);
  }
  out += ']';
  if (settings.longest > 0) out += StrCat(",\"model_max_length\":", settings.longest);
  return out + "}";
}

}  // namespace weft
