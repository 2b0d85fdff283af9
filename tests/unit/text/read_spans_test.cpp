// JSONL with character spans over raw text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus_text.h"

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::shared_ptr<const Corpus> Spans(const std::string& bytes, const ReadOptions& options = {},
                                    ReadReport* report = nullptr) {
  return ReadCorpusBytes(bytes, "x.jsonl", options, report);
}

TEST(ReadSpansTest, TokensAndLabelsFromText) {
  const auto corpus = Spans(
      R"({"id":1,"text":"Ann saw Ann Lee.","spans":[{"start":8,"end":15,"label":"PER"}],)"
      R"("weak":{"w":[{"start":0,"end":3,"label":"PER"},{"start":8,"end":11,"label":"PER"}],"v":null}})");
  EXPECT_EQ(Dump(*corpus),
            "iob2\nlabels: O B-PER I-PER\nsources: w\ncolumns: token\n"
            "sentence 1 of document 0 : Ann saw Ann Lee.\n"
            "  Ann @0-3\n  saw @4-7\n  Ann @8-11\n  Lee @12-15\n  . @15-16\n"
            "  gold: O O B-PER I-PER O\n  w: B-PER O B-PER O O\n");
}

TEST(ReadSpansTest, EachTokenPointsAtItsOwnOccurrence) {
  const auto corpus = Spans(
      R"({"text":"go, go go","tokens":["go","go","go"],"spans":[{"start":4,"end":6,"label":"X"}]})");
  EXPECT_EQ(corpus->offsets(1).begin, 4);
  EXPECT_EQ(corpus->offsets(2).begin, 7);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("O", "B-X", "O"));
}

TEST(ReadSpansTest, UnitsAreDeclared) {
  ReadOptions options;
  const auto labels = [&](OffsetUnit unit, int start, int end) {
    options.offset_unit = unit;
    const auto corpus = Spans(R"({"text":"🙂 Zoë!","spans":[{"start":)" + std::to_string(start) +
                                  R"(,"end":)" + std::to_string(end) + R"(,"label":"P"}]})",
                              options);
    return LabelNames(*corpus, corpus->gold(0));
  };
  EXPECT_THAT(labels(OffsetUnit::kCodePoints, 2, 5), ElementsAre("O", "B-P", "O"));
  EXPECT_THAT(labels(OffsetUnit::kUtf16, 3, 6), ElementsAre("O", "B-P", "O"));
  EXPECT_THAT(labels(OffsetUnit::kBytes, 5, 9), ElementsAre("O", "B-P", "O"));
}

constexpr char kCuts[] = R"({"text":"unhappy Ann  Lee","spans":[{"start":2,"end":7,"label":"A"},)"
                         R"({"start":8,"end":12,"label":"B"},{"start":12,"end":13,"label":"C"},)"
                         R"({"start":13,"end":14,"label":"D"},{"start":14,"end":16,"label":"E"}]})";

TEST(ReadSpansTest, OffBoundaryIsAnErrorExpandedOrDropped) {
  ReadOptions options;
  EXPECT_EQ(
      ReadError(kCuts, "f.jsonl"),
      "f.jsonl:1, \"spans\": span \"A\" over \"happy\" cuts through a token; expected spans of "
      "whole tokens, or leave to expand or drop others");
  ReadReport report;
  options.off_boundary = OffBoundary::kExpand;
  auto corpus = Spans(kCuts, options, &report);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-A", "B-B", "B-D"));
  EXPECT_EQ(report.spans_expanded, 2);
  EXPECT_EQ(report.spans_dropped, 2) << "C covers no token, E meets the expanded D";
  options.off_boundary = OffBoundary::kDrop;
  corpus = Spans(kCuts, options, &report);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("O", "B-B", "O"));
  EXPECT_EQ(report.spans_expanded, 0);
  EXPECT_EQ(report.spans_dropped, 4);
}

TEST(ReadSpansTest, SchemesAndTypes) {
  const std::string line = R"({"text":"a b","spans":[{"start":0,"end":3,"label":"X-Y"}]})";
  ReadOptions options;
  options.corpus.scheme_declared = true;
  options.corpus.scheme = Scheme::kBILOU;
  auto corpus = Spans(line, options);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-X-Y", "L-X-Y"));
  options = {};
  options.corpus.labels = {"O", "S-Q"};
  corpus = Spans(line, options);
  EXPECT_THAT(LabelNames(*corpus, corpus->gold(0)), ElementsAre("B-X-Y", "E-X-Y"));
  options.corpus.labels = {"Q", "X-Y"};
  corpus = Spans(line, options);
  EXPECT_THAT(corpus->labels().names(), ElementsAre("O", "B-Q", "I-Q", "B-X-Y", "I-X-Y"));
  options.corpus.scheme_declared = true;
  options.corpus.scheme = Scheme::kPlain;
  EXPECT_THAT(ReadError(line, "f", options), HasSubstr("spans need a scheme"));
}

TEST(ReadSpansTest, UnlabelledIsNotEmpty) {
  EXPECT_FALSE(Spans(R"({"text":"a b"})")->has_gold());
  EXPECT_FALSE(Spans(R"({"text":"a b","spans":null})")->has_gold());
  EXPECT_TRUE(Spans(R"({"text":"a b","spans":[]})")->has_gold());
}

TEST(ReadSpansTest, Errors) {
  EXPECT_EQ(
      ReadError(R"({"text":"a b c","spans":[{"start":0,"end":3,"label":"X"},)"
                R"({"start":2,"end":5,"label":"Y"}]})",
                "f"),
      "f:1, \"spans\": spans must not overlap, found \"X\" over \"a b\" and \"Y\" over \"b c\"");
  EXPECT_THAT(ReadError(R"({"text":"a","spans":[{"start":0,"end":9,"label":"X"}]})", "f"),
              HasSubstr("f:1: expected an offset of a character of \"text\", found 9"));
  EXPECT_THAT(ReadError(R"({"text":"a","spans":[{"start":0,"end":0,"label":"X"}]})", "f"),
              HasSubstr("expected a span that is not empty"));
  EXPECT_THAT(ReadError(R"({"text":"a","spans":[{"start":0.5,"end":1,"label":"X"}]})", "f"),
              HasSubstr("expected an offset, a whole number, found 0.5"));
  EXPECT_THAT(ReadError(R"({"text":"a","spans":[{"start":0,"end":1}]})", "f"),
              HasSubstr("expected a span, {\"start\", \"end\", \"label\"}"));
  EXPECT_THAT(ReadError(R"({"text":"a b","tokens":["b","a"],"spans":[]})", "f"),
              HasSubstr("f:1: expected token 1, \"a\", in the rest of the text"));
  EXPECT_THAT(ReadError(R"({"spans":[]})", "f"), HasSubstr("expected \"text\""));
  EXPECT_THAT(ReadError(R"({"text":"a","spans":[],"labels":["O"]})", "f"), HasSubstr("\"spans\""));
}

}  // namespace
}  // namespace weft
