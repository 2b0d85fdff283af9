#include "eval/units.h"

namespace weft {

UnitReader::UnitReader(const LabelSet& labels, Scheme scheme) {
  if (scheme == Scheme::kPlain) {
    plain_types_ = labels.names();
  } else {
    spans_.emplace(labels, scheme);
  }
}

void UnitReader::Read(Span<const int32_t> ids, SpanMode mode, std::vector<Unit>* units) const {
  units->clear();
  if (spans_) {
    spans_->ReadRaw(ids, mode, units);
    return;
  }
  for (size_t t = 0; t < ids.size(); ++t) {
    const int64_t begin = static_cast<int64_t>(t);
    if (ids[t] != kNoLabel) units->push_back({begin, begin + 1, ids[t]});
  }
}

const std::vector<std::string>& UnitReader::types() const {
  return spans_ ? spans_->types() : plain_types_;
}

UnitMatcher::UnitMatcher(const std::vector<std::string>& gold_types,
                         const std::vector<std::string>& predicted_types) {
  for (const std::string& type : gold_types) gold_types_.push_back(types_.Add(type));
  for (const std::string& type : predicted_types) predicted_types_.push_back(types_.Add(type));
  counts_.resize(static_cast<size_t>(types_.size()));
}

void UnitMatcher::Add(const std::vector<UnitReader::Unit>& gold,
                      const std::vector<UnitReader::Unit>& predicted) {
  for (const auto& unit : gold) {
    ++counts_[static_cast<size_t>(gold_types_[static_cast<size_t>(unit.type)])].gold;
  }
  auto candidate = gold.begin();  // both lists ascend by `begin`, no two units share one
  for (const auto& unit : predicted) {
    const int32_t type = predicted_types_[static_cast<size_t>(unit.type)];
    SpanCounts& counts = counts_[static_cast<size_t>(type)];
    ++counts.predicted;
    while (candidate != gold.end() && candidate->begin < unit.begin) ++candidate;
    if (candidate != gold.end() && candidate->begin == unit.begin && candidate->end == unit.end &&
        gold_types_[static_cast<size_t>(candidate->type)] == type) {
      ++counts.correct;
    }
  }
}

SpanCounts UnitMatcher::total() const {
  SpanCounts sum;
  for (const SpanCounts& counts : counts_) {
    sum.gold += counts.gold;
    sum.predicted += counts.predicted;
    sum.correct += counts.correct;
  }
  return sum;
}

std::map<std::string, SpanCounts> UnitMatcher::by_type() const {
  std::map<std::string, SpanCounts> types;
  for (int32_t type = 0; type < types_.size(); ++type) {
    const SpanCounts& counts = counts_[static_cast<size_t>(type)];
    if (counts.gold + counts.predicted > 0) types[types_.name(type)] = counts;
  }
  return types;
}

LabelSet LabelsInScheme(const LabelSet& labels, Scheme from, Scheme to) {
  if (from == to || from == Scheme::kPlain || to == Scheme::kPlain) return labels;
  return SchemeLabels(SpanReader(labels, from).types(), to);
}

LabelConverter::LabelConverter(const LabelSet& from, Scheme from_scheme, const LabelSet& to,
                               Scheme to_scheme)
    : to_(to), to_scheme_(to_scheme), by_name_(MapLabels(from, to)) {
  const bool plain = from_scheme == Scheme::kPlain || to_scheme == Scheme::kPlain;
  outside_ = plain ? kNoLabel : to.Find("O");
  if (!plain && from_scheme != to_scheme) spans_.emplace(from, from_scheme);
}

void LabelConverter::Convert(Span<const int32_t> ids, std::vector<int32_t>* converted) const {
  converted->clear();
  if (!spans_) {
    for (int32_t id : ids) {
      converted->push_back(id == kNoLabel ? outside_ : by_name_[static_cast<size_t>(id)]);
    }
    return;
  }
  std::vector<LabelSpan> spans;
  spans_->Read(ids, SpanMode::kConlleval, &spans);
  const auto names = EncodeSpans(spans, static_cast<int64_t>(ids.size()), to_scheme_);
  for (const std::string& name : names) converted->push_back(to_.Find(name));
}

}  // namespace weft
