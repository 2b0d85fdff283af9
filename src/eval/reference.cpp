#include "eval/reference.h"

#include <algorithm>

#include "core/error.h"
#include "eval/agreement.h"
#include "eval/units.h"

namespace weft {
namespace {

void Check(const Corpus& corpus, const LabelReference& given) {
  Require(given.labels != nullptr, "the reference has no label set");
  const int64_t tokens = corpus.num_tokens(), width = given.labels->size();
  Require(!given.hard.empty() || !given.soft.empty() || tokens == 0,
          "the reference holds no labels");
  Require(given.hard.empty() || static_cast<int64_t>(given.hard.size()) == tokens,
          "expected one reference label for each of ", tokens, " tokens, found ",
          given.hard.size());
  Require(given.soft.empty() || static_cast<int64_t>(given.soft.size()) == tokens * width,
          "expected a posterior of ", tokens, " x ", width, " values, found ", given.soft.size());
  Require(given.soft.empty() || given.scheme == corpus.scheme(), "the posterior is in scheme ",
          SchemeName(given.scheme), ", the votes are in ", SchemeName(corpus.scheme()));
  for (size_t t = 0; t < given.hard.size(); ++t) {
    Require(given.hard[t] >= kNoLabel && given.hard[t] < width, "reference label id ",
            given.hard[t], " at token ", t, " is not one of ", width, " labels");
  }
}

std::vector<int32_t> ArgMax(Span<const double> soft, int64_t tokens, size_t width) {
  std::vector<int32_t> best(static_cast<size_t>(tokens));
  for (size_t t = 0; t < best.size(); ++t) {
    const double* row = soft.data() + t * width;
    best[t] = static_cast<int32_t>(std::max_element(row, row + width) - row);
  }
  return best;
}

}  // namespace

Reference::Reference(const Corpus& corpus)
    : corpus_(corpus), labels_(corpus.labels()), outside_(OutsideLabel(corpus)) {
  ids_.reserve(static_cast<size_t>(corpus.num_tokens()));
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    ids_.insert(ids_.end(), corpus.gold(s).begin(), corpus.gold(s).end());
  }
}

Reference::Reference(const Corpus& corpus, const LabelReference& given)
    : corpus_(corpus), labels_(corpus.labels()), outside_(OutsideLabel(corpus)) {
  Check(corpus, given);
  const LabelSet own = LabelsInScheme(*given.labels, given.scheme, corpus.scheme());
  for (const std::string& name : own.names()) labels_.Add(name);
  if (outside_ == kNoLabel && corpus.scheme() != Scheme::kPlain) outside_ = labels_.Find("O");
  soft_ = given.soft;
  width_ = given.labels->size();
  columns_ = MapLabels(labels_, *given.labels);
  SetLabels(given);
}

void Reference::SetLabels(const LabelReference& given) {
  std::vector<int32_t> own(given.hard.begin(), given.hard.end());
  if (own.empty()) own = ArgMax(soft_, corpus_.num_tokens(), static_cast<size_t>(width_));
  const LabelConverter converter(*given.labels, given.scheme, labels_, corpus_.scheme());
  std::vector<int32_t> converted;
  for (int64_t s = 0; s < corpus_.num_sentences(); ++s) {
    converter.Convert(
        Span<const int32_t>(own.data() + corpus_.begin(s), static_cast<size_t>(corpus_.length(s))),
        &converted);
    ids_.insert(ids_.end(), converted.begin(), converted.end());
  }
}

bool Reference::HasLabels(int64_t s) const {
  const auto ids = Labels(s);
  return std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id != kNoLabel; });
}

double Reference::Probability(int64_t t, int32_t label) const {
  if (soft_.empty()) return ids_[static_cast<size_t>(t)] == label ? 1 : 0;
  const int32_t column = columns_[static_cast<size_t>(label)];
  return column == kNoLabel ? 0 : Cell(t, column);
}

double Reference::Inside(int64_t t) const {
  const int32_t id = ids_[static_cast<size_t>(t)];
  if (soft_.empty()) return id != kNoLabel && id != outside_ ? 1 : 0;
  double sum = 0;
  for (int32_t label = 0; label < labels_.size(); ++label) {
    if (label != outside_) sum += Probability(t, label);
  }
  return sum;
}

}  // namespace weft
