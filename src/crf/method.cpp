#include "crf/method.h"

#include "crf/model.h"
#include "crf/options.h"
#include "crf/trainer.h"

namespace weft {
namespace {

template <const Method& (*METHOD)()>
std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels) {
  return CrfModel::Load(METHOD().name, sections, labels);
}

}  // namespace

const Method& CrfMethod() {
  static const Method kMethod = {
      "crf",
      Method::Kind::kTagger,
      "linear-chain CRF over sparse features made by templates, or handed in",
      CrfOptions(),
      &TrainCrf,
      &Load<CrfMethod>,
  };
  return kMethod;
}

const Method& GeMethod() {
  static const Method kMethod = [] {
    Method method = {
        "ge",
        Method::Kind::kTagger,
        "linear-chain CRF by generalized expectation criteria: gold labels where there "
        "are any, and votes as expectations of its marginals (CLiPPER)",
        GeOptions(),
        &TrainGe,
        &Load<GeMethod>};
    method.gold_and_votes = true;
    return method;
  }();
  return kMethod;
}

}  // namespace weft
