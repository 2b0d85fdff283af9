#include <gtest/gtest.h>

#include <sstream>

#include "text/scheme.h"

namespace weft {
namespace {

// Detects from gold sentences, then votes, given as words; "_" is no label.
class Detection {
 public:
  Detection& Gold(const std::string& text) { return Add(text, &gold_); }
  Detection& Votes(const std::string& text) { return Add(text, &votes_); }
  SchemeDetector Run() const {
    SchemeDetector detector(labels_);
    for (const auto& ids : gold_) detector.AddGold(ids);
    for (const auto& ids : votes_) detector.AddVotes(ids);
    return detector;
  }
  std::string Scheme() const { return SchemeName(Run().Detect()); }
  std::string Stray() const { return Name(Run().Stray()); }
  std::string Mixed() const { return Name(Run().Mixed()); }

 private:
  Detection& Add(const std::string& text, std::vector<std::vector<int32_t>>* to) {
    to->emplace_back();
    std::istringstream in(text);
    for (std::string word; in >> word;) {
      to->back().push_back(word == "_" ? kNoLabel : labels_.Add(word));
    }
    return *this;
  }
  std::string Name(int32_t id) const { return id == kNoLabel ? "" : labels_.name(id); }
  LabelSet labels_;
  std::vector<std::vector<int32_t>> gold_, votes_;
};

TEST(SchemeDetectorTest, ByLetters) {
  EXPECT_EQ(Detection().Gold("O B-X I-X B-Y").Scheme(), "iob2");
  EXPECT_EQ(Detection().Gold("O B-X B-Y").Scheme(), "iob2");
  EXPECT_EQ(Detection().Gold("O I-X I-X").Scheme(), "io");
  EXPECT_EQ(Detection().Gold("S-X B-X E-X").Scheme(), "iobes");
  EXPECT_EQ(Detection().Gold("B-X E-X").Scheme(), "iobes");
  EXPECT_EQ(Detection().Gold("B-X L-X").Scheme(), "bilou");
  EXPECT_EQ(Detection().Gold("U-X O").Scheme(), "bilou");
  EXPECT_EQ(Detection().Gold("NOUN VERB").Scheme(), "plain");
  EXPECT_EQ(Detection().Gold("O O").Scheme(), "iob2");
  EXPECT_EQ(Detection().Scheme(), "iob2");
}

TEST(SchemeDetectorTest, SharedLettersBySequence) {
  EXPECT_EQ(Detection().Gold("I-X B-X I-X O").Scheme(), "iob1");
  EXPECT_EQ(Detection().Gold("I-X B-X").Gold("O B-X").Scheme(), "iob2");
  EXPECT_EQ(Detection().Gold("B-X B-X I-X").Scheme(), "iob2");
  EXPECT_EQ(Detection().Gold("I-X E-X I-X").Scheme(), "ioe1");
  EXPECT_EQ(Detection().Gold("I-X E-X O").Scheme(), "ioe2");
  EXPECT_EQ(Detection().Gold("E-X O E-X").Scheme(), "ioe2");
}

TEST(SchemeDetectorTest, GoldDecidesOverNoisyVotes) {
  EXPECT_EQ(Detection().Gold("B-X I-X O").Votes("O I-X I-X").Scheme(), "iob2");
  EXPECT_EQ(Detection().Gold("I-X B-X").Votes("O B-X I-X").Scheme(), "iob1");
  EXPECT_EQ(Detection().Gold("_ _").Votes("O I-X O B-X").Scheme(), "iob2");
}

TEST(SchemeDetectorTest, WhatDoesNotFit) {
  EXPECT_EQ(Detection().Gold("B-X I-X B").Stray(), "B");
  EXPECT_EQ(Detection().Gold("B-X I-X LOC").Stray(), "LOC");
  EXPECT_EQ(Detection().Gold("B-X E-X U-X").Mixed(), "U-X");
  EXPECT_EQ(Detection().Gold("B-X I-X O").Stray(), "");
  EXPECT_EQ(Detection().Gold("B-X E-X S-X O").Mixed(), "");
  EXPECT_EQ(Detection().Gold("NOUN VERB S-X").Stray(), "");
}

TEST(SchemeDetectorTest, LettersWithoutATypeAreNoPlainTags) {
  EXPECT_EQ(Detection().Gold("O B I O").Stray(), "B");
  EXPECT_EQ(Detection().Gold("O I").Stray(), "I");
  EXPECT_EQ(Detection().Gold("S-X E U-X").Stray(), "E");
  EXPECT_EQ(Detection().Gold("N V I O").Stray(), "");
  EXPECT_EQ(Detection().Gold("O O").Stray(), "");
}

TEST(SchemeDetectorTest, APartIsLookedAtByItself) {
  const LabelSet labels({"O", "B-X", "I-X", "S-X", "U-X"});
  EXPECT_EQ(SchemeDetector(labels, {true, true, true, false, false}).Detect(), Scheme::kIOB2);
  EXPECT_EQ(SchemeDetector(labels, {true, true, true, true, false}).Detect(), Scheme::kIOBES);
  EXPECT_EQ(SchemeDetector(labels, {true, true, true, false, true}).Mixed(), kNoLabel);
  EXPECT_FALSE(SchemeDetector(labels, {true, false, false, false, false}).has_tags());
}

}  // namespace
}  // namespace weft
