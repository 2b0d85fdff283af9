// make_toy_corpus FOLDER [SEED]: writes train, valid and test as JSONL, and meta.json beside them.

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/toy_sources.h"
#include "support/toy_text.h"

namespace weft::testing {
namespace {

using Json = nlohmann::ordered_json;

Json SentenceToJson(const std::string& id, const ToySentence& sentence, Random* random) {
  Json weak = Json::object();
  for (const ToySource& source : ToySources()) {
    const std::vector<std::string> votes = source.vote(sentence, random);
    if (!votes.empty()) weak[source.name] = votes;  // Missing: did not see this sentence.
  }
  return {{"id", id}, {"tokens", sentence.tokens}, {"labels", sentence.labels}, {"weak", weak}};
}

void WriteText(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path.string());
}

void WriteSplit(const std::filesystem::path& folder, const std::string& split, int count,
                Random* random) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    const std::string id = split + "-" + std::to_string(i);
    lines += SentenceToJson(id, MakeToySentence(random), random).dump() + "\n";
  }
  WriteText(folder / (split + ".jsonl"), lines);
}

void WriteMeta(const std::filesystem::path& folder) {
  Json meta = {{"labels", {"O"}}, {"sources", Json::array()}};
  for (const char* type : {"PER", "LOC", "ORG", "DATE"}) {
    meta["labels"].push_back(std::string("B-") + type);
    meta["labels"].push_back(std::string("I-") + type);
  }
  for (const ToySource& source : ToySources()) meta["sources"].push_back(source.name);
  WriteText(folder / "meta.json", meta.dump(2) + "\n");
}

}  // namespace
}  // namespace weft::testing

int main(int argc, char** argv) {
  using namespace weft::testing;
  if (argc < 2 || argc > 3 || argv[1][0] == '-') {
    std::cerr << "usage: make_toy_corpus FOLDER [SEED]\n";
    return 2;
  }
  try {
    weft::Random random(argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 1);
    std::filesystem::create_directories(argv[1]);
    WriteSplit(argv[1], "train", 1000, &random);
    WriteSplit(argv[1], "valid", 200, &random);
    WriteSplit(argv[1], "test", 300, &random);
    WriteMeta(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "make_toy_corpus: " << error.what() << "\n";
    return 1;
  }
}
