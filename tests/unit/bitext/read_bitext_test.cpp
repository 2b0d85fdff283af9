// Reading bitext: formats, and sides that are out of step.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bitext/bitext.h"
#include "core/error.h"
#include "text/derive.h"
#include "text/gzip.h"
#include "text/read.h"

namespace weft {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Settings = std::map<std::string, std::string>;

class ReadBitextTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "weft-bitext-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string File(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
    return folder_ + "/" + name;
  }
  std::string folder_;
};

Options With(const Settings& settings) {
  Options options(BitextOptions());
  for (const auto& [key, value] : settings) options.Set(key, value);
  return options;
}

std::string Text(const Bitext& bitext) {
  std::string text;
  for (int64_t p = 0; p < bitext.alignment.num_pairs(); ++p) {
    for (const Corpus* side : {bitext.source.get(), bitext.target.get()}) {
      for (int64_t t = side->begin(p); t < side->end(p); ++t) {
        text += std::string(side->token(t)) + " ";
      }
      text += "| ";
    }
    text += LinksText(bitext.alignment.pair(p)) + "\n";
  }
  return text;
}

template <typename Read>
std::string FailureOf(Read read, Status status = Status::kFormat) {
  try {
    read();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), status) << e.what();
    return e.what();
  }
  return "";
}

constexpr char kJson[] =
    "{\"id\":\"one\",\"src\":[\"a\",\"b\"],\"tgt\":[\"x\",\"y\"],\"inter\":[[0,0]],"
    "\"gdiag\":[[0,0],[1,1]]}\n"
    "{\"id\":\"two\",\"src\":[\"c\"],\"tgt\":[],\"inter\":[],\"gdiag\":[]}\n";

TEST_F(ReadBitextTest, JsonLines) {
  const std::string path = File("b.jsonl", kJson);
  EXPECT_EQ(Text(*ReadBitext(path, With({{"links", "inter"}}))), "a b | x y | 0-0\nc | | \n");
  EXPECT_EQ(Text(*ReadBitext(path, With({{"links", "gdiag"}}))), "a b | x y | 0-0 1-1\nc | | \n");
  EXPECT_EQ(ReadBitext(path, With({{"links", "inter"}}))->target->id(1), "two");
  const std::string zipped = File("b.jsonl.gz", Gzip(kJson));
  EXPECT_EQ(Text(*ReadBitext(zipped, With({{"links", "inter"}}))), "a b | x y | 0-0\nc | | \n");
  // Which of two is meant must be said; of one not.
  EXPECT_THAT(FailureOf([&] { ReadBitext(path, With({})); }, Status::kInvalidArgument),
              AllOf(HasSubstr("\"gdiag\" and \"inter\""), HasSubstr("option links")));
  const std::string one = File("one.jsonl", "{\"src\":\"a b\",\"tgt\":\"x\",\"al\":[[1,0]]}\n\n");
  EXPECT_EQ(Text(*ReadBitext(one, With({}))), "a b | x | 1-0\n");
  const std::string text = File("t.jsonl", "{\"en\":[\"a\"],\"de\":\"x\",\"al\":\"0-0:0.5\"}\n");
  EXPECT_EQ(Text(*ReadBitext(text, With({{"source", "en"}, {"target", "de"}, {"links", "al"}}))),
            "a | x | 0-0:0.5\n");
}

// What else a line holds is not taken for links.
TEST_F(ReadBitextTest, WhichMemberHoldsLinks) {
  const auto read = [&](const std::string& text) {
    return Text(*ReadBitext(File("b.jsonl", text), With({})));
  };
  const std::string two = "{\"src\":\"a b\",\"tgt\":\"x y\",";
  EXPECT_EQ(read(two + "\"notes\":[],\"al\":[[1,1]]}\n"), "a b | x y | 1-1\n");
  EXPECT_EQ(read("\n" + two + "\"al\":[]}\n" + two + "\"al\":[[0,1]]}\n"),
            "a b | x y | \na b | x y | 0-1\n");
  EXPECT_EQ(read(two + "\"date\":\"May\",\"al\":\"0-1 1-0\"}\n"), "a b | x y | 0-1 1-0\n");
  EXPECT_EQ(read(two + "\"spans\":[[0,1]],\"links\":\"0-0\"}\n"), "a b | x y | 0-0\n");
  EXPECT_THAT(FailureOf([&] { read(two + "\"spans\":[[0,1]],\"al\":\"0-0\"}\n"); },
                        Status::kInvalidArgument),
              HasSubstr("option links"));
}

