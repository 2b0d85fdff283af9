#include "support/toy_sources.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace weft::testing {
namespace {

using Labels = std::vector<std::string>;

Labels AllOutside(const ToySentence& sentence) { return Labels(sentence.tokens.size(), "O"); }

// Labels tokens [begin, end) as one span.
void Mark(size_t begin, size_t end, const std::string& type, Labels* labels) {
  for (size_t i = begin; i < end; ++i) (*labels)[i] = (i == begin ? "B-" : "I-") + type;
}

bool Capitalised(const std::string& word) {
  return std::isupper(static_cast<unsigned char>(word.front())) != 0;
}

// What a gazetteer knows: all but every third entry.
std::set<std::string> TwoThirds(const std::vector<std::string>& words) {
  std::set<std::string> known;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i % 3 != 1) known.insert(words[i]);
  }
  return known;
}

// Knows cities, and takes every word that is spelled like one for a place.
Labels PlaceList(const ToySentence& sentence, Random*) {
  static const std::set<std::string> known = TwoThirds(ToyCities());
  Labels labels = AllOutside(sentence);
  for (size_t i = 0; i < labels.size(); ++i) {
    if (known.count(sentence.tokens[i]) > 0) Mark(i, i + 1, "LOC", &labels);
  }
  return labels;
}

// Knows first names; a capitalised word behind one is a surname.
Labels NameList(const ToySentence& sentence, Random*) {
  static const std::set<std::string> known = TwoThirds(ToyFirstNames());
  Labels labels = AllOutside(sentence);
  for (size_t i = 0; i < labels.size(); ++i) {
    if (known.count(sentence.tokens[i]) == 0) continue;
    const bool surname = i + 1 < labels.size() && Capitalised(sentence.tokens[i + 1]);
    Mark(i, surname ? i + 2 : i + 1, "PER", &labels);
  }
  return labels;
}

// "X Corp", "X United", "University of X".
Labels CompanyPattern(const ToySentence& sentence, Random*) {
  static const std::set<std::string> suffixes = {"Corp", "Group", "Bank", "Airways", "United"};
  Labels labels = AllOutside(sentence);
  for (size_t i = 0; i < labels.size(); ++i) {
    if (i > 0 && suffixes.count(sentence.tokens[i]) > 0) Mark(i - 1, i + 1, "ORG", &labels);
    if (i + 2 < labels.size() && sentence.tokens[i] == "University") {
      Mark(i, i + 3, "ORG", &labels);
    }
  }
  return labels;
}

// "3 May 1998", and every word that ends in "day".
Labels DatePattern(const ToySentence& sentence, Random*) {
  const auto& months = ToyMonths();
  Labels labels = AllOutside(sentence);
  for (size_t i = 0; i < labels.size(); ++i) {
    const std::string& word = sentence.tokens[i];
    if (word.size() > 3 && word.compare(word.size() - 3, 3, "day") == 0) {
      Mark(i, i + 1, "DATE", &labels);
    }
    const bool month = std::find(months.begin(), months.end(), word) != months.end();
    if (month && i > 0 && i + 1 < labels.size()) Mark(i - 1, i + 2, "DATE", &labels);
  }
  return labels;
}

// Every run of capitalised words is an organisation: finds much, types it badly.
Labels CapitalPattern(const ToySentence& sentence, Random*) {
  Labels labels = AllOutside(sentence);
  for (size_t i = 1; i < labels.size();) {
    size_t end = i;
    while (end < labels.size() && Capitalised(sentence.tokens[end])) ++end;
    Mark(i, end, "ORG", &labels);
    i = end + 1;
  }
  return labels;
}

struct Entity {
  size_t begin;
  size_t end;
  std::string type;
};

std::vector<Entity> Entities(const Labels& labels) {
  std::vector<Entity> entities;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (labels[i][0] == 'B') entities.push_back({i, i + 1, labels[i].substr(2)});
    if (labels[i][0] == 'I') entities.back().end = i + 1;
  }
  return entities;
}

// How one person works: the share of sentences seen, and of entities overlooked, cut short, and
// given another type.
struct Habits {
  double seen;
  double overlooked;
  double cut;
  double mistyped;
};

Labels CrowdWorker(const ToySentence& sentence, const Habits& habits, Random* random) {
  static const std::vector<std::string> types = {"PER", "LOC", "ORG", "DATE"};
  if (random->Uniform() >= habits.seen) return {};
  Labels labels = AllOutside(sentence);
  for (Entity entity : Entities(sentence.labels)) {
    if (random->Uniform() < habits.overlooked) continue;
    if (random->Uniform() < habits.cut && entity.end - entity.begin > 1) --entity.end;
    if (random->Uniform() < habits.mistyped) entity.type = types[random->Below(types.size())];
    Mark(entity.begin, entity.end, entity.type, &labels);
  }
  return labels;
}

// Finds people and places and swaps them, as a rule does whose author mixed up two columns.
Labels Contrary(const ToySentence& sentence, Random* random) {
  Labels labels = AllOutside(sentence);
  for (const Entity& entity : Entities(sentence.labels)) {
    if (random->Uniform() < 0.4) continue;
    if (entity.type == "PER") Mark(entity.begin, entity.end, "LOC", &labels);
    if (entity.type == "LOC") Mark(entity.begin, entity.end, "PER", &labels);
  }
  return labels;
}

ToySource Worker(const std::string& name, const Habits& habits) {
  return {name, [habits](const ToySentence& sentence, Random* random) {
            return CrowdWorker(sentence, habits, random);
          }};
}

}  // namespace

const std::vector<ToySource>& ToySources() {
  static const std::vector<ToySource> sources = {{"place-list", PlaceList},
                                                 {"name-list", NameList},
                                                 {"company-pattern", CompanyPattern},
                                                 {"date-pattern", DatePattern},
                                                 {"capital-pattern", CapitalPattern},
                                                 Worker("worker-ana", {0.4, 0.10, 0.05, 0.05}),
                                                 Worker("worker-bo", {0.4, 0.20, 0.10, 0.10}),
                                                 Worker("worker-cy", {0.3, 0.30, 0.15, 0.30}),
                                                 {"contrary", Contrary}};
  return sources;
}

}  // namespace weft::testing
