#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "text/scheme.h"

namespace weft {
namespace {

// Spans as "begin-end:type …" of labels given as words; "_" is no label.
std::string Spans(const std::string& text, Scheme scheme, SpanMode mode) {
  LabelSet labels;
  std::vector<int32_t> ids;
  std::istringstream in(text);
  for (std::string word; in >> word;) ids.push_back(word == "_" ? kNoLabel : labels.Add(word));
  std::vector<LabelSpan> spans;
  SpanReader(labels, scheme).Read(ids, mode, &spans);
  std::ostringstream out;
  for (const LabelSpan& span : spans)
    out << span.begin << "-" << span.end << ":" << span.type << " ";
  return out.str();
}
std::string Strict(const std::string& text, Scheme scheme) {
  return Spans(text, scheme, SpanMode::kStrict);
}
std::string Scorer(const std::string& text, Scheme scheme = Scheme::kIOB2) {
  return Spans(text, scheme, SpanMode::kConlleval);
}

TEST(SpanReaderTest, IWithoutBCountsOnlyForTheScorer) {
  EXPECT_EQ(Strict("I-X I-X", Scheme::kIOB2), "");
  EXPECT_EQ(Scorer("I-X I-X"), "0-2:X ");
  EXPECT_EQ(Strict("B-X I-X", Scheme::kIOB2), "0-2:X ");
  EXPECT_EQ(Strict("B-X I-Y I-Y O B-Y", Scheme::kIOB2), "0-1:X 4-5:Y ");
  EXPECT_EQ(Scorer("B-X I-Y I-Y O B-Y"), "0-1:X 1-3:Y 4-5:Y ");
}

TEST(SpanReaderTest, FourLetterSchemesNeedTheirBoundaries) {
  EXPECT_EQ(Strict("B-X E-X B-X E-X", Scheme::kIOBES), "0-2:X 2-4:X ");
  EXPECT_EQ(Strict("B-X I-X I-X E-X", Scheme::kIOBES), "0-4:X ");
  EXPECT_EQ(Strict("B-X I-X O S-X", Scheme::kIOBES), "3-4:X ");
  EXPECT_EQ(Strict("I-X E-X O B-X", Scheme::kIOBES), "");
  EXPECT_EQ(Strict("B-X I-X B-X E-X", Scheme::kIOBES), "2-4:X ");
  EXPECT_EQ(Strict("B-X L-X U-X U-X", Scheme::kBILOU), "0-2:X 2-3:X 3-4:X ");
  EXPECT_EQ(Strict("B-X E-Y", Scheme::kIOBES), "");
  EXPECT_EQ(Scorer("B-X E-X B-X E-X", Scheme::kIOBES), "0-2:X 2-4:X ");
  EXPECT_EQ(Scorer("B-X I-X O S-X", Scheme::kIOBES), "0-2:X 3-4:X ");
  EXPECT_EQ(Scorer("B-X L-X U-X I-X", Scheme::kBILOU), "0-2:X 2-3:X 3-4:X ");
}

TEST(SpanReaderTest, OtherSchemes) {
  EXPECT_EQ(Strict("I-X I-X I-Y O I-X", Scheme::kIO), "0-2:X 2-3:Y 4-5:X ");
  EXPECT_EQ(Strict("I-X B-X I-X I-Y", Scheme::kIOB1), "0-1:X 1-3:X 3-4:Y ");
  EXPECT_EQ(Strict("O B-X I-X O I-X", Scheme::kIOB1), "4-5:X ");
  EXPECT_EQ(Strict("I-X E-X I-X O I-X I-X", Scheme::kIOE1), "0-2:X 2-3:X 4-6:X ");
  EXPECT_EQ(Strict("I-X E-X O", Scheme::kIOE1), "");
  EXPECT_EQ(Strict("I-X E-X E-X I-X O", Scheme::kIOE2), "0-2:X 2-3:X ");
  EXPECT_EQ(Strict("NOUN VERB", Scheme::kPlain), "");
  EXPECT_EQ(Scorer("B-X I-X", Scheme::kPlain), "");
}

TEST(SpanReaderTest, UnlabelledTokensAndForeignTagsAreOutside) {
  EXPECT_EQ(Strict("B-X _ I-X B-X", Scheme::kIOB2), "0-1:X 3-4:X ");
  EXPECT_EQ(Scorer("B-X _ I-X"), "0-1:X 2-3:X ");
  EXPECT_EQ(Strict("B-X S-X junk B-X I-X", Scheme::kIOB2), "0-1:X 3-5:X ");
  EXPECT_EQ(Strict("B-ARGM-LOC I-ARGM-LOC", Scheme::kIOB2), "0-2:ARGM-LOC ");
  EXPECT_EQ(Strict("", Scheme::kIOB2), "");
}

}  // namespace
}  // namespace weft
