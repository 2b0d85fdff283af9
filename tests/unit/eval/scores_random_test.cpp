// Random labels, scored a second time by a slow scorer that works on strings.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "core/random.h"
#include "eval/scores.h"
#include "support/make_corpus.h"

namespace weft {
namespace {

using Chunk = std::tuple<size_t, size_t, size_t, std::string>;  // sentence, begin, end, type
using Tags = std::vector<std::string>;

const char kTypes[3][4] = {"PER", "LOC", "M-C"};

Tags RandomTags(Random* random, const std::string& prefixes) {
  Tags tags(1 + random->Below(8));
  for (auto& tag : tags) {
    const char prefix = prefixes[random->Below(prefixes.size())];
    tag = prefix == 'O' ? "O" : std::string(1, prefix) + "-" + kTypes[random->Below(3)];
  }
  return tags;
}

std::string TypeOf(const std::string& tag) { return tag == "O" ? "" : tag.substr(2); }

// IOB2: every B and the I-s of its type that follow it.
std::set<Chunk> StrictIob2(const std::vector<Tags>& sentences) {
  std::set<Chunk> chunks;
  for (size_t s = 0; s < sentences.size(); ++s) {
    const Tags& tags = sentences[s];
    for (size_t b = 0; b < tags.size(); ++b) {
      if (tags[b][0] != 'B') continue;
      size_t e = b + 1;
      while (e < tags.size() && tags[e] == "I-" + TypeOf(tags[b])) ++e;
      chunks.insert({s, b, e, TypeOf(tags[b])});
    }
  }
  return chunks;
}

// The CoNLL scorer on B, I and O: a chunk ends before O, B, another type or the end.
std::set<Chunk> Conlleval(const std::vector<Tags>& sentences) {
  std::set<Chunk> chunks;
  for (size_t s = 0; s < sentences.size(); ++s) {
    const Tags& tags = sentences[s];
    for (size_t b = 0; b < tags.size();) {
      size_t e = b + 1;
      while (e < tags.size() && tags[e] == "I-" + TypeOf(tags[b])) ++e;
      if (tags[b] != "O") chunks.insert({s, b, e, TypeOf(tags[b])});
      b = e;
    }
  }
  return chunks;
}

// IOBES: S alone, or B, I-s and E of one type.
std::set<Chunk> StrictIobes(const std::vector<Tags>& sentences) {
  std::set<Chunk> chunks;
  for (size_t s = 0; s < sentences.size(); ++s) {
    const Tags& tags = sentences[s];
    for (size_t b = 0; b < tags.size(); ++b) {
      const std::string type = TypeOf(tags[b]);
      if (tags[b][0] == 'S') chunks.insert({s, b, b + 1, type});
      if (tags[b][0] != 'B') continue;
      size_t e = b + 1;
      while (e < tags.size() && tags[e] == "I-" + type) ++e;
      if (e < tags.size() && tags[e] == "E-" + type) chunks.insert({s, b, e + 1, type});
    }
  }
  return chunks;
}

using SlowReader = std::set<Chunk> (*)(const std::vector<Tags>&);

std::string Join(const Tags& tags) {
  std::string text;
  for (const auto& tag : tags) text += tag + " ";
  return text;
}

void Compare(uint64_t seed, Scheme scheme, const std::string& prefixes, SpanMode mode,
             SlowReader slow) {
  Random random(seed);
  std::vector<Tags> gold(40), predicted(40);
  std::vector<testing::SentenceText> texts;
  std::vector<std::string> predicted_text;
  LabelSet labels;
  int64_t right = 0;
  std::map<std::pair<std::string, std::string>, int64_t> confusion;
  for (size_t s = 0; s < gold.size(); ++s) {
    gold[s] = RandomTags(&random, prefixes);
    predicted[s] = gold[s];
    for (size_t t = 0; t < gold[s].size(); ++t) {
      if (random.Uniform() < 0.3) predicted[s][t] = RandomTags(&random, prefixes)[0];
      labels.Add(predicted[s][t]);
      right += gold[s][t] == predicted[s][t];
      ++confusion[{gold[s][t], predicted[s][t]}];
    }
    texts.push_back({Join(gold[s]), {}});
    predicted_text.push_back(Join(predicted[s]));
  }
  const auto corpus = testing::MakeCorpus(texts, testing::WithScheme(scheme));
  const auto e = Evaluate(*corpus, labels, testing::Ids(labels, predicted_text), scheme, mode);

  std::map<std::string, SpanCounts> expected;
  const auto gold_chunks = slow(gold), predicted_chunks = slow(predicted);
  for (const auto& chunk : gold_chunks) ++expected[std::get<3>(chunk)].gold;
  for (const auto& chunk : predicted_chunks) {
    ++expected[std::get<3>(chunk)].predicted;
    expected[std::get<3>(chunk)].correct += gold_chunks.count(chunk) > 0;
  }
  ASSERT_EQ(e.types.size(), expected.size());
  for (const auto& [type, counts] : expected) {
    EXPECT_EQ(e.types.at(type).gold, counts.gold) << type << " seed " << seed;
    EXPECT_EQ(e.types.at(type).predicted, counts.predicted) << type << " seed " << seed;
    EXPECT_EQ(e.types.at(type).correct, counts.correct) << type << " seed " << seed;
  }
  EXPECT_EQ(e.micro.gold, static_cast<int64_t>(gold_chunks.size()));
  EXPECT_EQ(e.micro.predicted, static_cast<int64_t>(predicted_chunks.size()));
  EXPECT_EQ(e.tokens_correct, right);
  for (size_t g = 0; g < e.labels.size(); ++g) {
    for (size_t p = 0; p < e.labels.size(); ++p) {
      EXPECT_EQ(e.confusion[g * e.labels.size() + p], (confusion[{e.labels[g], e.labels[p]}]));
    }
  }
}

TEST(ScoresRandomTest, StrictIob2) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Compare(seed, Scheme::kIOB2, "BIO", SpanMode::kStrict, StrictIob2);
  }
}

TEST(ScoresRandomTest, Conlleval) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Compare(seed, Scheme::kIOB2, "BIO", SpanMode::kConlleval, Conlleval);
  }
}

TEST(ScoresRandomTest, StrictIobes) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Compare(seed, Scheme::kIOBES, "BIESO", SpanMode::kStrict, StrictIobes);
  }
}

}  // namespace
}  // namespace weft
