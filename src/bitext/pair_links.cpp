#include "bitext/pair_links.h"

#include "core/error.h"

namespace weft {
namespace {

Symmetrization SymmetrizationFrom(const std::string& name) {
  if (name == "union") return Symmetrization::kUnion;
  if (name == "grow-diag") return Symmetrization::kGrowDiag;
  return name == "intersect" ? Symmetrization::kIntersect : Symmetrization::kGrowDiagFinalAnd;
}

void CheckInside(const std::vector<Link>& links, int64_t source, int64_t target, int64_t pair,
                 const std::string& where) {
  for (const Link& link : links) {
    if (link.source >= 0 && link.source < source && link.target >= 0 && link.target < target) {
      continue;
    }
    Fail(Status::kFormat, where, ": pair ", pair, ": the link of source token ", link.source,
         " and target token ", link.target, " leaves its sentences of ", source, " and ", target,
         " tokens (counted from 0)");
  }
}

}  // namespace

PairLinks::PairLinks(const Options& options)
    : symmetrization_(SymmetrizationFrom(options.GetString("symmetrize"))),
      first_index_(static_cast<int32_t>(options.GetInt("first_index"))),
      backward_swapped_(options.GetString("reverse_order") == "target-source"),
      skip_(options.GetString("on_error") == "skip") {}

void PairLinks::Add(int64_t source, int64_t target, const std::string& where,
                    const std::function<Directions()>& read) {
  std::vector<Link> links;
  try {
    links = Checked(read(), source, target, where);
  } catch (const Error& error) {
    if (!skip_ || error.status() != Status::kFormat) throw;
    ++skipped_;
  }
  alignment_.Add(std::move(links));
}

std::vector<Link> PairLinks::Checked(const Directions& links, int64_t source, int64_t target,
                                     const std::string& where) const {
  const int64_t pair = alignment_.num_pairs();
  CheckInside(links.forward, source, target, pair, where);
  CheckInside(links.backward, source, target, pair, where);
  return links.both ? Symmetrize(links.forward, links.backward, symmetrization_) : links.forward;
}

}  // namespace weft
