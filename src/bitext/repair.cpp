#include "bitext/repair.h"

#include <algorithm>

namespace weft {
namespace {

// The links of target token t.
Span<const Link> LinksOf(Span<const Link> links, int64_t t) {
  const auto first = std::lower_bound(
      links.begin(), links.end(), t, [](const Link& link, int64_t at) { return link.target < at; });
  const auto last = std::upper_bound(first, links.end(), t,
                                     [](int64_t at, const Link& link) { return at < link.target; });
  return {first, static_cast<size_t>(last - first)};
}

}  // namespace

// How probable it is, at most, that some source tokens of `before` and `here` are of one mention.
double TagRepair::Continues(Span<const Link> before, Span<const Link> here, const double* source,
                            LabelColumns::Tags tags) const {
  const auto width = static_cast<size_t>(columns_.labels().size());
  double most = 0;
  for (const Link& a : before) {
    for (const Link& b : here) {
      const int32_t first = std::min(a.source, b.source), last = std::max(a.source, b.source);
      const double* row = source + static_cast<size_t>(first) * width;
      double one = row[tags.begin] + row[tags.inside];
      for (int32_t j = first + 1; j <= last && one > most; ++j) {
        one = std::min(one,
                       source[static_cast<size_t>(j) * width + static_cast<size_t>(tags.inside)]);
      }
      most = std::max(most, one);
    }
  }
  return most;
}

int64_t TagRepair::Repair(Span<const Link> links, const double* source,
                          const std::vector<uint8_t>& has, double* rows) const {
  const auto width = static_cast<size_t>(columns_.labels().size());
  int64_t changed = 0, before = -1;  // the nearest token before that has a row
  for (int64_t t = 0; t < static_cast<int64_t>(has.size()); ++t) {
    if (!has[static_cast<size_t>(t)]) continue;
    double* row = rows + static_cast<size_t>(t) * width;
    const double* earlier = before >= 0 && t - before - 1 <= gap_
                                ? rows + static_cast<size_t>(before) * width
                                : nullptr;
    const int32_t was = columns_.Best(row);
    for (const LabelColumns::Tags& tags : columns_.types()) {
      const double type = row[tags.begin] + row[tags.inside];
      double inside = 0;
      if (earlier && type > 0) {
        inside = std::min({type, earlier[tags.begin] + earlier[tags.inside],
                           Continues(LinksOf(links, before), LinksOf(links, t), source, tags)});
      }
      row[tags.inside] = inside;
      row[tags.begin] = type - inside;
    }
    changed += columns_.Best(row) != was;
    before = t;
  }
  return changed;
}

// `type`: of the token before, or null; becomes this token's.
int32_t TagRepair::Label(const double* row, const LabelColumns::Tags* before,
                         const LabelColumns::Tags** type) const {
  *type = nullptr;
  if (columns_.types().empty()) return columns_.Best(row);
  const int32_t outside = columns_.labels().Find("O");
  double most = outside == kNoLabel ? -1 : row[outside];
  for (const LabelColumns::Tags& tags : columns_.types()) {
    const double sum = row[tags.begin] + row[tags.inside];
    if (sum > most || (sum == most && *type == nullptr)) {
      most = sum;
      *type = &tags;
    }
  }
  if (*type == nullptr) return outside;
  const bool inside = *type == before && row[(*type)->inside] > row[(*type)->begin];
  return inside ? (*type)->inside : (*type)->begin;
}

std::vector<int32_t> TagRepair::Labels(const std::vector<uint8_t>& has, const double* rows) const {
  const auto width = static_cast<size_t>(columns_.labels().size());
  std::vector<int32_t> labels(has.size(), kNoLabel);
  const LabelColumns::Tags *type = nullptr, *before = nullptr;
  int64_t last = -1;  // the nearest token before that has a row
  for (size_t t = 0; t < has.size(); ++t) {
    if (!has[t]) continue;
    const auto at = static_cast<int64_t>(t);
    before = last >= 0 && at - last - 1 <= gap_ ? type : nullptr;
    labels[t] = Label(rows + t * width, before, &type);
    last = at;
  }
  return labels;
}

}  // namespace weft