TEST_F(ReadBitextTest, BothDirections) {
  const std::string path = File(
      "b.jsonl", "{\"src\":\"a b\",\"tgt\":\"x y\",\"f\":[[0,0],[1,1]],\"r\":[[0,0],[1,0]]}\n");
  EXPECT_EQ(Text(*ReadBitext(path, With({{"links", "f"},
                                         {"reverse_links", "r"},
                                         {"reverse_order", "target-source"},
                                         {"symmetrize", "union"}}))),
            "a b | x y | 0-0 0-1:0.5 1-1:0.5\n");
}

TEST_F(ReadBitextTest, ParallelLinesAndAFileOfLinks) {
  const std::string path = File("b.txt", "a b ||| x y\nc ||| z\n ||| w\n");
  const std::string links = File("b.align", "0-0 1-1\n0-0\n\n");
  const std::string back = File("b.back", "0-0\n0-0\n\n");
  const std::string sure = File("b.sure", "0.5 1\n1\n\n");
  EXPECT_EQ(Text(*ReadBitext(path, With({{"alignment", links}}))),
            "a b | x y | 0-0 1-1\nc | z | 0-0\n| w | \n");
  EXPECT_EQ(
      Text(*ReadBitext(
          path,
          With({{"alignment", links}, {"reverse_alignment", back}, {"symmetrize", "intersect"}}))),
      "a b | x y | 0-0\nc | z | 0-0\n| w | \n");
  EXPECT_EQ(Text(*ReadBitext(path, With({{"alignment", links}, {"confidences", sure}}))),
            "a b | x y | 0-0:0.5 1-1\nc | z | 0-0\n| w | \n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(path, With({})); }, Status::kInvalidArgument),
              AllOf(HasSubstr("b.txt has no links"), HasSubstr("option alignment")));
  for (const char* key : {"symmetrize", "reverse_order", "links", "source"}) {
    const char* value = key == std::string("symmetrize") ? "union" : "target-source";
    EXPECT_THAT(FailureOf(
                    [&] {
                      ReadBitext(path, With({{"alignment", links}, {key, value}}));
                    },
                    Status::kInvalidArgument),
                HasSubstr(key));
  }
  EXPECT_THAT(FailureOf([&] {
                ReadBitext(File("x", "a ||| b\nc\n"), With({{"alignment", links}}));
              }),
              HasSubstr("x:2: expected \"source ||| target\""));
  EXPECT_THROW(ReadBitext(path, With({{"alignment", folder_ + "/none"}})), Error);
  const std::string three = File("b.three", "a b ||| x y ||| 0-0 1-1 ||| -3\nc ||| z |||\n");
  EXPECT_EQ(Text(*ReadBitext(three, With({}))), "a b | x y | 0-0 1-1\nc | z | \n");
  EXPECT_EQ(Text(*ReadBitext(three, With({{"alignment", File("o", "1-0\n0-0\n")}}))),
            "a b | x y | 1-0\nc | z | 0-0\n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(File("e", "\n \n"), With({})); }), HasSubstr("empty"));
}

TEST_F(ReadBitextTest, LinksWithConfidencesAndNone) {
  const std::string two = "{\"src\":\"a b\",\"tgt\":\"x y\",";
  const std::string path = File("b.jsonl", two + "\"al\":[[0,0,0.5],[1,1]]}\n" + two +
                                               "\"al\":null}\n" + two + "\"al\":\"\"}\n");
  EXPECT_EQ(Text(*ReadBitext(path, With({}))),
            "a b | x y | 0-0:0.5 1-1\na b | x y | \na b | x y | \n");
  for (const char* links : {"[[0,0,2]]", "[[0,0,\"1\"]]", "[[0]]", "[[0,0.5]]", "3"}) {
    const std::string bad = File("c.jsonl", two + "\"al\":" + links + "}\n");
    EXPECT_THAT(FailureOf([&] {
                  ReadBitext(bad, With({{"links", "al"}}));
                }),
                HasSubstr("c.jsonl:1: expected"))
        << links;
  }
}

// A member that looks like links is not taken for them because the links' own list is empty there.
TEST_F(ReadBitextTest, TheMemberOfAllLinesHoldsLinks) {
  const std::string two = "{\"src\":\"a b\",\"tgt\":\"x y\",";
  const std::string path =
      File("b.jsonl", "\xEF\xBB\xBF" + two + "\"spans\":[[0,1]],\"inter\":[]}\n" + two +
                          "\"spans\":[],\"inter\":[[0,1],[1,0]]}\n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(path, With({})); }, Status::kInvalidArgument),
              HasSubstr("both \"inter\" and \"spans\" hold links"));
  EXPECT_EQ(Text(*ReadBitext(path, With({{"links", "inter"}}))),
            "a b | x y | \na b | x y | 0-1 1-0\n");
  const std::string vectors = File(
      "v.jsonl", two + "\"emb\":[[0.5,1]],\"al\":[[0,0]]}\n" + two + "\"emb\":[],\"al\":[]}\n");
  EXPECT_EQ(Text(*ReadBitext(vectors, With({}))), "a b | x y | 0-0\na b | x y | \n");
}

TEST_F(ReadBitextTest, IdsAreNoLinks) {
  const std::string two = "\"src\":\"a b\",\"tgt\":\"x y\",";
  const std::string path = File("b.jsonl", "{\"id\":\"0-1\"," + two + "\"al\":\"0-0 x\"}\n" +
                                               "{\"id\":\"1-1\"," + two + "\"al\":\"1-1\"}\n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(path, With({})); }), HasSubstr("b.jsonl:1"));
  EXPECT_EQ(Text(*ReadBitext(path, With({{"on_error", "skip"}}))),
            "a b | x y | \na b | x y | 1-1\n");
}

// Which file it is that is wrong, and what may be the matter with it.
TEST_F(ReadBitextTest, ALinkOfTheOtherDirectionThatLeavesItsSentence) {
  const std::string path = File("b.txt", "a b c ||| x\n"), good = File("b.align", "2-0\n");
  const auto failure = [&](const std::string& links, const std::string& back) {
    return FailureOf([&] {
      ReadBitext(path, With({{"alignment", File("f", links)}, {"reverse_alignment", back}}));
    });
  };
  EXPECT_THAT(failure("2-0\n", File("b.back", "0-2\n")),
              AllOf(HasSubstr("b.back:1: pair 0"), HasSubstr("reverse_order=target-source")));
  EXPECT_THAT(failure("3-1\n", good), AllOf(HasSubstr("f:1"), HasSubstr("first_index=1")));
  EXPECT_THAT(failure("0-2\n", good), HasSubstr("the other way round, with option order=target"));
  EXPECT_THAT(failure("7-7\n", good), Not(HasSubstr("option")));
  const std::string turned = File("turned", "0-2\n");
  EXPECT_EQ(Text(*ReadBitext(path, With({{"alignment", turned}, {"order", "target-source"}}))),
            "a b c | x | 2-0\n");
}

TEST_F(ReadBitextTest, ALinkThatLeavesItsSentence) {
  const std::string path = File("b.txt", "a b ||| x\nc ||| z\na ||| b\n");
  const std::string links = File("b.align", "0-0\n0-7\nx\n");
  EXPECT_THAT(FailureOf([&] {
                ReadBitext(path, With({{"alignment", links}}));
              }),
              AllOf(HasSubstr("b.align:2"), HasSubstr("pair 1"), HasSubstr("target token 7"),
                    HasSubstr("1 and 1 tokens")));
  const auto skipped = ReadBitext(path, With({{"alignment", links}, {"on_error", "skip"}}));
  EXPECT_EQ(skipped->skipped_pairs, 2);
  EXPECT_EQ(Text(*skipped), "a b | x | 0-0\nc | z | \na | b | \n");  // still in step
  const std::string json = File("b.jsonl", "{\"src\":[\"a\"],\"tgt\":[\"x\"],\"al\":[[0,1]]}\n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(json, With({})); }), HasSubstr("b.jsonl:1: pair 0"));
  const std::string bad = File("c.jsonl", "{\"src\":[\"a\"],\"tgt\":[\"x\"],\"al\":[[0,-1]]}\n");
  EXPECT_THAT(FailureOf([&] { ReadBitext(bad, With({})); }), HasSubstr("c.jsonl:1"));
}

// Empty lines are sentences; a line too few is an error that says where it shows.
TEST_F(ReadBitextTest, SidesOutOfStep) {
  ReadOptions lines;
  lines.format = Format::kLines;
  const auto source = ReadCorpus(File("s", "a b\n\nc\nd e\n"), lines);
  const auto target = ReadCorpus(File("t", "x\ny\n\nz w\n"), lines);
  ASSERT_EQ(source->num_sentences(), 4);
  ASSERT_EQ(target->num_sentences(), 4);
  const auto align = [&](const std::string& links) {
    return AlignCorpora(source, target, With({{"alignment", File("l", links)}}));
  };
  EXPECT_EQ(Text(*align("0-0\n\n\n1-1\n")), "a b | x | 0-0\n| y | \nc | | \nd e | z w | 1-1\n");
  EXPECT_THAT(FailureOf([&] { align("0-0\n1-1\n\n"); }),
              AllOf(HasSubstr("source "), HasSubstr("4 sentences"), HasSubstr("3 lines"),
                    HasSubstr("is 1, at"), HasSubstr("l:2")));
  EXPECT_THAT(FailureOf([&] { align("0-0\n\n\n"); }), HasSubstr("the end, pair 3"));
  const auto shorter = SelectSentences(*target, std::vector<int64_t>{0, 1, 2});
  EXPECT_THAT(FailureOf([&] {
                AlignCorpora(source, shorter, With({{"alignment", File("l", "0-0\n\n\n1-1\n")}}));
              }),
              AllOf(HasSubstr("4 sentences, target"), HasSubstr(" 3,")));
}

TEST_F(ReadBitextTest, LinksFromMemoryAndThroughAThirdLanguage) {
  ReadOptions lines;
  lines.format = Format::kLines;
  const auto a = ReadCorpus(File("a", "a b\n"), lines), b = ReadCorpus(File("b", "m n\n"), lines);
  const auto c = ReadCorpus(File("c", "x y z\n"), lines);
  const std::vector<Link> ab = {{0, 1}, {1, 0}}, bc = {{0, 2}, {1, 1}};
  const std::vector<size_t> offsets = {0, 2};
  const auto first = LinkCorpora(a, b, ab, offsets, With({}));
  const auto second = LinkCorpora(b, c, bc, offsets, With({}));
  EXPECT_EQ(Text(*Through(*first, *second)), "a b | x y z | 0-1 1-2\n");
  const std::vector<Link> ca = {{2, 0}, {1, 1}};
  EXPECT_EQ(Text(*LinkCorpora(a, c, ca, offsets, With({{"order", "target-source"}}))),
            "a b | x y z | 0-2 1-1\n");
  for (const char* key : {"alignment", "confidences", "links", "symmetrize"}) {
    const char* value = key == std::string("symmetrize") ? "union" : "x";
    EXPECT_THAT(FailureOf(
                    [&] {
                      LinkCorpora(a, b, ab, offsets, With({{key, value}}));
                    },
                    Status::kInvalidArgument),
                HasSubstr(std::string("option ") + key));
  }
  EXPECT_THAT(FailureOf([&] { Through(*second, *first); }, Status::kInvalidArgument),
              HasSubstr("pair 0 has other tokens"));
  FailureOf(
      [&] {
        LinkCorpora(a, b, ab, std::vector<size_t>{0, 1}, With({}));
      },
      Status::kInvalidArgument);
  FailureOf(
      [&] {
        LinkCorpora(a, b, ab, std::vector<size_t>{0, 1, 2}, With({}));
      },
      Status::kInvalidArgument);
  EXPECT_THAT(FailureOf([&] { LinkCorpora(a, b, bc, offsets, With({})); }),
              HasSubstr("pair 0: the link of source token 0 and target token 2"));
}

TEST_F(ReadBitextTest, AnotherTargetSideOfTheSameSentences) {
  const std::string path = File("b.txt", "a ||| x\nb ||| y\n");
  const auto bitext =
      ReadBitext(path, With({{"alignment", File("l", "0-0\n0-5\n")}, {"on_error", "skip"}}));
  ReadOptions lines;
  lines.format = Format::kLines;
  const auto same = ReadCorpus(File("t", "x\ny\n"), lines);
  const auto other = WithTarget(*bitext, same);
  EXPECT_EQ(other->target, same);
  EXPECT_EQ(other->skipped_pairs, 1);
  EXPECT_EQ(Text(*other), Text(*bitext));
  for (const char* text : {"x\nz\n", "x\n", "x\ny\nz\n"}) {
    const auto wrong = ReadCorpus(File("t", text), lines);
    EXPECT_THAT(FailureOf([&] { WithTarget(*bitext, wrong); }, Status::kInvalidArgument),
                HasSubstr("expected the target sentences of"))
        << text;
  }
}

}  // namespace
}  // namespace weft
