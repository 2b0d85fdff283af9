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

// Tells B and I of token t apart; `before`: the token that it may go on with, -1: none.
void TagRepair::RepairRow(Span<const Link> links, int64_t before, int64_t t, const double* source,
                          double* rows) const {
  const auto width = static_cast<size_t>(columns_.labels().size());
  double* row = rows + static_cast<size_t>(t) * width;
  const double* earlier = before >= 0 ? rows + static_cast<size_t>(before) * width : nullptr;
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
}

bool TagRepair::GoesOn(int32_t before, int32_t inside) const {
  const auto& types = columns_.types();
  return std::any_of(types.begin(), types.end(), [&](const LabelColumns::Tags& tags) {
    return tags.inside == inside && (before == tags.begin || before == tags.inside);
  });
}

int32_t TagRepair::AsBegin(int32_t label) const {
  for (const LabelColumns::Tags& tags : columns_.types()) {
    if (tags.inside == label) return tags.begin;
  }
  return label;
}

int64_t TagRepair::Repair(Span<const Link> links, const double* source,
                          const std::vector<Projected>& known, double* rows,
                          int32_t* labels) const {
  const auto width = static_cast<size_t>(columns_.labels().size());
  int64_t changed = 0, before = -1;  // the nearest token before that this one may go on with
  for (int64_t t = 0; t < static_cast<int64_t>(known.size()); ++t) {
    const Projected here = known[static_cast<size_t>(t)];
    if (here == Projected::kOther || t - before > gap_ + 1) before = -1;
    if (here != Projected::kRow) continue;
    const double* row = rows + static_cast<size_t>(t) * width;
    const int32_t was = columns_.Best(row);
    RepairRow(links, before, t, source, rows);
    const int32_t best = columns_.Best(row);
    const bool goes_on = before >= 0 && GoesOn(labels[before], best);
    labels[t] = goes_on ? best : AsBegin(best);
    changed += best != was;
    before = t;
  }
  return changed;
}

}  // namespace weft
