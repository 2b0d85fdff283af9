// The seam between libweft and libweft_neural, which holds all that needs LibTorch and is opened
// when the first neural method or model is asked for. Both come from one build: they share the
// classes of the rooms above this one, and whoever opens checks that the other was built with it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "method/model.h"

namespace weft {

/// What the plug-in offers.
struct NeuralPlugin {
  std::unique_ptr<Trainer> (*train)(const std::string& method, TrainingInput input);
  std::shared_ptr<Model> (*load)(const std::vector<Section>& sections, const LabelSet& labels);
};

/// Of the plug-in; null where `build` is not the build that it is of.
extern "C" const NeuralPlugin* weft_neural_plugin(const char* build);

/// Identifies a build: version, compiler, and when the project was configured.
const char* BuildIdentity();

/// Opens the plug-in once: beside libweft, then in the folder WEFT_NEURAL_PATH, then by the
/// loader's own search. Fails with kUnsupported, naming every path tried and what was wrong there.
/// It is never closed.
const NeuralPlugin& OpenNeuralPlugin();

}  // namespace weft
