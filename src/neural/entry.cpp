// What libweft_neural shows to libweft.
#include <cstring>

#include "neural/conditional_model.h"
#include "neural/model.h"
#include "neural/plugin.h"
#include "neural/trainer.h"

namespace weft {
namespace {

std::unique_ptr<Trainer> Train(const std::string& method, TrainingInput input) {
  if (method == "nhcrf") return TrainNhcrf(std::move(input));
  if (method == "chmm" || method == "chmm-iid") return TrainChmm(method, std::move(input));
  return TrainNeuralCrf(method, std::move(input));
}

std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels) {
  return HasSection(sections, ConditionalModel::kSection) ? ConditionalModel::Load(sections, labels)
                                                          : NeuralModel::Load(sections, labels);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const NeuralPlugin* weft_neural_plugin(
    const char* build) {
  static const NeuralPlugin kPlugin = {&Train, &Load};
  return std::strcmp(build, BuildIdentity()) == 0 ? &kPlugin : nullptr;
}

}  // namespace weft
