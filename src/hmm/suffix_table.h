// What the end of a word and the way it is written tell of its tag, learned from rare words
// (Brants 2000, TnT, § 2.3).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hmm/tag_counts.h"

namespace weft {

class SuffixTable {
 public:
  /// From the words of `counts` that were seen ten times or less.
  explicit SuffixTable(const TagCounts& counts);
  /// Before and after counts of a word change: takes away what it adds to the table, and adds it.
  /// The table is of use again after Settle.
  void Remove(const TagCounts& counts, std::string_view word) { Count(counts, word, -1); }
  void Add(const TagCounts& counts, std::string_view word) { Count(counts, word, 1); }
  void Settle(const TagCounts& counts);
  /// From what Save gave. Fails with kCorrupt.
  static std::shared_ptr<const SuffixTable> Load(std::string_view bytes, int32_t labels);
  std::string Save() const;

  /// log p(tag | word's casing and ending) − log p(tag), [K]: of p(word | tag), all but what is the
  /// same for every tag (Bayes).
  void Score(std::string_view word, double* row) const;

 private:
  struct Node {
    std::vector<TagCounts::Entry> tags;
    double total = 0;
    void Add(int32_t label, double count);
  };
  void Count(const TagCounts& counts, std::string_view word, double sign);
  SuffixTable() = default;
  void SetPriors(std::vector<double> priors);
  template <typename Visit>
  void ForEndings(std::string_view word, Visit visit) const;

  StringIndex endings_;  // casing and ending: the shorter before the longer, casing alone first
  std::vector<Node> nodes_;
  std::vector<double> priors_;  // [K]: p(tag)
  double theta_ = 0;            // how much a shorter ending weighs beside a longer one
};

}  // namespace weft
