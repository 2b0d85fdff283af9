// B and I on the target side.
#include "bitext/repair.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "core/random.h"
#include "unit/bitext/projected_pair.h"

namespace weft {
namespace {

using testing::Gold;
using testing::Pair;
using testing::Project;
using testing::Settings;
using testing::Votes;

TEST(RepairTest, TagsAreRepaired) {
  EXPECT_EQ(Project("B-X I-X", 1, "0-0 1-0"), "B-X");        // two tokens become one
  EXPECT_EQ(Project("O B-X I-X", 2, "0-0 2-1"), "O B-X");    // the first is lost
  EXPECT_EQ(Project("B-X I-X", 2, "0-1 1-0"), "B-X I-X");    // the order is turned
  EXPECT_EQ(Project("B-X O", 2, "0-0 0-1"), "B-X I-X");      // one token becomes two
  EXPECT_EQ(Project("B-X I-X", 3, "0-0 1-2"), "B-X _ I-X");  // over a gap
  EXPECT_EQ(Project("B-X I-X", 3, "0-0 1-2", {{"repair_gap", "0"}}), "B-X _ B-X");
  EXPECT_EQ(Project("B-X B-X", 2, "0-0 1-1"), "B-X B-X");  // two mentions stay two
  EXPECT_EQ(Project("B-X O B-X", 2, "0-0 2-1"), "B-X B-X");
  EXPECT_EQ(Project("O B-X I-X", 2, "0-0 2-1", {{"repair", "false"}}), "O I-X");
}

TEST(RepairTest, SchemesBecomeIob2) {
  Pair bilou("B-X I-X L-X U-Y", 4, "0-0 1-1 2-2 3-3");
  bilou.scheme = Scheme::kBILOU;
  const auto corpus = bilou.Project();
  EXPECT_EQ(Votes(*corpus), "B-X I-X I-X B-Y");
  EXPECT_EQ(corpus->scheme(), Scheme::kIOB2);
  Pair iob1("I-X I-X B-X O", 4, "0-0 1-1 2-2 3-3");
  iob1.scheme = Scheme::kIOB1;
  EXPECT_EQ(Votes(*iob1.Project()), "B-X I-X B-X O");
  EXPECT_THROW(iob1.Project({{"repair", "false"}}), Error);
  Pair io("I-X I-X O", 3, "0-0 1-1 2-2");
  io.scheme = Scheme::kIO;
  EXPECT_EQ(Votes(*io.Project()), "B-X I-X O");
  EXPECT_EQ(Votes(*io.Project({{"repair", "false"}})), "I-X I-X O");
  Pair adjacent("I-X I-X", 2, "0-0 1-1", "B-X B-X");  // gold labels keep what they say
  adjacent.scheme = Scheme::kIO;
  EXPECT_EQ(Gold(*adjacent.Project()), "B-X B-X");
  EXPECT_EQ(adjacent.report.agreeing, 1);
  Pair plain("NN DT", 2, "0-1 1-0");
  plain.scheme = Scheme::kPlain;
  EXPECT_EQ(Votes(*plain.Project()), "DT NN");
}

// No I but after a tag of its type, at most a token without a label between them.
void ExpectWholeMentions(const Corpus& corpus) {
  std::string type;
  int64_t last = -9;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    const int32_t id = corpus.gold(0)[static_cast<size_t>(t)];
    if (id == kNoLabel) continue;
    const TagParts tag = SplitTag(corpus.labels().name(id));
    if (tag.prefix == 'I') {
      EXPECT_EQ(tag.type, type);
      EXPECT_LE(t - last, 2);
    }
    type = tag.type;
    last = t;
  }
}

// Whatever the links: distributions; no more I than the types before allow; types as projected.
TEST(RepairTest, RandomDistributionsStayDistributions) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + static_cast<int>(random.Below(6)), m = 1 + static_cast<int>(random.Below(6));
    std::string source, links;
    for (int i = 0; i < n; ++i) source += "O ";
    for (int i = 0; i < 6; ++i) {
      links += std::to_string(random.Below(static_cast<uint64_t>(n))) + "-" +
               std::to_string(random.Below(static_cast<uint64_t>(m))) + " ";
    }
    Pair pair(source, m, links);
    pair.labels = LabelSet({"O", "B-X", "I-X", "B-Y", "I-Y"});
    for (int i = 0; i < n; ++i) {
      double row[5], sum = 0;
      for (double& p : row) sum += p = random.Uniform();
      for (const double p : row) pair.probabilities.push_back(p / sum);
    }
    const auto repaired = pair.Project(), plain = pair.Project({{"repair", "false"}});
    ExpectWholeMentions(*pair.Project({{"output", "gold"}}));
    const LabelSet& labels = repaired->labels();
    const auto p = [&](const Corpus& corpus, int t, const char* label) {
      return static_cast<double>(
          corpus.votes(0, 0)
              .soft[static_cast<size_t>(t * labels.size() + corpus.labels().Find(label))]);
    };
    int before = -1;
    for (int t = 0; t < m; ++t) {
      double sum = 0;
      for (const std::string& label : labels.names()) sum += p(*repaired, t, label.c_str());
      if (sum == 0) continue;
      EXPECT_NEAR(sum, 1, 1e-5);
      EXPECT_NEAR(p(*repaired, t, "O"), p(*plain, t, "O"), 1e-6);
      for (const char* type : {"X", "Y"}) {
        const std::string b = std::string("B-") + type, i = std::string("I-") + type;
        const auto whole = [&](const Corpus& c, int at) {
          return p(c, at, b.c_str()) + p(c, at, i.c_str());
        };
        EXPECT_NEAR(whole(*repaired, t), whole(*plain, t), 1e-6);
        const double most = before < 0 || t - before > 2 ? 0 : whole(*plain, before);
        EXPECT_LE(p(*repaired, t, i.c_str()), most + 1e-6);
      }
      before = t;
    }
  }
}

