// Which tokens of a sentence to ask for, and what the model says of the others.
#pragma once

#include <memory>
#include <vector>

#include "active/known_lattice.h"
#include "active/options.h"
#include "active/pool.h"
#include "chain/k_best.h"
#include "method/decode.h"

namespace weft {

/// A sentence that is asked about.
struct Question {
  int64_t sentence = -1;
  std::vector<int32_t> tokens;  ///< asked for, ascending
  std::vector<int32_t> labels;  ///< [L]: the best by model and known labels; empty without a model
};

/// Asks by one model. One thread.
class Questioner {
 public:
  /// `model` null: every token is asked for.
  Questioner(std::shared_ptr<const Model> model, const Pool& pool, const ActiveSettings& settings);
  /// Of a sentence whose labels are known in part or not at all. `all`: asks for all of them.
  Question Ask(int64_t s, bool all);
  /// The labels of a whole sentence [L], given those that are known. The others are those of
  /// `predicted` [L], what the model said before anybody was asked (algorithm 2), where the rules
  /// allow them beside the answers; else, and where it is empty, the best given the answers.
  std::vector<int32_t> Complete(int64_t s, const std::vector<int32_t>& predicted);
  /// Labels, marginals, the `k` best paths and their probabilities, given what is known: of one
  /// sentence. Fails with kState without a model.
  Decoded Suggest(int64_t s, int64_t k);

 private:
  Lattice Known(int64_t s) { return known_.Of(decoder_->Score(s), pool_.labels(s)); }
  std::vector<uint8_t> Uncertain(const Lattice& lattice, Span<const int32_t> labels);

  const std::shared_ptr<const Model> model_;
  const Pool& pool_;
  const ActiveSettings settings_;
  std::unique_ptr<Decoder> decoder_;
  KnownLattice known_;
  ChainWorkspace workspace_;
  KBestWorkspace k_best_;
  KBestPaths paths_;
};

}  // namespace weft
