#include "method/model.h"

#include <algorithm>

#include "core/error.h"

namespace weft {

void Decoder::Bind(const Corpus& corpus) {
  scored_ = -1;
  Attach(corpus);
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

bool HasSection(const std::vector<Section>& sections, std::string_view name) {
  return std::any_of(sections.begin(), sections.end(),
                     [&](const Section& section) { return section.name == name; });
}

const std::string& FindSection(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return section.bytes;
  }
  Fail(Status::kCorrupt, "the model has no section \"", name, "\"");
}

}  // namespace weft