// The most probable label of a token alone may be one that no mention has there.
TEST(RepairTest, BestLabelsAreOfWholeMentions) {
  Pair pair("O O", 2, "0-0 1-1");
  pair.labels = LabelSet({"O", "B-X", "I-X", "B-Y"});
  pair.probabilities = {0.5, 0.4, 0, 0.1, 0.3, 0.1, 0.6, 0};
  EXPECT_EQ(Gold(*pair.Project({{"output", "gold"}})), "O B-X");
  EXPECT_EQ(Gold(*pair.Project({{"output", "gold"}, {"repair", "false"}})), "O I-X");
}

// A token of another label is no gap.
TEST(RepairTest, WhatIsSomethingElseEndsAMention) {
  Pair pair("B-X B-Z I-X", 3, "0-0 1-1 2-2", "I-X O O");
  pair.bitext.alignment = {};
  pair.bitext.alignment.Add(ParseLinks("0-0 1-1 0-2", {}, ""));
  EXPECT_EQ(Votes(*pair.Project({{"unmapped", "skip"}})), "B-X _ B-X");
  pair.bitext.alignment = {};
  pair.bitext.alignment.Add(ParseLinks("0-0 0-2", {}, ""));
  EXPECT_EQ(Votes(*pair.Project({{"unmapped", "skip"}})), "B-X _ I-X");
}

TEST(RepairTest, NoTagIsTornByAnOBetween) {
  const Settings outside = {{"unaligned", "outside"}};
  Pair pair("B-X I-X O", 3, "0-0 1-2");
  EXPECT_EQ(Votes(*pair.Project(outside)), "B-X O B-X");
  EXPECT_EQ(pair.report.outside, 1);
  // A link that is not sure enough is no reason for O.
  EXPECT_EQ(
      Project("B-X O", 3, "0-0:0.2 1-1", {{"unaligned", "outside"}, {"min_confidence", "0.5"}}),
      "_ O O");
}

}  // namespace
}  // namespace weft
