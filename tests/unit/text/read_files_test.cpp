// Files and folders: gzip, formats by name and by bytes, splits with meta.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/os.h"
#include "corpus_text.h"
#include "text/gzip.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "weft splits ü";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void Write(const std::string& name, const std::string& bytes) const {
    WriteFileAtomic((folder_ / name).string(), bytes);
  }
  std::shared_ptr<const Corpus> Split(const std::string& split, ReadOptions options = {}) const {
    return ReadSplit(folder_.string(), split, options);
  }
  std::string SplitError(const std::string& split) const {
    try {
      Split(split);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  fs::path folder_;
};

constexpr char kLine[] = R"({"tokens":["a"],"labels":["B-X"],"weak":{"w":["O"]}})";

TEST_F(FolderTest, SplitsByName) {
  Write("train.jsonl.gz", Gzip(kLine));
  Write("valid.conll", "a B-X\n");
  Write("test.txt", "a B-X\nb O\n");
  EXPECT_EQ(Split("train")->num_votes(0), 1);
  EXPECT_EQ(Split("valid")->num_tokens(), 1);
  EXPECT_EQ(Split("test")->num_tokens(), 2);
  EXPECT_EQ(SplitError("dev"),
            "there is no split \"dev\" in " + folder_.string() +
                "; looked for dev.jsonl, dev.jsonl.gz, dev.conll, dev.conll.gz, dev.txt, "
                "dev.txt.gz, dev.json, dev.json.gz");
  Write("valid.jsonl", kLine);
  EXPECT_THAT(SplitError("valid"),
              HasSubstr("valid.jsonl or " + (folder_ / "valid.conll").string()));
}

TEST_F(FolderTest, MetaDeclaresUnlessOptionsDo) {
  Write("train.jsonl", kLine);
  Write("meta.json", R"({"labels":["I-X","B-X","O"],"sources":["z","w"],"other":1})");
  EXPECT_THAT(Split("train")->labels().names(), ElementsAre("I-X", "B-X", "O"));
  EXPECT_THAT(Split("train")->sources(), ElementsAre("z", "w")) << "z never fires, and is listed";
  ReadOptions options;
  options.corpus.sources = {"y"};
  EXPECT_THAT(Split("train", options)->sources(), ElementsAre("y", "w"));
  Write("meta.json", R"({"sources":["w","w"]})");
  EXPECT_THAT(SplitError("train"), HasSubstr("source \"w\" is declared twice, at places 1 and 2"));
  Write("meta.json", R"({"scheme":"plain"})");
  EXPECT_EQ(Split("train")->scheme(), Scheme::kPlain);
  Write("meta.json", "{");
  EXPECT_THAT(SplitError("train"), HasSubstr("meta.json:1"));
}

TEST_F(FolderTest, WrenchLabelNumbersHaveTheirNamesBeside) {
  Write("test.json",
        R"({"0":{"label":[1,0],"weak_labels":[[1,-1],[0,2]],"data":{"text":["a","b"]}}})");
  EXPECT_THAT(SplitError("test"), HasSubstr("label 1 is a number, and there is no label.json"));
  Write("label.json", R"({"0":"O","1":"B-X","2":"I-X"})");
  Write("meta.json", R"({"lf":["one","two"],"entity_types":["X"]})");
  EXPECT_EQ(Dump(*Split("test")),
            "iob2\nlabels: O B-X I-X\nsources: one two\ncolumns: token\n"
            "sentence 0 of document 0 : \n  a\n  b\n  gold: B-X O\n  one: B-X O\n  two: _ I-X\n");
  Write("label.json", R"({"0":"O"})");
  EXPECT_THAT(SplitError("test"),
              HasSubstr("expected the number of a label in label.json, found 1"));
}

TEST_F(FolderTest, MissingFilesAndFolders) {
  EXPECT_THROW(ReadCorpus((folder_ / "none").string(), {}), Error);
  EXPECT_THROW(ReadCorpus(folder_.string(), {}), Error);
  try {
    ReadSplit((folder_ / "no").string(), "train", {});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kNotFound);
    EXPECT_THAT(e.what(), HasSubstr("which is no folder"));
  }
}

