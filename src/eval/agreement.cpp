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

/// Counts one pair. Working pair by pair keeps the memory at O(K) instead of O(J²K).
class PairCounter {
 public:
  PairCounter(int32_t labels, int32_t outside)
      : outside_(outside), first_(static_cast<size_t>(labels)), second_(first_.size()) {}

  void Add(Span<const int32_t> a, Span<const int32_t> b) {
    for (size_t t = 0; t < a.size(); ++t) {
      if (a[t] == kNoLabel || b[t] == kNoLabel) continue;
      const bool agree = a[t] == b[t];
      const bool active = a[t] != outside_ || b[t] != outside_;
      ++pair_.both;
      pair_.agreed += agree;
      pair_.active += active;
      pair_.active_agreed += active && agree;
      ++first_[static_cast<size_t>(a[t])];
      ++second_[static_cast<size_t>(b[t])];
    }
  }

  PairAgreement Finish() {
    if (pair_.both == 0) return pair_;
    const double n = static_cast<double>(pair_.both);
    for (size_t k = 0; k < first_.size(); ++k) {
      pair_.chance += (static_cast<double>(first_[k]) / n) * (static_cast<double>(second_[k]) / n);
    }
    return pair_;
  }

 private:
  int32_t outside_;
  PairAgreement pair_;
  std::vector<int64_t> first_, second_;  // [K] votes by label
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
