// A trained neural tagger.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "method/model.h"
#include "neural/hidden_crf.h"
#include "neural/network.h"
#include "weak/votes.h"

namespace weft {

/// What scores a label beside the transitions (papers' hidden CRF; others: kTokens).
enum class HiddenDecode : int32_t {
  kTokens,    ///< E: the classifier alone
  kMarginal,  ///< E + Σ_j logsumexp π^(j): the model's own p(t | x)
  kVotes      ///< E + Σ_j π^(j)[:, y^j]: p(t | x, y)
};

/// The hidden CRF's part of a model.
struct HiddenSources {
  VoteSettings settings;
  std::vector<double> shares;  ///< [J]: of the training sentences, how many each source annotated
  std::vector<double> tokens;  ///< [J]: of those sentences
  std::vector<double>
      labels;  ///< [slots, K]: how many of them that it voted on had which first label
};

class NeuralModel : public Model {
 public:
  /// `sources` null: no hidden CRF. `read`: what need not be read again to be decoded.
  NeuralModel(std::shared_ptr<const TaggerNetwork> network,
              std::shared_ptr<const HiddenSources> sources, CorpusReading read = {});
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  std::string_view method() const override { return network_->method(); }
  Reads reads() const override { return Reads::kTokens; }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<NeuralModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;
  std::vector<SourceEstimate> Sources() const override;

  const TaggerNetwork& network() const { return *network_; }
  const HiddenSources* sources() const { return sources_.get(); }
  HiddenDecode decode() const;
  /// As the network's encoder reads it.
  std::shared_ptr<const EncoderInput> Read(const Corpus& corpus) const;

 private:
  std::shared_ptr<const TaggerNetwork> network_;
  std::shared_ptr<const HiddenSources> sources_;
  const CorpusReading read_;
};

/// Scores sentences in batches of a pass.
class NetworkScorer {
 public:
  /// Borrows the model.
  explicit NetworkScorer(const NeuralModel& model);
  void Bind(const Corpus& corpus, std::shared_ptr<const EncoderInput> input);
  /// Emission scores of sentences [begin, end) into `emissions` [words, K]. Fails with kCorrupt
  /// where one is not finite.
  void Score(int64_t begin, int64_t end, std::vector<double>* emissions);
  std::vector<std::string> Warnings() const;

 private:
  void AddSources(int64_t s, double* emissions);

  const NeuralModel& model_;
  const TaggerNetwork& network_;
  const double scale_;
  const Corpus* corpus_ = nullptr;
  std::shared_ptr<const EncoderInput> input_;
  std::unique_ptr<SourceWeights> weights_;
  std::unique_ptr<VoteReader> reader_;
  std::vector<double> expected_log_sums_;  // [stride]
  std::vector<double> rows_;               // [patterns, stride]
};

}  // namespace weft
