#include "bitext/pair_links.h"

#include <algorithm>

#include "core/error.h"

namespace weft {
namespace {

Symmetrization SymmetrizationFrom(const std::string& name) {
  if (name == "union") return Symmetrization::kUnion;
  if (name == "grow-diag") return Symmetrization::kGrowDiag;
  return name == "intersect" ? Symmetrization::kIntersect : Symmetrization::kGrowDiagFinalAnd;
}

bool IsInside(const Link& link, int64_t source, int64_t target) {
  return link.source >= 0 && link.source < source && link.target >= 0 && link.target < target;
}

}  // namespace

bool StayInside(Span<const Link> links, int64_t source, int64_t target) {
  return std::all_of(links.begin(), links.end(),
                     [&](const Link& link) { return IsInside(link, source, target); });
}

PairLinks::PairLinks(const Options& options)
    : symmetrization_(SymmetrizationFrom(options.GetString("symmetrize"))),
      first_index_(static_cast<int32_t>(options.GetInt("first_index"))),
      forward_swapped_(options.GetString("order") == "target-source"),
      backward_swapped_(options.GetString("reverse_order") == "target-source"),
      skip_(options.GetString("on_error") == "skip") {}

void PairLinks::Add(int64_t source, int64_t target, const std::function<Directions()>& read) {
  std::vector<Link> links;
  try {
    Directions found = read();
    CheckInside(found.forward, source, target, false, found.forward_where);
    CheckInside(found.backward, source, target, true, found.backward_where);
    links = found.both ? Symmetrize(found.forward, found.backward, symmetrization_)
                       : std::move(found.forward);
  } catch (const Error& error) {
    if (!skip_ || error.status() != Status::kFormat) throw;
    ++skipped_;
  }
  alignment_.Add(std::move(links));
}

void PairLinks::CheckInside(Span<const Link> links, int64_t source, int64_t target, bool backward,
                            const std::string& where) const {
  if (StayInside(links, source, target)) return;
  const Link& link = *std::find_if_not(
      links.begin(), links.end(), [&](const Link& each) { return IsInside(each, source, target); });
  Fail(Status::kFormat, where, where.empty() ? "" : ": ", "pair ", alignment_.num_pairs(),
       ": the link of source token ", link.source, " and target token ", link.target,
       " leaves its sentences of ", source, " and ", target, " tokens (counted from 0)",
       Hint(links, source, target, backward));
}

// What else links that leave their sentences may mean.
std::string PairLinks::Hint(Span<const Link> links, int64_t source, int64_t target,
                            bool backward) const {
  std::vector<Link> others(links.begin(), links.end());
  for (Link& link : others) std::swap(link.source, link.target);
  if (StayInside(others, source, target)) {
    const bool swapped = backward ? backward_swapped_ : forward_swapped_;
    return StrCat(
        "; they fit the other way round, with option ",
        backward ? "reverse_order=" : "order=", swapped ? "source-target" : "target-source");
  }
  others.assign(links.begin(), links.end());
  for (Link& link : others) link = {link.source - 1, link.target - 1, link.confidence};
  const bool from_one = first_index_ == 0 && StayInside(others, source, target);
  return from_one ? "; they fit counted from 1, with option first_index=1" : "";
}

}  // namespace weft
