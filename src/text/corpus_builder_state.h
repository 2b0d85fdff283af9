// What a CorpusBuilder holds while sentences come in.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// `data` is as in a finished corpus, except that labels and sources are numbered as they came
/// (declared ones first) and distributions are lists in `soft`, since K is not known yet: Row::soft
/// counts tokens there.
struct CorpusBuilder::State {
  CorpusOptions options;
  CorpusData data;
  std::vector<std::string> label_places;  ///< where each label was seen first, for messages
  std::unordered_map<std::string, int32_t> source_ids;
  std::unordered_map<std::string, int64_t> document_ids;  ///< of those with a name
  std::vector<std::pair<int32_t, float>> soft;            ///< label, probability
  std::vector<int64_t> soft_ends;                         ///< by token of the soft rows

  explicit State(CorpusOptions options, std::string name);
  void AddVotes(const NamedVotes& votes, const SentenceData& sentence);
  void AddAttributes(const SentenceData& sentence);
  void AddDocument(const SentenceData& sentence);
  int32_t Label(const std::string& name, const SentenceData& sentence, size_t t);
  int32_t Source(const std::string& name);
  /// Numbers labels for good and lays distributions out as rows [L, K].
  void SettleLabels();

  std::string last_label;  ///< most labels repeat the one before
  int32_t last_id = kNoLabel;
};

}  // namespace weft
