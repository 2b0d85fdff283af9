#include "neural/methods.h"

#include "neural/options.h"
#include "neural/plugin.h"

namespace weft {
namespace {

template <const Method& (*METHOD)()>
std::unique_ptr<Trainer> Train(TrainingInput input) {
  return OpenNeuralPlugin().train(METHOD().name, std::move(input));
}

// That the plug-in is missing must be known before an aggregator has run for an hour.
void Check(const Options& options) {
  CheckNeuralOptions(options);
  OpenNeuralPlugin();
}

std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels) {
  return OpenNeuralPlugin().load(sections, labels);
}

template <const Method& (*METHOD)()>
Method Make(const char* name, Method::Kind kind, const char* summary, OptionTable options) {
  Method method = {name, kind, summary, std::move(options), &Train<METHOD>, &Load};
  method.resumable = method.continues = true;
  method.check = &Check;
  return method;
}

}  // namespace

const Method& BilstmCrfMethod() {
  static const Method kMethod = Make<BilstmCrfMethod>(
      "bilstm-crf", Method::Kind::kTagger,
      "word vectors, letters and a bidirectional LSTM under a CRF, also over a frozen encoder",
      BilstmCrfOptions());
  return kMethod;
}

const Method& TransformerCrfMethod() {
  static const Method kMethod = Make<TransformerCrfMethod>(
      "transformer-crf", Method::Kind::kTagger,
      "a pre-trained encoder, of the BERT family or in TorchScript, under a CRF",
      TransformerCrfOptions());
  return kMethod;
}

const Method& NhcrfMethod() {
  static const Method kMethod = [] {
    Method method = Make<NhcrfMethod>(
        "nhcrf", Method::Kind::kTagger,
        "Neural-Hidden-CRF: either encoder under a CRF that learns from all sources' votes at once",
        NhcrfOptions());
    method.labels_from = {"mv", "hard"};
    method.continues = false;
    return method;
  }();
  return kMethod;
}

const Method& ChmmMethod() {
  static const Method kMethod = Make<ChmmMethod>(
      "chmm", Method::Kind::kAggregator,
      "conditional HMM: transition and confusion matrices of each token from its embedding",
      ChmmOptions("chmm"));
  return kMethod;
}

const Method& ChmmIidMethod() {
  static const Method kMethod = Make<ChmmIidMethod>(
      "chmm-iid", Method::Kind::kAggregator,
      "chmm without its chain: the labels of each token by themselves", ChmmOptions("chmm-iid"));
  return kMethod;
}

}  // namespace weft
