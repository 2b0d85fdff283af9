#include "neural/encoder_reference.h"

#include <algorithm>
#include <string_view>

#include "method/archive.h"

namespace weft {
namespace {

constexpr std::string_view kSection = "encoder.folder", kPrefix = "encoder.";

std::string HashOf(const Parameter& parameter) {
  const at::Tensor value = parameter.value.to(at::kCPU).contiguous();
  return ContentHash({reinterpret_cast<const char*>(value.data_ptr<float>()), value.nbytes()});
}

}  // namespace

bool EncoderReference::Has(const Parameter& parameter) const {
  const auto there = weights.find(parameter.name);
  return there != weights.end() && there->second == HashOf(parameter);
}

void EncoderReference::Replace(std::vector<Section>* sections) const {
  // The vocabulary of a BiLSTM over the encoder is none of the folder's.
  const auto of_folder = [](const Section& section) {
    return section.name.compare(0, kPrefix.size(), kPrefix) == 0 && section.name != "encoder.words";
  };
  sections->erase(std::remove_if(sections->begin(), sections->end(), of_folder), sections->end());
  sections->push_back({std::string(kSection), ToSection(path, files)});
}

std::unique_ptr<EncoderFolder> EncoderReference::Find(const std::vector<Section>& sections,
                                                      std::string* path) {
  if (!HasSection(sections, kSection)) return nullptr;
  FileHashes files;
  FromSection(FindSection(sections, kSection), kSection, *path, files);
  return std::make_unique<EncoderFolder>(EncoderFolder::Find(*path, std::move(files)));
}

std::shared_ptr<const EncoderReference> ReferTo(const EncoderFolder& folder,
                                                const std::string& path,
                                                const Parameters& parameters, size_t first) {
  auto reference = std::make_shared<EncoderReference>();
  reference->path = path;
  reference->files = folder.files();
  for (size_t i = first; i < parameters.size(); ++i) {
    reference->weights[parameters[i].name] = HashOf(parameters[i]);
  }
  return reference;
}

}  // namespace weft
