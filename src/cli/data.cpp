#include "data.h"

#include <filesystem>
#include <set>

#include "output.h"
#include "settings.h"
#include "system.h"

namespace weft::cli {
namespace {

bool IsFolder(const std::string& path) {
  std::error_code ignored;  // What cannot be looked at is no folder; reading it says why.
  return std::filesystem::is_directory(path, ignored);
}

// Splits are words; what has a slash or a point is the path of a file.
bool IsPath(const std::string& part) { return part.find_first_of("/.") != std::string::npos; }

// "B-PER" is of the type PER; what is no tag is a type by itself.
std::set<std::string> TypesOf(const Corpus& corpus) {
  std::set<std::string> types;
  for (size_t y = 0; y < corpus.labels(); ++y) {
    const std::string label(corpus.label(y));
    const bool tag = label.size() > 2 && label[1] == '-';
    types.insert(tag ? label.substr(2) : label);
  }
  return types;
}

// The types that `a` has and `b` has not, between blanks.
std::string Missing(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::string missing;
  for (const std::string& type : a) {
    if (type != "O" && b.count(type) == 0) missing += (missing.empty() ? "" : " ") + type;
  }
  return missing;
}

// Fewer types than another part has may be chance; where each has its own, a map is missing.
void NoteOddLabels(const std::vector<Corpus>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t j = i + 1; j < parts.size(); ++j) {
      const std::set<std::string> a = TypesOf(parts[i]), b = TypesOf(parts[j]);
      const std::string only_a = Missing(a, b), only_b = Missing(b, a);
      if (a.empty() || b.empty() || only_a.empty() || only_b.empty()) continue;
      PrintNote("weft: what is trained on has labels of two kinds: one part alone has " + only_a +
                ", another " + only_b + "; option label_map makes them the same\n");
    }
  }
}

}  // namespace

void NoteUnknownLabels(const Corpus& train, const Corpus& dev) {
  const std::string unknown = Missing(TypesOf(dev), TypesOf(train));
  if (unknown.empty()) return;
  PrintNote("weft: the development corpus has labels that are not trained on: " + unknown +
            "; option label_map of reading makes them the same\n");
}

std::string DataFlags::part() const {
  return split.empty() && IsFolder(data) ? default_split : split;
}

void AddDataFlags(CLI::App* app, DataFlags* flags) {
  app->add_option("--data,-d", flags->data,
                  "A folder with splits (train, valid, test), one file, or - for standard input")
      ->type_name("PATH")
      ->required();
  const std::string& split = flags->default_split;
  app->add_option("--split,-s", flags->split,
                  "Which split of the folder" + (split.empty() ? "" : "; " + split + " by default"))
      ->type_name("SPLIT");
}

Options ReadingOptions(const std::vector<std::string>& settings) {
  Options reading = NewOptions("read");
  ApplySettings(settings, "--read", &reading);
  return reading;
}

Corpus ReadPart(const std::string& data, const std::string& part, const Options& reading) {
  if (part == "-" || (part.empty() && data == "-")) {
    return Corpus::ReadMemory(ReadAllOfStandardInput(), "standard input", &reading);
  }
  if (IsPath(part)) return Corpus::Read(part, &reading);
  if (part.empty() && IsFolder(data)) {
    throw UsageError(data + " is a folder: --split is expected, such as train, valid or test");
  }
  if (part.empty()) return Corpus::Read(data, &reading);
  if (!IsFolder(data)) {
    throw UsageError(data + " is no folder and has no split \"" + part + "\"");
  }
  return Corpus::ReadSplit(data, part, &reading);
}

void RequireOutIsNoInput(const char* flag, const std::string& data, const std::string& part,
                         const char* out_flag, const std::string& out) {
  if (IsPath(part)) return RequireDifferentFiles({{flag, part}, {out_flag, out}});
  if (!IsFolder(data)) return RequireDifferentFiles({{flag, data}, {out_flag, out}});
  if (part.empty()) return;
  for (const char* ending : {".jsonl", ".conll", ".txt", ".json"}) {  // what a split may be
    for (const char* packed : {"", ".gz"}) {
      RequireDifferentFiles({{flag, data + "/" + part + ending + packed}, {out_flag, out}});
    }
  }
}

Corpus ReadData(const DataFlags& flags, const Common& common) {
  return ReadPart(flags.data, flags.part(), ReadingOptions(common.read));
}

Corpus Joined(std::vector<Corpus> parts, const Common& common) {
  if (parts.size() == 1) return std::move(parts[0]);
  if (!common.quiet) NoteOddLabels(parts);
  std::vector<const Corpus*> all;
  for (const Corpus& part : parts) all.push_back(&part);
  return Corpus::Join(all);
}

std::string DataName(const std::string& data, const std::string& part) {
  if (part == "-" || (part.empty() && data == "-")) return "standard input";
  if (part.empty()) return data;
  return IsPath(part) ? part : data + " " + part;
}

std::optional<Corpus> ReadDevelopment(const std::string& data, const std::string& part,
                                      const Options& reading) {
  if (part == "none") return std::nullopt;
  if (!part.empty() && !IsPath(part) && part != "-" && data.empty()) {
    throw UsageError("--dev " + part +
                     " is a split of --data's folder; without --data expected the " +
                     "path of a file");
  }
  if (!part.empty()) return ReadPart(data, part, reading);
  if (!IsFolder(data)) return std::nullopt;
  try {
    Corpus corpus = Corpus::ReadSplit(data, "valid", &reading);
    if (corpus.has_gold()) return corpus;
  } catch (const error& e) {
    if (e.status() != WEFT_NOT_FOUND) throw;
  }
  return std::nullopt;
}

Result DecodeData(const Model& model, const Corpus& corpus, const Common& common, int32_t want) {
  Tagger tagger(model);
  tagger.SetThreads(common.threads);
  return tagger.Decode(corpus, want);
}

std::string ReadAllOfStandardInput() {
  std::string bytes;
  constexpr size_t kStep = 1 << 16;
  while (true) {
    const size_t size = bytes.size();
    bytes.resize(size + kStep);
    const size_t got = ReadStandardInput(&bytes[size], kStep);
    bytes.resize(size + got);
    if (got == 0) return bytes;
  }
}

}  // namespace weft::cli
