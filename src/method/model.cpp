#include "method/model.h"

#include <algorithm>

#include "core/error.h"

namespace weft {

void Decoder::Bind(const Corpus& corpus, const Decoder* twin) {
  scored_ = -1;
  twin ? AttachWith(*twin, corpus) : Attach(corpus);
}

const Lattice& Decoder::Score(int64_t s) {
  if (s != scored_) {
    scored_ = -1;
    scored_lattice_ = &ScoreSentence(s);
    scored_ = s;
  }
  return *scored_lattice_;
}

void Decoder::Labels(int64_t s, Span<int32_t> labels) { Viterbi(Score(s), &workspace_, labels); }

std::string Model::option(const std::string& key, const char* fallback) const {
  const auto found = options_.find(key);
  return found == options_.end() ? fallback : found->second;
}

double Model::number(const std::string& key, double fallback) const {
  double value = fallback;
  const auto found = options_.find(key);
  if (found != options_.end() && !ParseDouble(found->second, &value)) {
    Fail(Status::kCorrupt, "the model's option ", key, " is no number: \"", found->second, "\"");
  }
  return value;
}

std::vector<Section> Trainer::Save() const {
  Fail(Status::kUnsupported, "a run of ", progress().phase, " cannot be saved");
}

void Trainer::Restore(std::vector<Section> /*sections*/) {
  Fail(Status::kUnsupported, "a run of ", progress().phase, " cannot be restored");
}

void StopByDevelopment(Options* options) {
  constexpr std::pair<const char*, const char*> kChoices[] = {
      {"stop", "dev_f1"}, {"patience", "10"}, {"weights_from", "dev"}};
  for (const auto& [key, value] : kChoices) {
    if (!options->table().Find(key)) continue;
    // A longer patience of the method's own stays.
    const bool stops = std::string_view(key) == "patience" && options->GetInt(key) >= 10;
    if (!options->IsSet(key) && !stops) options->Set(key, value);
    return;
  }
}

bool HasSection(const std::vector<Section>& sections, std::string_view name) {
  return std::any_of(sections.begin(), sections.end(),
                     [&](const Section& section) { return section.name == name; });
}

const std::string& FindSection(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return section.bytes;
  }
  Fail(Status::kCorrupt, "there is no section \"", name, "\"");
}

}  // namespace weft
