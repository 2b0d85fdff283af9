#include "bitext/alignment.h"

#include <algorithm>
#include <map>
#include <set>

namespace weft {
namespace {

using Point = std::pair<int32_t, int32_t>;  // source, target

// A growing set of links that knows which tokens have one.
class Grown {
 public:
  void Add(const Point& point) {
    points_.insert(point);
    sources_.insert(point.first);
    targets_.insert(point.second);
  }
  bool Has(const Point& point) const { return points_.count(point) > 0; }
  bool SourceFree(const Point& point) const { return sources_.count(point.first) == 0; }
  bool TargetFree(const Point& point) const { return targets_.count(point.second) == 0; }
  const std::set<Point>& points() const { return points_; }

 private:
  std::set<Point> points_;
  std::set<int32_t> sources_, targets_;
};

void GrowDiagonally(const std::set<Point>& all, Grown* grown) {
  constexpr Point kNeighbours[] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                   {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  for (bool added = true; added;) {
    added = false;
    const std::set<Point> before = grown->points();
    for (const Point& point : before) {
      for (const auto& [up, right] : kNeighbours) {
        const Point next = {point.first + up, point.second + right};
        if (grown->Has(next) || all.count(next) == 0) continue;
        if (!grown->SourceFree(next) && !grown->TargetFree(next)) continue;
        grown->Add(next);
        added = true;
      }
    }
  }
}

// Each link once.
std::map<Point, float> Surest(Span<const Link> links) {
  std::map<Point, float> surest;
  for (const Link& link : links) {
    float& confidence = surest[{link.source, link.target}];
    confidence = std::max(confidence, link.confidence);
  }
  return surest;
}

void AddFree(const std::map<Point, float>& links, Grown* grown) {
  for (const auto& [point, confidence] : links) {
    if (grown->SourceFree(point) && grown->TargetFree(point)) grown->Add(point);
  }
}

}  // namespace

void Alignment::Add(std::vector<Link> links) {
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return a == b ? a.confidence > b.confidence : a < b;
  });
  links.erase(std::unique(links.begin(), links.end()), links.end());
  links_.insert(links_.end(), links.begin(), links.end());
  ends_.push_back(num_links());
}

std::vector<Link> Symmetrize(Span<const Link> forward, Span<const Link> backward,
                             Symmetrization how) {
  const std::map<Point, float> there = Surest(forward), back = Surest(backward);
  std::map<Point, float> confidence;
  std::set<Point> all, both;
  for (const auto* direction : {&there, &back}) {
    for (const auto& [point, c] : *direction) {
      confidence[point] += c / 2;
      if (!all.insert(point).second) both.insert(point);
    }
  }
  Grown grown;
  for (const Point& point : how == Symmetrization::kUnion ? all : both) grown.Add(point);
  if (how == Symmetrization::kGrowDiag || how == Symmetrization::kGrowDiagFinalAnd) {
    GrowDiagonally(all, &grown);
  }
  if (how == Symmetrization::kGrowDiagFinalAnd) {
    AddFree(there, &grown);
    AddFree(back, &grown);
  }
  std::vector<Link> links;
  for (const Point& point : grown.points()) {
    links.push_back({point.first, point.second, confidence[point]});
  }
  return links;
}

std::vector<Link> Compose(Span<const Link> first, Span<const Link> second) {
  std::multimap<int32_t, const Link*> by_middle;
  for (const Link& link : first) by_middle.emplace(link.target, &link);
  std::vector<Link> links;
  for (const Link& link : second) {
    const auto [begin, end] = by_middle.equal_range(link.source);
    for (auto it = begin; it != end; ++it) {
      links.push_back({it->second->source, link.target, it->second->confidence * link.confidence});
    }
  }
  return links;
}

}  // namespace weft
