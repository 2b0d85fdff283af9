#include "neural/model.h"

#include "core/error.h"
#include "method/archive.h"
#include "method/decode.h"
#include "weak/vote_model.h"

namespace weft {
namespace {

class NeuralDecoder : public Decoder {
 public:
  explicit NeuralDecoder(std::shared_ptr<const NeuralModel> model)
      : model_(std::move(model)),
        rules_(SchemeRules(model_->labels(), model_->scheme())),
        scorer_(model_->network(), model_->sources(), model_->labels()),
        transitions_(model_->network().MakeTransitions(
            model_->network().options().GetBool("constrained") ? &rules_ : nullptr)) {}

  std::vector<std::string> Warnings() const override { return scorer_.Warnings(); }

 protected:
  void Attach(const Corpus& corpus) override {
    corpus_ = &corpus;
    scorer_.Bind(corpus, model_->Read(corpus));
    begin_ = end_ = 0;
  }

  const Lattice& ScoreSentence(int64_t s) override {
    if (s < begin_ || s >= end_) {
      begin_ = s - s % kDecodeChunk;
      end_ = std::min(corpus_->num_sentences(), begin_ + kDecodeChunk);
      scorer_.Score(begin_, end_, &emissions_);
    }
    const auto words = static_cast<size_t>(corpus_->begin(s) - corpus_->begin(begin_));
    lattice_.length = corpus_->length(s);
    lattice_.labels = transitions_.labels();
    lattice_.emissions = emissions_.data() + words * static_cast<size_t>(transitions_.labels());
    lattice_.transitions = &transitions_;
    return lattice_;
  }

 private:
  std::shared_ptr<const NeuralModel> model_;
  const TransitionRules rules_;
  NetworkScorer scorer_;
  const Transitions transitions_;
  const Corpus* corpus_ = nullptr;
  int64_t begin_ = 0, end_ = 0;  // sentences in emissions_
  std::vector<double> emissions_;
  Lattice lattice_;
};

DType StoredAs(const Options& options) {
  const std::string& store = options.GetString("store");
  return store == "f16" ? DType::kF16 : store == "bf16" ? DType::kBF16 : DType::kF32;
}

}  // namespace

NeuralModel::NeuralModel(std::shared_ptr<const TaggerNetwork> network,
                         std::shared_ptr<const HiddenSources> sources, CorpusReading read)
    : network_(std::move(network)), sources_(std::move(sources)), read_(std::move(read)) {}

std::shared_ptr<const EncoderInput> NeuralModel::Read(const Corpus& corpus) const {
  return &corpus == read_.corpus.get() ? read_.input : network_->encoder().Read(corpus);
}

std::unique_ptr<Decoder> NeuralModel::NewDecoder() const {
  return std::make_unique<NeuralDecoder>(
      std::static_pointer_cast<const NeuralModel>(shared_from_this()));
}

std::vector<Section> NeuralModel::Save() const {
  std::vector<Section> sections = network_->Save(StoredAs(network_->options()));
  if (sources_) {
    std::vector<int32_t> o_means;
    for (const OMeans means : sources_->settings.o_means) {
      o_means.push_back(static_cast<int32_t>(means));
    }
    sections.push_back({"sources", ToSection(sources_->settings.sources, o_means, sources_->shares,
                                             sources_->tokens, sources_->labels,
                                             static_cast<int32_t>(sources_->decode))});
  }
  return sections;
}

std::shared_ptr<Model> NeuralModel::Load(const std::vector<Section>& sections,
                                         const LabelSet& labels) {
  std::shared_ptr<const TaggerNetwork> network = TaggerNetwork::Load(sections, labels.size());
  std::shared_ptr<HiddenSources> sources;
  if (network->sources() > 0) {
    sources = std::make_shared<HiddenSources>();
    std::vector<int32_t> o_means;
    int32_t decode = 0;
    FromSection(FindSection(sections, "sources"), "sources", sources->settings.sources, o_means,
                sources->shares, sources->tokens, sources->labels, decode);
    const auto count = static_cast<size_t>(network->sources());
    bool right = sources->settings.sources.size() == count && o_means.size() == count &&
                 sources->shares.size() == count && sources->tokens.size() == count &&
                 sources->labels.size() == count * static_cast<size_t>(labels.size()) &&
                 decode >= 0 && decode <= 2;
    for (const int32_t means : o_means) {
      right &= means >= 0 && means <= static_cast<int32_t>(OMeans::kAbstainIfAny);
      sources->settings.o_means.push_back(static_cast<OMeans>(means));
    }
    if (!right) Fail(Status::kCorrupt, "the model's sources do not fit together");
    sources->decode = static_cast<HiddenDecode>(decode);
  }
  return std::make_shared<NeuralModel>(std::move(network), std::move(sources));
}

std::vector<std::pair<std::string, std::string>> NeuralModel::Describe() const {
  auto facts = network_->encoder().Describe();
  facts.emplace_back("weights", StrCat(network_->parameters().NumValues()));
  if (sources_) facts.emplace_back("sources", StrCat(network_->sources()));
  return facts;
}

std::vector<SourceEstimate> NeuralModel::Sources() const {
  std::vector<SourceEstimate> estimates;
  if (!sources_) return estimates;
  const auto k = static_cast<size_t>(network_->labels());
  const int32_t outside = labels().Find("O");
  SourceWeights weights(network_->sources(), network_->labels(), true);
  weights.Set(network_->source_weights());
  for (int32_t j = 0; j < network_->sources(); ++j) {
    const auto source = static_cast<size_t>(j);
    std::vector<double> counts((k + 1) * k, 0.0);
    for (size_t n = 0; n < k; ++n) {
      for (size_t i = 0; i < k; ++i) {
        counts[n * k + i] =
            sources_->labels[source * k + i] * weights.probabilities(j, static_cast<int32_t>(n))[i];
      }
    }
    estimates.emplace_back();
    estimates.back().name = sources_->settings.sources[source];
    JudgeSource(counts, k, outside, sources_->tokens[source], &estimates.back());
  }
  return estimates;
}

}  // namespace weft
