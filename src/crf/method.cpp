#include "crf/method.h"

#include "crf/model.h"
#include "crf/options.h"
#include "crf/trainer.h"

namespace weft {

const Method& CrfMethod() {
  static const Method kMethod = {
      "crf",
      Method::Kind::kTagger,
      "linear-chain CRF over sparse features made by templates, or handed in",
      CrfOptions(),
      &TrainCrf,
      &CrfModel::Load,
  };
  return kMethod;
}

}  // namespace weft
