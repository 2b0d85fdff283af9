// Folders of splits, with what meta.json declares.
#include <filesystem>

#include "core/error.h"
#include "core/os.h"
#include "text/json.h"
#include "text/jsonl_fields.h"
#include "text/quote.h"
#include "text/read.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

bool IsFile(const fs::path& path) {
  std::error_code ignored;  // what cannot be looked at is not there
  return fs::is_regular_file(path, ignored);
}

std::string FindSplit(const fs::path& folder, const std::string& split) {
  std::string found, looked_for;
  for (const char* ending : {".jsonl", ".conll", ".txt", ".json"}) {
    for (const char* packed : {"", ".gz"}) {
      const std::string name = split + ending + packed;
      const std::string path = (folder / name).string();
      looked_for += (looked_for.empty() ? "" : ", ") + name;
      if (!IsFile(path)) continue;
      Require(found.empty(), "split ", Quote(split), " could be ", found, " or ", path,
              "; name the file, or keep one");
      found = path;
    }
  }
  if (!found.empty()) return found;
  std::error_code ignored;
  const bool exists = fs::is_directory(folder, ignored);
  Fail(Status::kNotFound, "there is no split ", Quote(split), " in ", folder.string(),
       exists ? "" : ", which is no folder", "; looked for ", looked_for);
}

// BIO labels of WRENCH's meta.json, in its order.
std::vector<std::string> LabelsOfTypes(const std::vector<std::string>& types) {
  std::vector<std::string> labels = {"O"};
  for (const std::string& type : types) {
    labels.push_back("B-" + type);
    labels.push_back("I-" + type);
  }
  return labels;
}

// What the options leave open is taken from meta.json: "labels", "sources" and "scheme"; WRENCH
// says "entity_types" and "lf".
void ReadMeta(const std::string& path, CorpusOptions* options) {
  const std::string bytes = ReadFile(path);
  JsonDocument document;
  document.Parse(bytes, path, 1);
  std::vector<std::string> labels, sources, types, functions;
  ForEachMember(document.root(), "an object", [&](const JsonValue& key, const JsonValue& value) {
    if (value.is(JsonValue::Kind::kNull)) return;
    if (key.text() == "labels") FillStrings(value, "\"labels\"", &labels);
    if (key.text() == "sources") FillStrings(value, "\"sources\"", &sources);
    if (key.text() == "entity_types") FillStrings(value, "\"entity_types\"", &types);
    if (key.text() == "lf") FillStrings(value, "\"lf\"", &functions);
    if (key.text() == "scheme" && !options->scheme_declared) {
      options->scheme = SchemeFromName(value.text());
      options->scheme_declared = true;
    }
  });
  if (labels.empty() && !types.empty()) labels = LabelsOfTypes(types);
  if (sources.empty()) sources = functions;
  if (options->labels.empty()) options->labels = labels;
  if (options->sources.empty()) options->sources = sources;
}

}  // namespace

std::shared_ptr<const Corpus> ReadSplit(const std::string& folder, const std::string& split,
                                        const ReadOptions& options, ReadReport* report) {
  RequirePath(folder);
  const std::string path = FindSplit(folder, split);
  ReadOptions with_meta = options;
  const fs::path meta = fs::path(folder) / "meta.json";
  if (IsFile(meta)) ReadMeta(meta.string(), &with_meta.corpus);
  return ReadCorpus(path, with_meta, report);
}

}  // namespace weft
