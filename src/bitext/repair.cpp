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
  const auto best = [&](const double* row) { return std::max_element(row, row + width) - row; };
  int64_t changed = 0, before = -1;  // the nearest token before that has a row
  for (int64_t t = 0; t < static_cast<int64_t>(has.size()); ++t) {
    if (!has[static_cast<size_t>(t)]) continue;
    double* row = rows + static_cast<size_t>(t) * width;
    const double* earlier = before >= 0 && t - before - 1 <= gap_
                                ? rows + static_cast<size_t>(before) * width
                                : nullptr;
    const auto was = best(row);
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
    changed += best(row) != was;
    before = t;
  }
  return changed;
}

}  // namespace weft
