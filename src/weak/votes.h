// What an aggregator reads from a corpus: the votes of its own sources as its own labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/options.h"
#include "text/corpus.h"

namespace weft {

/// How the votes of J sources are read. Settled when a model is trained, kept with it.
struct VoteSettings {
  std::vector<std::string> sources;  ///< [J]
  std::vector<OMeans> o_means;       ///< [J]
  /// [J, K]: the labels that each source used in training; a vote for another one abstains. Empty:
  /// all.
  std::vector<uint8_t> repertoire;
  /// CHMM's remedy for label sparsity (Li et al. 2021, § 4.2): where a source names a type, the O
  /// votes of the others become distributions with this mass on O, the rest even over the other
  /// labels. 0: off.
  double sparsity_epsilon = 0;
  /// 2: a vote is judged by whether the source's vote on the token before names a type; 1: by
  /// itself.
  int32_t contexts = 1;
  /// [J, J]: how far the votes of two sources repeat each other beyond what the truth explains, 0
  /// to 1; empty: not at all. A source's votes on a sentence weigh 1 / (1 + Σ of it over the other
  /// sources there).
  std::vector<double> redundancy;
};

/// The votes of one source on one sentence, in the model's numbering.
struct ReadVotes {
  int32_t source;         ///< model's index
  const int32_t* labels;  ///< [L]; kNoLabel: abstains; the arg-max where the vote is soft
  const float* soft;      ///< [L, K] or null; rows sum to 1; a row of zeros: hard, or abstains
  double weight = 1;      ///< by VoteSettings::redundancy
};

/// The distribution [K] that a source votes on token t; null where it votes for one label, or
/// abstains.
const float* SoftVote(const ReadVotes& votes, size_t t, size_t labels);

/// Which of its `contexts` (VoteSettings) a source's vote on token t is judged in: slot
/// source · contexts + context. Context 1: it named a type on the token before.
int32_t SlotOf(const ReadVotes& votes, size_t t, int32_t contexts, int32_t outside);

/// What the votes of each of `sources` weigh where just these are there: `redundancy` [J, J] as in
/// VoteSettings, of `all` sources; `weights` [sources].
void WeighSources(const std::vector<double>& redundancy, size_t all,
                  const std::vector<size_t>& sources, double* weights);
/// [J]: the same where all sources are there.
std::vector<double> WeighSources(const VoteSettings& settings);

/// Reads votes sentence by sentence. Sources and labels are matched by name, once: a source of the
/// corpus that the model does not know is ignored, a source of the model that the corpus lacks is
/// missing, a vote for a label that the model or the source's repertoire does not know abstains.
/// One per thread.
class VoteReader {
 public:
  /// `corpus`, `settings` and `labels` must outlive the reader.
  VoteReader(const Corpus& corpus, const VoteSettings& settings, const LabelSet& labels);

  /// The rows of sentence `s` by ascending source, o_means and sparsity applied. Valid until the
  /// next call.
  const std::vector<ReadVotes>& Read(int64_t s);

  const Corpus& corpus() const { return corpus_; }
  const VoteSettings& settings() const { return settings_; }
  int32_t labels() const { return num_labels_; }
  int32_t outside() const { return outside_; }  ///< id of "O", kNoLabel where there is none
  /// What was ignored, with counts.
  std::vector<std::string> Warnings() const;

 private:
  struct Row {
    int32_t source;
    std::vector<int32_t> labels;
    std::vector<float> soft;
    bool Names(size_t t, int32_t outside) const {  // a type, or a plain tag other than "O"
      return labels[t] != kNoLabel && labels[t] != outside;
    }
  };
  int32_t Known(int32_t source, int32_t label) const;
  void Fill(const VoteRow& votes, Row* row) const;
  void FillSoft(const VoteRow& votes, Row* row) const;
  bool AnyNames(size_t t) const;
  void DropOutsideVotes(size_t length);
  void SpreadOutsideVotes(size_t length);
  void Weigh();

  const Corpus& corpus_;
  const VoteSettings& settings_;
  int32_t num_labels_, outside_;
  std::vector<int32_t> source_ids_, label_ids_;  // by the corpus's ids
  std::vector<Row> buffers_;
  std::vector<Row*> used_;  // of the current sentence, by ascending source
  std::vector<ReadVotes> rows_;
  std::vector<size_t> weighed_;  // the sources that weights_ are of
  std::vector<double> weights_;
};

}  // namespace weft
