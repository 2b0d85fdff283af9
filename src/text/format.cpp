// Which format a file is in.
#include <algorithm>

#include "core/error.h"
#include "text/json.h"
#include "text/lines.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

struct NamedFormat {
  Format format;
  const char* name;
};
constexpr NamedFormat kFormats[] = {
    {Format::kAuto, "auto"},     {Format::kConll, "conll"},
    {Format::kJsonl, "jsonl"},   {Format::kJsonlSpans, "jsonl-spans"},
    {Format::kWrench, "wrench"}, {Format::kAttributes, "attributes"},
    {Format::kLines, "lines"},
};

struct NamedEnding {
  const char* ending;
  Format format;
};
// .jsonl and .json are left to the bytes: with spans or without, one object or a sentence a line.
constexpr NamedEnding kEndings[] = {
    {".conll", Format::kConll},     {".conllu", Format::kConll}, {".iob", Format::kConll},
    {".bio", Format::kConll},       {".tsv", Format::kConll},    {".crfsuite", Format::kAttributes},
    {".attr", Format::kAttributes}, {".txt", Format::kConll},
};

bool EndsWith(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

// The names of the members of a line's object and whether the first holds an object; nothing where
// the line is not JSON by itself.
bool Members(std::string_view line, std::vector<std::string>* keys, bool* nested) {
  JsonDocument document;
  try {
    document.Parse(line, "", 1);
  } catch (const Error&) {
    return false;  // an object over several lines, or no JSON: the reader says what is wrong
  }
  if (!document.root().is(JsonValue::Kind::kObject)) return false;
  bool is_key = true;
  for (JsonValue item : document.root()) {
    if (is_key) keys->emplace_back(item.text());
    if (!is_key && keys->size() == 1) *nested = item.is(JsonValue::Kind::kObject);
    is_key = !is_key;
  }
  return true;
}

// `lines`: the name says that each line is an object.
Format FindJson(std::string_view bytes, bool lines) {
  Lines all(bytes);
  std::string_view line;
  while (all.Next(&line) && IsBlank(line)) {
  }
  std::vector<std::string> keys;
  bool nested = false;
  if (!Members(line, &keys, &nested)) return lines ? Format::kJsonl : Format::kWrench;
  const auto has = [&](const char* key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (has("tokens") && has("labels")) return Format::kJsonl;  // spans beside them say the same
  if (has("spans") || (has("text") && !has("tokens"))) return Format::kJsonlSpans;
  return nested && !lines && !has("tokens") ? Format::kWrench : Format::kJsonl;
}

}  // namespace

const char* FormatName(Format format) {
  for (const NamedFormat& known : kFormats) {
    if (known.format == format) return known.name;
  }
  return "";
}

Format FormatFromName(std::string_view name) {
  std::string all;
  for (const NamedFormat& known : kFormats) {
    if (name == known.name) return known.format;
    all += (all.empty() ? "" : ", ") + std::string(known.name);
  }
  Fail(Status::kInvalidArgument, "a format must be one of ", all, "; found ", Quote(name));
}

std::string_view BaseName(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  if (EndsWith(path, ".gz")) path.remove_suffix(3);
  return path;
}

Format FormatOfEnding(std::string_view file_name) {
  const std::string_view base = BaseName(file_name);
  for (const NamedEnding& known : kEndings) {
    if (EndsWith(base, known.ending)) return known.format;
  }
  return Format::kAuto;
}

Format FindFormat(std::string_view file_name, std::string_view bytes) {
  const Format format = FormatOfEnding(file_name);
  if (format != Format::kAuto) return format;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (bytes.substr(0, kMark.size()) == kMark) bytes.remove_prefix(kMark.size());
  const size_t first = bytes.find_first_not_of(" \t\r\n");
  const bool object = first != std::string_view::npos && bytes[first] == '{';
  const std::string_view base = BaseName(file_name);
  const bool lines = EndsWith(base, ".jsonl");
  return lines || object || EndsWith(base, ".json") ? FindJson(bytes, lines) : Format::kConll;
}

}  // namespace weft
