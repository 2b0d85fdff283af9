// Pools of sentences, and models whose lattices a test hands in.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "active/pool.h"
#include "core/random.h"
#include "method/model.h"
#include "support/random_lattice.h"

namespace weft::testing {

/// Words that tell of their tags, mostly; each sentence is labelled whole with chance `labelled`.
/// Some are empty.
inline std::shared_ptr<const Corpus> RandomCorpus(int64_t sentences, double labelled,
                                                  uint64_t seed) {
  Random random(seed);
  CorpusOptions options;
  options.labels = {"A", "B", "C"};
  options.scheme_declared = true;
  options.scheme = Scheme::kPlain;
  CorpusBuilder builder(options, "random");
  for (int64_t s = 0; s < sentences; ++s) {
    SentenceData sentence;
    const uint64_t length = random.Below(7);
    const bool has_labels = random.Uniform() < labelled;
    for (uint64_t t = 0; t < length; ++t) {
      const uint64_t word = random.Below(30);
      const uint64_t label = random.Uniform() < 0.8 ? word % 3 : random.Below(3);
      sentence.tokens.push_back("w" + std::to_string(word));
      sentence.labels.push_back(has_labels ? options.labels[label] : "");
    }
    builder.Add(sentence);
  }
  return builder.Finish();
}

/// Gold labels of all tokens, from a corpus like that with everything labelled.
inline std::vector<int32_t> RandomGold(int64_t sentences, uint64_t seed) {
  return RandomCorpus(sentences, 1.1, seed)->data().gold;
}

/// Scores sentence s by lattice s.
class LatticeModel : public Model {
 public:
  explicit LatticeModel(std::vector<std::unique_ptr<OwnedLattice>> lattices)
      : lattices_(std::move(lattices)) {}
  std::string_view method() const override { return "lattices"; }
  Reads reads() const override { return Reads::kTokens; }
  std::vector<Section> Save() const override { return {}; }
  std::shared_ptr<Model> Copy() const override { return nullptr; }
  std::unique_ptr<Decoder> NewDecoder() const override {
    class LatticeDecoder : public Decoder {
     public:
      explicit LatticeDecoder(const LatticeModel& model) : model_(model) {}

     protected:
      void Attach(const Corpus&) override {}
      const Lattice& ScoreSentence(int64_t s) override { return model_.lattice(s); }

     private:
      const LatticeModel& model_;
    };
    return std::make_unique<LatticeDecoder>(*this);
  }
  const Lattice& lattice(int64_t s) const { return lattices_[static_cast<size_t>(s)]->lattice; }

 private:
  const std::vector<std::unique_ptr<OwnedLattice>> lattices_;
};

/// A random lattice for each sentence of `corpus`.
inline std::shared_ptr<LatticeModel> RandomModel(const Corpus& corpus,
                                                 const RandomLatticeOptions& options,
                                                 Random* random) {
  std::vector<std::unique_ptr<OwnedLattice>> lattices;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    do {
      auto drawn =
          std::make_unique<OwnedLattice>(corpus.length(s), corpus.labels().size(), options, random);
      if (FirstUnreachable(drawn->lattice) >= 0) continue;
      lattices.push_back(std::move(drawn));
      break;
    } while (true);
  }
  return std::make_shared<LatticeModel>(std::move(lattices));
}

}  // namespace weft::testing
