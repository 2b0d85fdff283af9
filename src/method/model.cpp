#include "method/model.h"

#include "core/error.h"

namespace weft {

void Decoder::Labels(int64_t s, Span<int32_t> labels) { Viterbi(Score(s), &workspace_, labels); }

const std::string& FindSection(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return section.bytes;
  }
  Fail(Status::kCorrupt, "the model has no section \"", name, "\"");
}

}  // namespace weft
