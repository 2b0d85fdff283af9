#include "text/scheme.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Scheme kSpanSchemes[] = {Scheme::kIO,   Scheme::kIOB1,  Scheme::kIOB2, Scheme::kIOE1,
                                   Scheme::kIOE2, Scheme::kIOBES, Scheme::kBILOU};

TEST(SchemeTest, Names) {
  for (Scheme scheme : kSpanSchemes) EXPECT_EQ(SchemeFromName(SchemeName(scheme)), scheme);
  EXPECT_EQ(SchemeFromName("plain"), Scheme::kPlain);
  try {
    SchemeFromName("bio");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "a tag scheme must be one of plain, io, iob1, iob2, ioe1, ioe2, iobes, bilou; "
                 "found \"bio\"");
  }
}

TEST(SchemeTest, SplitsAtTheFirstHyphenOnly) {
  EXPECT_EQ(SplitTag("B-ARGM-LOC").prefix, 'B');
  EXPECT_EQ(SplitTag("B-ARGM-LOC").type, "ARGM-LOC");
  EXPECT_EQ(SplitTag("O").prefix, 'O');
  for (const char* label : {"B", "I", "B-", "NN-TL", "X-PER", "o", "-", "b-PER"}) {
    EXPECT_EQ(SplitTag(label).prefix, '\0') << label;
    EXPECT_EQ(SplitTag(label).type, label);
  }
}

std::string TagError(const char* label, Scheme scheme) {
  try {
    CheckTag(label, scheme, "a.conll:3");
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kFormat);
    return e.what();
  }
  return "";
}

TEST(SchemeTest, UnknownTagsOfADeclaredScheme) {
  EXPECT_EQ(TagError("E-PER", Scheme::kIOB2),
            "a.conll:3: label \"E-PER\" is no tag of the scheme iob2; expected B-TYPE, I-TYPE, or "
            "O");
  EXPECT_THAT(TagError("B", Scheme::kIOB2), HasSubstr("need a type"));
  EXPECT_THAT(TagError("NOUN", Scheme::kBILOU), HasSubstr("B-TYPE, I-TYPE, L-TYPE, U-TYPE, or O"));
  EXPECT_EQ(TagError("NOUN", Scheme::kPlain), "");
  EXPECT_EQ(TagError("I-A-B", Scheme::kIO), "");
}

TEST(SchemeTest, LabelsOfASchemeAreCanonical) {
  EXPECT_THAT(SchemeLabels({"B", "A"}, Scheme::kIOB2).names(),
              ElementsAre("O", "B-A", "I-A", "B-B", "I-B"));
  EXPECT_THAT(SchemeLabels({"X"}, Scheme::kBILOU).names(),
              ElementsAre("O", "B-X", "I-X", "L-X", "U-X"));
}

// Every label sequence of `length` tokens.
std::vector<std::vector<int32_t>> AllSequences(int32_t labels, int length) {
  std::vector<std::vector<int32_t>> all(1);
  for (int t = 0; t < length; ++t) {
    std::vector<std::vector<int32_t>> longer;
    for (const auto& head : all) {
      for (int32_t k = 0; k < labels; ++k) {
        longer.push_back(head);
        longer.back().push_back(k);
      }
    }
    all = std::move(longer);
  }
  return all;
}

bool Legal(const TransitionRules& rules, const std::vector<int32_t>& ids, int32_t labels) {
  if (!rules.start[static_cast<size_t>(ids.front())]) return false;
  if (!rules.end[static_cast<size_t>(ids.back())]) return false;
  for (size_t t = 1; t < ids.size(); ++t) {
    if (!rules.transition[static_cast<size_t>(ids[t - 1] * labels + ids[t])]) return false;
  }
  return true;
}

std::vector<std::string> Names(const LabelSet& labels, const std::vector<int32_t>& ids) {
  std::vector<std::string> names;
  for (int32_t id : ids) names.push_back(labels.name(id));
  return names;
}

