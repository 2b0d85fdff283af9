// What libweft_neural shows to libweft.
#include <cstring>

#include "neural/model.h"
#include "neural/plugin.h"
#include "neural/trainer.h"

namespace weft {
namespace {

std::unique_ptr<Trainer> Train(const std::string& method, TrainingInput input) {
  return method == "nhcrf" ? TrainNhcrf(std::move(input))
                           : TrainNeuralCrf(method, std::move(input));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const NeuralPlugin* weft_neural_plugin(
    const char* build) {
  static const NeuralPlugin kPlugin = {&Train, &NeuralModel::Load};
  return std::strcmp(build, BuildIdentity()) == 0 ? &kPlugin : nullptr;
}

}  // namespace weft
