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
        scorer_(*model_),
        transitions_(model_->network().MakeTransitions(
            model_->option("constrained", "true") == "true" ? &rules_ : nullptr,
            model_->number("transition_scale", 1))) {}

  std::vector<std::string> Warnings() const override { return scorer_.Warnings(); }

 protected:
  void Attach(const Corpus& corpus) override { Attach(corpus, model_->Read(corpus)); }
  void AttachWith(const Decoder& twin, const Corpus& corpus) override {
    Attach(corpus, static_cast<const NeuralDecoder&>(twin).input_);
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
  void Attach(const Corpus& corpus, std::shared_ptr<const EncoderInput> input) {
    corpus_ = &corpus;
    input_ = std::move(input);
    scorer_.Bind(corpus, input_);
    begin_ = end_ = 0;
  }

  std::shared_ptr<const NeuralModel> model_;
  std::shared_ptr<const EncoderInput> input_;
  const TransitionRules rules_;
  NetworkScorer scorer_;
  const Transitions transitions_;
  const Corpus* corpus_ = nullptr;
  int64_t begin_ = 0, end_ = 0;  // sentences in emissions_
  std::vector<double> emissions_;
  Lattice lattice_;
};

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
  std::vector<Section> sections = network_->Save();
  if (sources_) {
    std::vector<int32_t> o_means;
    for (const OMeans means : sources_->settings.o_means) {
      o_means.push_back(static_cast<int32_t>(means));
    }
    sections.push_back(
        {"sources", ToSection(sources_->settings.sources, o_means, sources_->settings.redundancy,
                              sources_->shares, sources_->tokens, sources_->labels)});
  }
  return sections;
}

std::shared_ptr<Model> NeuralModel::Load(const std::vector<Section>& sections,
                                         const LabelSet& labels) {
  std::shared_ptr<const TaggerNetwork> network = TaggerNetwork::Load(sections, labels.size());
  std::shared_ptr<HiddenSources> sources;
  if (network->has_sources()) {
    sources = std::make_shared<HiddenSources>();
    std::vector<int32_t> o_means;
    FromSection(FindSection(sections, "sources"), "sources", sources->settings.sources, o_means,
                sources->settings.redundancy, sources->shares, sources->tokens, sources->labels);
    const size_t count = sources->settings.sources.size();
    const auto slots = static_cast<size_t>(network->slots());
    sources->settings.contexts = slots == count ? 1 : 2;
    bool right = (slots == count || slots == 2 * count) && o_means.size() == count &&
                 sources->shares.size() == count &&
                 (sources->settings.redundancy.empty() ||
                  sources->settings.redundancy.size() == count * count) &&
                 sources->tokens.size() == count &&
                 sources->labels.size() == slots * static_cast<size_t>(labels.size());
    for (const int32_t means : o_means) {
      right &= means >= 0 && means <= static_cast<int32_t>(OMeans::kAbstainIfAny);
      sources->settings.o_means.push_back(static_cast<OMeans>(means));
    }
    if (!right) Fail(Status::kCorrupt, "the model's sources do not fit together");
  }
  return std::make_shared<NeuralModel>(std::move(network), std::move(sources));
}

HiddenDecode NeuralModel::decode() const {
  const std::string decode = option("decode", "tokens");
  return !sources_ || decode == "tokens" ? HiddenDecode::kTokens
         : decode == "marginal"          ? HiddenDecode::kMarginal
                                         : HiddenDecode::kVotes;
}

std::vector<std::pair<std::string, std::string>> NeuralModel::Describe() const {
  auto facts = network_->encoder().Describe();
  if (const EncoderReference* reference = network_->reference()) {
    facts.emplace_back("encoder_folder", reference->path + " (the model file refers to it)");
  }
  facts.emplace_back("parameters", StrCat(network_->parameters().NumValues()));
  if (sources_) facts.emplace_back("sources", StrCat(sources_->settings.sources.size()));
  return facts;
}

std::vector<SourceEstimate> NeuralModel::Sources() const {
  std::vector<SourceEstimate> estimates;
  if (!sources_) return estimates;
  const auto k = static_cast<size_t>(network_->labels());
  const int32_t outside = labels().Find("O");
  const std::unique_ptr<SourceWeights> weights =
      network_->NewSourceWeights(sources_->settings, outside);
  const VoteShape& shape = weights->shape();
  const std::vector<double> votes_weigh = WeighSources(sources_->settings);
  for (int32_t j = 0; j < shape.sources; ++j) {
    const auto source = static_cast<size_t>(j);
    std::vector<double> counts((k + 1) * k, 0.0);
    for (int32_t slot = j * shape.contexts; slot < (j + 1) * shape.contexts; ++slot) {
      const double* labels = sources_->labels.data() + static_cast<size_t>(slot) * k;
      for (size_t n = 0; n < k; ++n) {
        const double* p = weights->probabilities(slot, static_cast<int32_t>(n));
        for (size_t i = 0; i < k; ++i) counts[n * k + i] += labels[i] * p[i];
      }
    }
    estimates.emplace_back();
    estimates.back().name = sources_->settings.sources[source];
    estimates.back().weight = votes_weigh[source] * shape.weight;
    JudgeSource(counts, k, outside, sources_->tokens[source], &estimates.back());
  }
  return estimates;
}

}  // namespace weft