// Brute force: a sequence is legal exactly when it is what its own spans are written as.
TEST(SchemeRulesTest, LegalMeansWrittenFromSpans) {
  for (Scheme scheme : kSpanSchemes) {
    const LabelSet labels = SchemeLabels({"A", "B"}, scheme);
    const TransitionRules rules = SchemeRules(labels, scheme);
    const SpanReader reader(labels, scheme);
    EXPECT_EQ(rules.all_legal, scheme == Scheme::kIO);
    for (int length = 1; length <= (labels.size() > 5 ? 4 : 5); ++length) {
      for (const auto& ids : AllSequences(labels.size(), length)) {
        std::vector<LabelSpan> strict, lenient;
        reader.Read(ids, SpanMode::kStrict, &strict);
        reader.Read(ids, SpanMode::kConlleval, &lenient);
        const auto names = Names(labels, ids);
        const bool canonical = EncodeSpans(strict, length, scheme) == names;
        ASSERT_EQ(Legal(rules, ids, labels.size()), canonical)
            << SchemeName(scheme) << " " << testing::PrintToString(names);
        if (canonical) {
          // Where E closes single-type runs only (IOE1), the scorer and the scheme agree too.
          ASSERT_EQ(strict, lenient) << SchemeName(scheme) << testing::PrintToString(names);
        }
      }
    }
  }
}

TEST(SchemeRulesTest, IOB2ByHand) {
  const LabelSet labels({"O", "B-A", "I-A", "B-B", "I-B"});
  const TransitionRules rules = SchemeRules(labels, Scheme::kIOB2);
  EXPECT_THAT(rules.start, ElementsAre(1, 1, 0, 1, 0));
  EXPECT_THAT(rules.end, ElementsAre(1, 1, 1, 1, 1));
  EXPECT_THAT(rules.transition, ElementsAre(1, 1, 0, 1, 0,    // from O
                                            1, 1, 1, 1, 0,    // from B-A
                                            1, 1, 1, 1, 0,    // from I-A
                                            1, 1, 0, 1, 1,    // from B-B
                                            1, 1, 0, 1, 1));  // from I-B
}

TEST(SchemeRulesTest, WithoutO) {
  const TransitionRules rules = SchemeRules(LabelSet({"B-A", "I-A"}), Scheme::kIOB2);
  EXPECT_THAT(rules.start, ElementsAre(1, 0));
  EXPECT_THAT(rules.transition, ElementsAre(1, 1, 1, 1));
  EXPECT_TRUE(SchemeRules(LabelSet({"NOUN", "VERB"}), Scheme::kPlain).all_legal);
}

TEST(EncodeSpansTest, EachScheme) {
  const std::vector<LabelSpan> spans = {{0, 1, "A"}, {1, 4, "A"}, {5, 7, "B"}};
  const auto encode = [&](Scheme scheme) {
    std::string text;
    for (const std::string& label : EncodeSpans(spans, 7, scheme)) text += label + " ";
    return text;
  };
  EXPECT_EQ(encode(Scheme::kIO), "I-A I-A I-A I-A O I-B I-B ");
  EXPECT_EQ(encode(Scheme::kIOB1), "I-A B-A I-A I-A O I-B I-B ");
  EXPECT_EQ(encode(Scheme::kIOB2), "B-A B-A I-A I-A O B-B I-B ");
  EXPECT_EQ(encode(Scheme::kIOE1), "E-A I-A I-A I-A O I-B I-B ");
  EXPECT_EQ(encode(Scheme::kIOE2), "E-A I-A I-A E-A O I-B E-B ");
  EXPECT_EQ(encode(Scheme::kIOBES), "S-A B-A I-A E-A O B-B E-B ");
  EXPECT_EQ(encode(Scheme::kBILOU), "U-A B-A I-A L-A O B-B L-B ");
  EXPECT_THROW(EncodeSpans({{0, 2, "A"}, {1, 3, "A"}}, 3, Scheme::kIOB2), Error);
  EXPECT_THROW(EncodeSpans({{0, 4, "A"}}, 3, Scheme::kIOB2), Error);
  EXPECT_THROW(EncodeSpans({{1, 1, "A"}}, 3, Scheme::kIOB2), Error);
}

}  // namespace
}  // namespace weft
