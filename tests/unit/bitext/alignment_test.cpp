// Links of two directions, and of two steps.
#include "bitext/alignment.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "core/random.h"

namespace weft {
namespace {

using Points = std::set<std::pair<int32_t, int32_t>>;

std::vector<Link> Links(const Points& points) {
  std::vector<Link> links;
  for (const auto& [source, target] : points) links.push_back({source, target});
  return links;
}

Points PointsOf(const std::vector<Link>& links) {
  Points points;
  for (const Link& link : links) points.emplace(link.source, link.target);
  return points;
}

Points Both(const Points& forward, const Points& backward, Symmetrization how) {
  return PointsOf(Symmetrize(Links(forward), Links(backward), how));
}

bool Within(const Points& inner, const Points& outer) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

TEST(SymmetrizeTest, AnExampleByHand) {
  // Both agree on 0-0 and 3-3. 1-0 and 4-4 neighbour links and have a token without one; so does
  // 5-4, once 4-4 is there; 2-1 has only 1-0 beside it. 7-7 stands alone.
  const Points forward = {{0, 0}, {1, 0}, {3, 3}, {7, 7}};
  const Points backward = {{0, 0}, {2, 1}, {3, 3}, {4, 4}, {5, 4}, {8, 7}};
  EXPECT_EQ(Both(forward, backward, Symmetrization::kIntersect), (Points{{0, 0}, {3, 3}}));
  const Points grown = {{0, 0}, {1, 0}, {2, 1}, {3, 3}, {4, 4}, {5, 4}};
  EXPECT_EQ(Both(forward, backward, Symmetrization::kGrowDiag), grown);
  Points final = grown;
  final.insert({7, 7});  // of 8-7 one token has a link by now
  EXPECT_EQ(Both(forward, backward, Symmetrization::kGrowDiagFinalAnd), final);
  EXPECT_EQ(Both(forward, backward, Symmetrization::kUnion).size(), 8u);
}

TEST(SymmetrizeTest, FromTheIntersectionToTheUnion) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    Points directions[2];
    for (Points& points : directions) {
      for (int i = 0; i < 8; ++i) {
        points.emplace(static_cast<int32_t>(random.Below(7)),
                       static_cast<int32_t>(random.Below(7)));
      }
    }
    const auto made = [&](Symmetrization how) { return Both(directions[0], directions[1], how); };
    const Points intersection = made(Symmetrization::kIntersect),
                 all = made(Symmetrization::kUnion);
    const Points grown = made(Symmetrization::kGrowDiag);
    const Points final = made(Symmetrization::kGrowDiagFinalAnd);
    EXPECT_TRUE(Within(intersection, grown));
    EXPECT_TRUE(Within(grown, final));
    EXPECT_TRUE(Within(final, all));
    // What is left out of the last has a token that is linked already.
    std::set<int32_t> sources, targets;
    for (const auto& [source, target] : final) {
      sources.insert(source);
      targets.insert(target);
    }
    for (const auto& [source, target] : all) {
      EXPECT_TRUE(sources.count(source) > 0 || targets.count(target) > 0);
    }
    for (const Link& link :
         Symmetrize(Links(directions[0]), Links(directions[1]), Symmetrization::kUnion)) {
      EXPECT_EQ(link.confidence, intersection.count({link.source, link.target}) > 0 ? 1 : 0.5f);
    }
  }
}

TEST(SymmetrizeTest, ALinkThatComesTwiceCountsOnce) {
  const std::vector<Link> twice = {{0, 0}, {0, 0}}, once = {{0, 0}};
  const auto links = Symmetrize(twice, once, Symmetrization::kIntersect);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].confidence, 1);
  EXPECT_TRUE(Symmetrize(twice, {}, Symmetrization::kIntersect).empty());
}

TEST(SymmetrizeTest, TheOrderOfLinksDoesNotMatter) {
  const std::vector<Link> there = {{0, 0}, {2, 0}}, turned = {{2, 0}, {0, 0}}, back = {{1, 1}};
  const auto how = Symmetrization::kGrowDiagFinalAnd;
  EXPECT_EQ(PointsOf(Symmetrize(there, back, how)), PointsOf(Symmetrize(turned, back, how)));
}

TEST(ComposeTest, LinksThatShareAToken) {
  const std::vector<Link> first = {{0, 0, 0.5f}, {1, 0}, {2, 3}}, second = {{0, 4, 0.5f}, {1, 5}};
  std::vector<Link> links = Compose(first, second);
  std::sort(links.begin(), links.end());
  ASSERT_EQ(PointsOf(links), (Points{{0, 4}, {1, 4}}));
  EXPECT_EQ(links[0].confidence, 0.25f);
  EXPECT_EQ(links[1].confidence, 0.5f);
}

TEST(AlignmentTest, LinksAreSortedAndOnce) {
  Alignment alignment;
  alignment.Add({{2, 1, 0.5f}, {0, 1}, {2, 1, 0.75f}, {3, 0}});
  alignment.Add({});
  alignment.Add({{0, 0}});
  EXPECT_EQ(alignment.num_pairs(), 3);
  EXPECT_EQ(alignment.num_links(), 4);
  const Span<const Link> pair = alignment.pair(0);
  ASSERT_EQ(pair.size(), 3u);
  EXPECT_EQ(pair[0], (Link{3, 0}));
  EXPECT_EQ(pair[1], (Link{0, 1}));
  EXPECT_EQ(pair[2], (Link{2, 1}));
  EXPECT_EQ(pair[2].confidence, 0.75f);
  EXPECT_TRUE(alignment.pair(1).empty());
  EXPECT_EQ(alignment.pair(2).size(), 1u);
}

}  // namespace
}  // namespace weft
