// What the command reaches on public corpora, next to what is asked of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace weft::testing {

struct Figure {
  enum Kind { kExactly, kAtLeast, kAtMost, kReported };
  std::string what;
  double value;
  Kind kind = kReported;
  double asked = 0;  ///< kExactly: to the four digits that people read
};

/// A measurement with one name.
struct Row {
  std::string name;
  std::vector<std::string> corpora;  ///< folders that must be there
  std::vector<Figure> (*measure)();
};

const std::vector<Row>& Rows();

std::vector<Figure> CrowdMajority();
std::vector<Figure> WrenchMajority();
std::vector<Figure> HmmOnRules();
std::vector<Figure> HmmOnCrowd();
std::vector<Figure> HmmOnSpecialists();
std::vector<Figure> CrfFromGold();
std::vector<Figure> CrfFromVotes();
std::vector<Figure> CrfChunking();
std::vector<Figure> CrfThreads();
std::vector<Figure> HmmTaggerOnTags();
std::vector<Figure> HiddenCrfOnCrowd();
std::vector<Figure> ActiveOnBrown();
std::vector<Figure> ActiveCrf();
std::vector<Figure> GermanNames();
std::vector<Figure> GermanNamesWithFew();
std::vector<Figure> GermanTags();
std::vector<Figure> TagCold();

/// Runs the command with --json and gives what it prints; throws where it fails.
nlohmann::json RunWeft(std::vector<std::string> words);
/// The same for `aggregate` on a split of a corpus.
nlohmann::json Aggregate(const std::string& corpus, const std::string& split,
                         std::vector<std::string> flags);
/// A path for a file that a row makes.
std::string ScratchPath(const std::string& name);

/// The number at a path such as "span.f1".
double At(const nlohmann::json& json, const std::string& path);

}  // namespace weft::testing