Format Found(const std::string& bytes, const std::string& name) {
  ReadReport report;
  ReadCorpusBytes(bytes, name, {}, &report);
  return report.format;
}

TEST(FormatTest, ByNameAndByBytes) {
  const std::string spans = R"({"text":"a b","spans":[]})";
  const std::string wrench = R"({"0":{"data":{"text":["a"]}}})";
  EXPECT_EQ(Found(kLine, "f.jsonl"), Format::kJsonl);
  EXPECT_EQ(Found(kLine, "f.json"), Format::kJsonl);
  EXPECT_EQ(Found(kLine, "f"), Format::kJsonl);
  EXPECT_EQ(Found("\xEF\xBB\xBF\n" + std::string(kLine), "f"), Format::kJsonl);
  EXPECT_EQ(Found(spans, "f.jsonl"), Format::kJsonlSpans);
  EXPECT_EQ(Found(R"({"text":"a","tokens":["a"]})", "f"), Format::kJsonl);
  EXPECT_EQ(Found(wrench, "f.json.gz"), Format::kWrench);
  EXPECT_EQ(Found("{\n\"0\": {\"data\": {\"text\": [\"a\"]}}}", "f"), Format::kWrench);
  EXPECT_EQ(Found("a O\n", "f.train.gz"), Format::kConll);
  EXPECT_EQ(Found("{\tO\n", "f.conll"), Format::kConll);
  EXPECT_EQ(Found("O\ta=1\n", "f.crfsuite"), Format::kAttributes);
}

TEST(FormatTest, LabelsBesideTokensGoBeforeSpans) {
  const std::string line =
      R"({"text":"a","tokens":["a"],"labels":["B-X"],"spans":[{"start":0,"end":1,"label":"X"}]})";
  ReadReport report;
  EXPECT_TRUE(ReadCorpusBytes(line, "tagged.jsonl", {}, &report)->has_gold());
  EXPECT_EQ(report.format, Format::kJsonl);
}

TEST(PieceTest, ErrorsCountLinesFromWhereThePieceBegins) {
  ReadOptions options;
  options.first_line = 1001;
  EXPECT_THAT(ReadError("a B-X\nb\n", "p.conll", options), HasSubstr("p.conll:1002: "));
  EXPECT_THAT(ReadError("{\"tokens\":[\"a\"]}\n{\"tokens\":7}\n", "p.jsonl", options),
              HasSubstr("p.jsonl:1002: "));
  EXPECT_THAT(ReadError("{\"text\":\"a\"}\n{\"text\":7}\n", "p.jsonl", options),
              HasSubstr("p.jsonl:1002: "));
  EXPECT_THAT(ReadError("B-X\ta\n\n\tb\n", "p.attr", options), HasSubstr("p.attr:1003: "));
  EXPECT_THAT(ReadError("a\n\xff\n", "p.conll", options), HasSubstr("p.conll:1002: "));
}

TEST(FormatTest, Names) {
  for (const char* name : {"auto", "conll", "jsonl", "jsonl-spans", "wrench", "attributes"}) {
    EXPECT_STREQ(FormatName(FormatFromName(name)), name);
  }
  EXPECT_THROW(FormatFromName("xml"), Error);
}

TEST(GzipTest, RoundTripMembersAndDamage) {
  const std::string text = std::string(300000, 'x') + "end";
  const std::string packed = Gzip(text);
  EXPECT_LT(packed.size(), 2000u);
  EXPECT_EQ(packed, Gzip(text));
  EXPECT_EQ(Gunzip(packed, "f"), text);
  EXPECT_EQ(Gunzip(packed + Gzip("more") + std::string(512, '\0'), "f"), text + "more");
  EXPECT_EQ(Gunzip(Gzip(""), "f"), "");
  for (size_t cut : {size_t{2}, size_t{11}, packed.size() / 2, packed.size() - 1}) {
    EXPECT_THROW(Gunzip(packed.substr(0, cut), "f"), Error) << cut;
  }
  std::string flipped = packed;
  flipped[packed.size() - 6] ^= 1;
  try {
    Gunzip(flipped, "f.gz");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("f.gz: gzip data is damaged"));
  }
}

}  // namespace
}  // namespace weft
