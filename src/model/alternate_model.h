// What alternate training yields: a tagger and an aggregator, which may read it as one more source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "method/model.h"

namespace weft {

/// By which of its parts such a model labels.
enum class AltDecode : uint8_t {
  kTagger = 0,
  kAggregator = 1,
  kFilled = 2,  ///< by both: model/filling_decoder.h
};

class AltModel : public Model {
 public:
  struct Parts {
    /// Of the same labels. Where the tagger is the best of a loop, the aggregator was fitted on
    /// what it said one loop before.
    std::shared_ptr<const Model> tagger, aggregator;
    /// The source that the tagger is to the aggregator; "": the aggregator does not read it.
    std::string source;
    bool hard = false;                    ///< that source votes for labels, not by distributions
    AltDecode best = AltDecode::kTagger;  ///< what decode=best decodes by
  };
  explicit AltModel(Parts parts) : parts_(std::move(parts)) {}
  static std::shared_ptr<Model> Load(const std::vector<Section>& sections, const LabelSet& labels);

  std::string_view method() const override { return "alt"; }
  /// Votes, where the aggregator has a part in decoding.
  Reads reads() const override {
    return decode() == AltDecode::kTagger ? Reads::kTokens : Reads::kVotes;
  }
  std::unique_ptr<Decoder> NewDecoder() const override;
  std::vector<Section> Save() const override;
  std::shared_ptr<Model> Copy() const override { return std::make_shared<AltModel>(*this); }
  std::vector<std::pair<std::string, std::string>> Describe() const override;
  std::vector<SourceEstimate> Sources() const override { return parts_.aggregator->Sources(); }

  const Parts& parts() const { return parts_; }

 private:
  AltDecode decode() const;
  std::unique_ptr<Decoder> NewAggregator(const Parts& parts) const;
  std::shared_ptr<const Model> Configured(std::shared_ptr<const Model> part) const;

  Parts parts_;
};

/// `corpus` with what the tagger says of it as votes of one more source: distributions, or labels.
std::shared_ptr<const Corpus> WithTagger(const Corpus& corpus, const std::string& source,
                                         const Model& tagger, bool hard, Executor* executor);

}  // namespace weft
