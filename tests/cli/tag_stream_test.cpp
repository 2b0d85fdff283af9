// weft tag as part of a stream: at once, in order, in little memory.
#include <gmock/gmock.h>

#include <chrono>

#include "command_test.h"

namespace weft::testing {
namespace {

using ::testing::HasSubstr;
using TagStreamTest = CommandTest;

std::string ManyRecords(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "{\"id\":\"" + std::to_string(i) + "\",\"tokens\":[\"Ana\",\"left\",\"" +
            (i % 2 == 0 ? "Oslo" : "Porto") + "\"]}\n";
  }
  return text;
}

TEST_F(TagStreamTest, AnswersBeforeTheNextSentenceComes) {
  Process process(Call({"tag", ToyTagger()}));
  process.Write("in\nOslo\n\n");
  EXPECT_TRUE(process.WaitFor("\n\n"));
  process.Write("in\nPorto\n\n");
  EXPECT_TRUE(process.WaitFor("Porto"));
  EXPECT_EQ(process.Wait().status, 0);
}

TEST_F(TagStreamTest, OrderAndContentDoNotDependOnThreads) {
  const std::string records = ManyRecords(4321);
  const Outcome one = Weft({"tag", ToyTagger(), "--threads", "1"}, records);
  const auto lines = Lines(one.out);
  ASSERT_EQ(lines.size(), 4321u);
  for (size_t i = 0; i < lines.size(); i += 100) {
    EXPECT_EQ(Json::parse(lines[i]).at("id"), std::to_string(i));
  }
  EXPECT_TRUE(Weft({"tag", ToyTagger(), "--threads", "7"}, records).out == one.out);
}

// Blank lines are sentences too: what comes out stays in step with what goes in.
TEST_F(TagStreamTest, PlainLines) {
  const std::string text = "Ana left Oslo\n\n  Porto \n\n";
  const Outcome outcome = Weft({"tag", ToyTagger(), "--format", "lines"}, text);
  const auto lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 4u) << outcome.err;
  EXPECT_EQ(Json::parse(lines[0]).at("tokens"), Json({"Ana", "left", "Oslo"}));
  EXPECT_EQ(Json::parse(lines[1]).at("tokens"), Json::array());
  EXPECT_EQ(Json::parse(lines[2]).at("labels").size(), 1u);
  EXPECT_EQ(Json::parse(lines[3]).at("tokens"), Json::array());
  EXPECT_EQ(Weft({"tag", ToyTagger(), "--read", "format=lines"}, text).out, outcome.out);
  const Outcome columns =
      Weft({"tag", ToyTagger(), "--format", "lines", "--output", "conll"}, "Ana left\nOslo\n");
  EXPECT_EQ(Lines(columns.out).size(), 5u) << columns.out;
}

TEST_F(TagStreamTest, AnErrorComesAfterWhatWasRightBeforeIt) {
  const std::string good = ManyRecords(2500);
  const Outcome outcome = Weft({"tag", ToyTagger()}, good + "{\"tokens\":7}\n" + good);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("standard input:2501"));
  EXPECT_EQ(Lines(outcome.out).size(), 2500u);
  EXPECT_EQ(outcome.out, Weft({"tag", ToyTagger()}, good).out);
  const Outcome few = Weft({"tag", ToyTagger()}, ManyRecords(3) + "{\"tokens\":[\"a\"\n");
  EXPECT_EQ(few.status, 1);
  EXPECT_THAT(few.err, HasSubstr("standard input:4"));
  EXPECT_EQ(Lines(few.out).size(), 3u);
  const Outcome none = Weft({"tag", ToyTagger()}, "{\"tokens\":[\"a\"\n" + good);
  EXPECT_EQ(none.out, "");
  EXPECT_THAT(none.err, HasSubstr("standard input:1"));
}

TEST_F(TagStreamTest, ColumnsInPiecesAreNumberedThroughToo) {
  std::string columns;
  for (int i = 0; i < 1500; ++i) columns += "in IN\nOslo NNP\n\n";
  const Outcome outcome = Weft({"tag", ToyTagger()}, columns + "in\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("standard input:4501"));
  EXPECT_EQ(outcome.out, Weft({"tag", ToyTagger()}, columns).out);
}

TEST_F(TagStreamTest, AHeaderOfColumnsHoldsForAllPieces) {
  std::string columns = "# columns:\tnumber\ttoken\n";
  for (int i = 0; i < 2500; ++i) columns += "7\tOslo\n\n";
  const Outcome outcome = Weft({"tag", ToyTagger()}, columns);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = Lines(outcome.out);
  EXPECT_EQ(lines.size(), 5001u);
  EXPECT_THAT(lines[0], HasSubstr("# columns:"));
  EXPECT_EQ(lines[1], lines[4999]);
}

// Seconds that tagging `count` times the text takes.
double SecondsFor(const std::string& text, int count) {
  std::string input;
  for (int i = 0; i < count; ++i) input += Json{{"text", text}}.dump() + "\n";
  const Words tag = {"tag", CommandTest::ToyTagger(), "--threads", "1"};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(Weft(tag, input).status, 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_F(TagStreamTest, ALongTextTakesNoLongerThanItsParts) {
  std::string part, whole;
  for (int i = 0; i < 250; ++i) part += "Oslo and ";
  for (int i = 0; i < 60; ++i) whole += part;
  EXPECT_LT(SecondsFor(whole, 1), 4 * SecondsFor(part, 60) + 0.5);
}

TEST_F(TagStreamTest, MemoryStaysFlat) {
  const Outcome few = Weft({"tag", ToyTagger(), "--threads", "2"}, ManyRecords(4000));
  const Outcome many = Weft({"tag", ToyTagger(), "--threads", "2"}, ManyRecords(80000));
  EXPECT_EQ(Lines(many.out).size(), 80000u);
  EXPECT_LT(many.peak_memory, few.peak_memory + (16 << 20));
}

}  // namespace
}  // namespace weft::testing
