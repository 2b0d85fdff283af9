// figures [ROW…]: measures the rows of that name, or all. Status 0: nothing falls short; 1:
// something does; 77: there was no data for any.
#include "figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "support/data.h"
#include "support/process.h"

namespace weft::testing {
namespace {

constexpr int kSkipped = 77;

bool Holds(const Figure& figure) {
  switch (figure.kind) {
    case Figure::kExactly:
      return std::lround(figure.value * 1e4) == std::lround(figure.asked * 1e4);
    case Figure::kAtLeast:
      return figure.value >= figure.asked;
    case Figure::kAtMost:
      return figure.value <= figure.asked;
    case Figure::kReported:
      break;
  }
  return true;
}

void Print(const std::string& row, const Figure& figure) {
  constexpr const char* kSigns[] = {"= ", ">= ", "<= ", ""};
  std::printf("%-16s %-44s %10.4f", row.c_str(), figure.what.c_str(), figure.value);
  if (figure.kind != Figure::kReported) {
    std::printf("  asked %s%.4f  %s", kSigns[figure.kind], figure.asked,
                Holds(figure) ? "ok" : "MISSED");
  }
  std::printf("\n");
  std::fflush(stdout);
}

bool HasCorpora(const Row& row) {
  for (const std::string& corpus : row.corpora) {
    if (HasData(corpus)) continue;
    std::printf("%-16s skipped: no data (%s)\n", row.name.c_str(), DataFolder(corpus).c_str());
    return false;
  }
  return true;
}

// Whether nothing of the row falls short.
bool Measure(const Row& row) {
  bool good = true;
  try {
    for (const Figure& figure : row.measure()) {
      Print(row.name, figure);
      good = good && Holds(figure);
    }
  } catch (const std::exception& e) {
    std::printf("%-16s failed: %s\n", row.name.c_str(), e.what());
    return false;
  }
  return good;
}

}  // namespace

const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = {
      {"mv_crowd", {"conll-mturk"}, CrowdMajority},
      {"mv_wrench", {"wikigold-ws", "mit-restaurant-ws", "conll-ws"}, WrenchMajority},
      {"hmm_rules", {"wikigold-ws", "mit-restaurant-ws", "conll-ws"}, HmmOnRules},
      {"hmm_crowd", {"conll-mturk"}, HmmOnCrowd},
      {"hmm_specialists", {"bc5cdr-ws", "ncbi-disease-ws", "laptop-ws"}, HmmOnSpecialists},
      {"crf_gold", {"wikigold-ws"}, CrfFromGold},
      {"crf_votes", {"wikigold-ws"}, CrfFromVotes},
      {"crf_chunking", {"conll2000-chunk"}, CrfChunking},
      {"crf_threads", {"wikigold-ws"}, CrfThreads},
      {"hmm_tagger", {"pos"}, HmmTaggerOnTags},
      {"active_brown", {"pos"}, ActiveOnBrown},
      {"active_crf", {"pos"}, ActiveCrf},
      {"bitext_names",
       {"conll-ws", "ende-bitext", "europarl-ner-de", "germeval14-de"},
       GermanNames},
      {"bitext_few", {"conll-ws", "ende-bitext", "germeval14-de"}, GermanNamesWithFew},
      {"bitext_tags", {"ud-lines-en", "ende-bitext", "pud"}, GermanTags},
      {"nhcrf_crowd", {"conll-mturk", "glove-twitter-25d"}, HiddenCrfOnCrowd},
      {"tag_cold", {"wikigold-ws"}, TagCold}};
  return rows;
}

nlohmann::json RunWeft(std::vector<std::string> words) {
  words.insert(words.begin(), WEFT_COMMAND);
  words.insert(words.end(), {"--json", "--quiet"});
  const Outcome outcome = RunProcess(words);
  if (outcome.status != 0) throw std::runtime_error(outcome.err);
  return nlohmann::json::parse(outcome.out);
}

nlohmann::json Aggregate(const std::string& corpus, const std::string& split,
                         std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"aggregate", "--data", DataFolder(corpus), "--split", split});
  return RunWeft(std::move(flags));
}

std::string ScratchPath(const std::string& name) {
  std::filesystem::create_directories(WEFT_SCRATCH);
  return std::string(WEFT_SCRATCH) + "/" + name;
}

double At(const nlohmann::json& json, const std::string& path) {
  std::string pointer = "/" + path;
  for (char& c : pointer) c = c == '.' ? '/' : c;
  return json.at(nlohmann::json::json_pointer(pointer)).get<double>();
}

}  // namespace weft::testing

int main(int argc, char** argv) {
  using namespace weft::testing;
  const std::vector<std::string> names(argv + 1, argv + argc);
  bool good = true, measured = false;
  for (const Row& row : Rows()) {
    const bool chosen =
        names.empty() || std::find(names.begin(), names.end(), row.name) != names.end();
    if (!chosen || !HasCorpora(row)) continue;
    measured = true;
    good = Measure(row) && good;
  }
  if (!measured) return kSkipped;
  return good ? 0 : 1;
}
