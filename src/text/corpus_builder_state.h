// What a CorpusBuilder holds while sentences come in.
#pragma once

#include <memory>
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
  /// Where each part has each label first, for messages: [part][label], "" (or no entry) where it
  /// does not use it. Part 0 is gold with the declared labels, 1 + s is source s.
  std::vector<std::vector<std::string>> places = {{}};
  std::unordered_map<std::string, int32_t> source_ids;
  std::unordered_map<std::string, int64_t> document_ids;  ///< of those with a name
  std::vector<std::pair<int32_t, float>> soft;            ///< label, probability
  std::vector<int64_t> soft_ends;                         ///< by token of the soft rows

  explicit State(CorpusOptions options, std::string name);
  void AddVotes(const NamedVotes& votes, const SentenceData& sentence);
  void AddAttributes(const SentenceData& sentence);
  void AddDocument(const SentenceData& sentence);
  int32_t Label(const std::string& name);
  /// The same where `part` uses it, at token t.
  int32_t LabelOf(size_t part, const std::string& name, const SentenceData& sentence, size_t t);
  int32_t Source(const std::string& name);
  /// Finds the scheme, unless one is declared, and brings every source's votes to it.
  void SettleScheme();
  /// What a part shows of its scheme.
  struct Part {
    SchemeDetector detector;
    int64_t stretches;  ///< of one label, in its votes
  };
  std::vector<Part> DetectParts() const;
  int32_t MostProbable(int64_t row, size_t t) const;  ///< at token t of a soft row; kNoLabel: none
  void ConvertVotes(const std::vector<std::unique_ptr<SpanReader>>& readers);  ///< by source
  void RefuseDistributions(int32_t source, Scheme own) const;
  [[noreturn]] void FailMisfit(size_t part, int32_t id, const std::string& why) const;
  /// Numbers labels that are in use for good and lays distributions out as rows [L, K].
  void SettleLabels();

  std::string last_label;  ///< most labels repeat the one before
  int32_t last_id = kNoLabel;
};

}  // namespace weft
