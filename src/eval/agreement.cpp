#include "eval/agreement.h"

namespace weft {
namespace {

std::optional<double> Share(int64_t part, int64_t of) {
  if (of == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(of);
}

/// Where one source annotated: (sentence, index of its row there).
struct RowAt {
  int64_t sentence;
  int64_t row;
};

std::vector<std::vector<RowAt>> RowsBySource(const Corpus& corpus) {
  std::vector<std::vector<RowAt>> rows(corpus.sources().size());
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
      rows[static_cast<size_t>(corpus.votes(s, i).source)].push_back({s, i});
    }
  }
  return rows;
}

/// Counts one pair in a table of what both said. Working pair by pair keeps the memory at O(K²)
/// instead of O(J²K²).
class PairCounter {
 public:
  PairCounter(int32_t labels, int32_t outside)
      : labels_(static_cast<size_t>(labels)),
        outside_(outside),
        joint_((labels_ + 1) * (labels_ + 1)) {}

  void Add(Span<const int32_t> a, Span<const int32_t> b) {
    for (size_t t = 0; t < a.size(); ++t) ++joint_[Cell(a[t], b[t])];
  }

  PairAgreement Finish() const {
    PairAgreement pair;
    std::vector<double> first(labels_), second(labels_);  // votes by label
    for (size_t i = 0; i < labels_; ++i) {
      for (size_t j = 0; j < labels_; ++j) {
        const int32_t a = static_cast<int32_t>(i), b = static_cast<int32_t>(j);
        const int64_t count = joint_[Cell(a, b)];
        const bool active = a != outside_ || b != outside_;
        pair.both += count;
        pair.agreed += i == j ? count : 0;
        pair.active += active ? count : 0;
        pair.active_agreed += active && i == j ? count : 0;
        first[i] += static_cast<double>(count);
        second[j] += static_cast<double>(count);
      }
    }
    if (pair.both == 0) return pair;
    const double n = static_cast<double>(pair.both);
    for (size_t k = 0; k < labels_; ++k) pair.chance += (first[k] / n) * (second[k] / n);
    return pair;
  }

 private:
  size_t Cell(int32_t a, int32_t b) const {  // kNoLabel has the first row and column
    return static_cast<size_t>(a - kNoLabel) * (labels_ + 1) + static_cast<size_t>(b - kNoLabel);
  }

  size_t labels_;
  int32_t outside_;
  std::vector<int64_t> joint_;  // [K + 1, K + 1]
};

PairAgreement CountPair(const Corpus& corpus, int32_t outside, const std::vector<RowAt>& a,
                        const std::vector<RowAt>& b) {
  PairCounter counter(corpus.labels().size(), outside);
  auto other = b.begin();
  for (const RowAt& at : a) {
    while (other != b.end() && other->sentence < at.sentence) ++other;
    if (other == b.end()) break;
    if (other->sentence != at.sentence) continue;
    counter.Add(corpus.votes(at.sentence, at.row).labels,
                corpus.votes(other->sentence, other->row).labels);
  }
  return counter.Finish();
}

}  // namespace

std::optional<double> PairAgreement::agreement() const { return Share(agreed, both); }

std::optional<double> PairAgreement::active_agreement() const {
  return Share(active_agreed, active);
}

std::optional<double> PairAgreement::kappa() const {
  if (both == 0 || chance >= 1) return std::nullopt;
  return (static_cast<double>(agreed) / static_cast<double>(both) - chance) / (1 - chance);
}

AgreementMatrix SourceAgreement(const Corpus& corpus) {
  const auto rows = RowsBySource(corpus);
  const int32_t outside = OutsideLabel(corpus);
  AgreementMatrix matrix;
  matrix.sources = static_cast<int32_t>(rows.size());
  matrix.pairs.resize(rows.size() * rows.size());
  for (size_t a = 0; a < rows.size(); ++a) {
    for (size_t b = a; b < rows.size(); ++b) {
      const PairAgreement pair = CountPair(corpus, outside, rows[a], rows[b]);
      matrix.pairs[a * rows.size() + b] = pair;
      matrix.pairs[b * rows.size() + a] = pair;
    }
  }
  return matrix;
}

int32_t OutsideLabel(const Corpus& corpus) {
  return corpus.scheme() == Scheme::kPlain ? kNoLabel : corpus.labels().Find("O");
}

}  // namespace weft
