// Writing, and reading what was written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <filesystem>
#include <locale>

#include "core/os.h"
#include "corpus_text.h"

namespace weft {
namespace {

using testing::HasSubstr;

SentenceData Sentence(std::vector<std::string> tokens, std::vector<std::string> labels = {}) {
  SentenceData sentence;
  sentence.tokens = std::move(tokens);
  sentence.labels = std::move(labels);
  return sentence;
}

std::shared_ptr<const Corpus> Build(const std::vector<SentenceData>& sentences,
                                    const std::vector<std::string>& columns = {}) {
  CorpusBuilder builder({}, "made");
  builder.SetColumns(columns);
  for (const SentenceData& sentence : sentences) builder.Add(sentence);
  return builder.Finish();
}

std::string NameOf(Format format) {
  switch (format) {
    case Format::kConll:
      return "f.conll";
    case Format::kWrench:
      return "f.json";
    case Format::kAttributes:
      return "f.crfsuite";
    default:
      return "f.jsonl";
  }
}

// Writes, reads by sniffing, and expects the same.
void ExpectRoundTrip(const Corpus& corpus, Format format) {
  const std::string bytes = WriteCorpusBytes(corpus, format);
  ReadReport report;
  const auto again = ReadCorpusBytes(bytes, NameOf(format), {}, &report);
  EXPECT_EQ(report.format, format);
  EXPECT_EQ(Dump(*again), Dump(corpus)) << bytes;
  EXPECT_EQ(WriteCorpusBytes(*again, format), bytes);
}

std::string WriteError(const Corpus& corpus, Format format) {
  try {
    WriteCorpusBytes(corpus, format);
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kUnsupported);
    return e.what();
  }
  return "";
}

// Missing, abstaining and outside, whole and partial gold, named and unnamed documents.
std::vector<SentenceData> Rich() {
  std::vector<SentenceData> sentences = {
      Sentence({"#", "東京", "a b"}, {"O", "B-X", ""}), Sentence({"# columns:"}),
      Sentence({"\\", ":", "\xC2\xA0", "-DOCSTART-x"}, {"B-ARGM-LOC", "I-ARGM-LOC", "O", "O"})};
  sentences[0].id = "one";
  sentences[0].votes = {{"w1", {"O", "", "B-X"}, {}}, {"w3", {"", "", ""}, {}}};
  sentences[1].votes = {{"w2", {"O"}, {}}};
  sentences[1].starts_document = true;
  sentences[2].document = "the last";
  sentences[2].id = "1\xC3\xBC";
  return sentences;
}

TEST(RoundTripTest, Conll) {
  ExpectRoundTrip(*Build(Rich()), Format::kConll);
  ExpectRoundTrip(*Build({}), Format::kConll);
  ExpectRoundTrip(*Build({Sentence({"a b"}), Sentence({"c"})}), Format::kConll);
  ExpectRoundTrip(*Build({Sentence({"\xEF\xBB\xBF", "x"}, {"O", "B-X"})}), Format::kConll);
  ExpectRoundTrip(*Build({Sentence({"# columns:", "x"}, {"O", "B-X"})}), Format::kConll);
  SentenceData tagged = Sentence({"a", "b"}, {"NOUN", "VERB"});
  tagged.columns = {{"x", ""}, {"y", " "}};
  ExpectRoundTrip(*Build({tagged, tagged}, {"pos", "lemma"}), Format::kConll);
}

TEST(RoundTripTest, PlainFilesStayPlain) {
  EXPECT_EQ(WriteCorpusBytes(*Build({Sentence({"a", "#"}, {"B-X", "O"}), Sentence({"c"}, {"O"})}),
                             Format::kConll),
            "a\tB-X\n#\tO\n\nc\tO\n\n");
}

TEST(RoundTripTest, Jsonl) {
  std::vector<SentenceData> sentences = Rich();
  sentences.push_back(Sentence({}));
  sentences.push_back(Sentence({"a\tb\n", std::string("\0\x1f\"", 3), "", "\x7f"}));
  sentences[4].attributes = {{{"w:a\\", 1}, {"x", 0.1f}}, {}, {{"w:a\\", -2e-9f}}, {}};
  sentences[4].text = " a\tb\n" + std::string("\0\x1f\"", 3) + "\xF0\x9F\x99\x82\x7f";
  sentences[4].offsets = {{1, 5}, {5, 8}, {8, 8}, {12, 13}};
  sentences[4].votes = {{"llm", {}, {{{"O", 0.1f}, {"B-X", 0.9f}}, {}, {{"O", 1}}, {}}}};
  ExpectRoundTrip(*Build(sentences), Format::kJsonl);
  ExpectRoundTrip(*Build({}), Format::kJsonl);
  SentenceData tagged = Sentence({"a", "b"}, {"NOUN", "VERB"});
  tagged.columns = {{"x", "y"}, {"", " "}};
  ExpectRoundTrip(*Build({tagged, Sentence({}), tagged}, {"pos", "le mma"}), Format::kJsonl);
  SentenceData vectors = Sentence({"a", "b"});
  vectors.embeddings = {0.1f, -2e-9f, 3, 0, 1, 1e20f};
  vectors.embedding_width = 3;
  ExpectRoundTrip(*Build({vectors, Sentence({}), vectors}), Format::kJsonl);
}

TEST(RoundTripTest, JsonlSpans) {
  std::vector<SentenceData> sentences = {
      Sentence({"Z", "ü🙂", "Z", "Z"}, {"B-X", "I-X", "B-X", "O"}), Sentence({}),
      Sentence({"a"})};
  sentences[0].votes = {{"w1", {"O", "O", "O", "O"}, {}}, {"w2", {"B-Y", "I-Y", "I-Y", "I-Y"}, {}}};
  const auto corpus = Build(sentences);
  const std::string bytes = WriteCorpusBytes(*corpus, Format::kJsonlSpans);
  const auto again = ReadCorpusBytes(bytes, "f.jsonl", {});
  EXPECT_EQ(again->text(0), "Z ü🙂 Z Z");
  EXPECT_EQ(LabelNames(*again, again->gold(0)), sentences[0].labels);
  EXPECT_EQ(LabelNames(*again, again->votes(0, 1).labels), sentences[0].votes[1].labels);
  EXPECT_EQ(again->num_votes(2), 0);
  ExpectRoundTrip(*again, Format::kJsonlSpans);
}

TEST(RoundTripTest, Wrench) {
  std::vector<SentenceData> sentences = {Sentence({"a\t", ""}, {"B-X", ""}), Sentence({"\n"})};
  sentences[0].votes = {{"lf0", {"O", ""}, {}}, {"lf1", {"B-X", "I-X"}, {}}};
  sentences[1].votes = {{"lf0", {""}, {}}, {"lf1", {"O"}, {}}};
  sentences[0].id = "x";
  sentences[1].id = "y\"";
  ExpectRoundTrip(*Build(sentences), Format::kWrench);
}

TEST(RoundTripTest, Attributes) {
  std::vector<SentenceData> sentences = {Sentence({"", ""}, {"B-X", ""}), Sentence({""}, {"O"})};
  sentences[0].attributes = {{{"w=a:b\\", 1}, {"\\:", 0.1f}, {"", 3}}, {}};
  ExpectRoundTrip(*Build(sentences), Format::kAttributes);
}

TEST(WriteTest, RefusesWhatAFormatCannotHold) {
  const auto error = [](const SentenceData& bad, Format format) {
    return WriteError(*Build({Sentence({"ok"}, {"O"}), bad}), format);
  };
  EXPECT_EQ(
      error(Sentence({"a\tb"}), Format::kConll),
      "sentence 1 of made: token \"a\\x09b\" holds a tab or an end of line; write jsonl instead");
  EXPECT_THAT(error(Sentence({""}), Format::kConll), HasSubstr("an empty token"));
  EXPECT_THAT(error(Sentence({}), Format::kConll), HasSubstr("a sentence without tokens"));
  EXPECT_THAT(error(Sentence({"-DOCSTART-"}), Format::kConll), HasSubstr("begins a document"));
  EXPECT_THAT(WriteError(*Build({Sentence({" "})}), Format::kConll),
              HasSubstr("nothing but blanks"));
  EXPECT_THAT(WriteError(*Build({Sentence({"a"}, {"_"})}), Format::kConll),
              HasSubstr("label \"_\" would be read as a missing one"));
  SentenceData soft = Sentence({"a"});
  soft.votes = {{"w", {}, {{{"O", 1}}}}};
  SentenceData vote = Sentence({"a"});
  vote.votes = {{"w", {"O"}, {}}};
  SentenceData abstains = Sentence({"a"});
  abstains.votes = {{"w", {""}, {}}};
  for (Format format : {Format::kConll, Format::kWrench, Format::kJsonlSpans}) {
    EXPECT_THAT(WriteError(*Build({soft}), format), HasSubstr("distributions"));
  }
  EXPECT_THAT(error(vote, Format::kWrench), HasSubstr("missing votes"));
  EXPECT_THAT(error(abstains, Format::kJsonlSpans), HasSubstr("which spans cannot say"));
  EXPECT_THAT(error(Sentence({"a", "b"}, {"B-Y", "I-X"}), Format::kJsonlSpans),
              HasSubstr("are no spans"));
  EXPECT_THAT(WriteError(*Build({Sentence({"", "a"}, {"B-X", "I-X"})}), Format::kJsonlSpans),
              HasSubstr("a token without characters"));
  EXPECT_THAT(error(Sentence({"a"}), Format::kAttributes), HasSubstr("no attributes"));
  EXPECT_THROW(WriteCorpusBytes(*Build({}), Format::kAuto), Error);
}

TEST(WriteTest, FilesByName) {
  const std::string folder = testing::TempDir();
  const auto corpus = Build({Sentence({"a"}, {"B-X"})});
  for (const char* name : {"w.conll", "w.jsonl.gz", "w.json"}) {
    WriteCorpus(*corpus, folder + name, Format::kAuto);
    EXPECT_EQ(Dump(*ReadCorpus(folder + name, {})).substr(0, 40), Dump(*corpus).substr(0, 40));
    std::filesystem::remove(folder + name);
  }
  EXPECT_THROW(WriteCorpus(*corpus, folder + "w.xyz", Format::kAuto), Error);
}

// A host's locale: comma for the point, points between thousands.
struct Continental : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class LocaleTest : public testing::Test {
 protected:
  void SetUp() override {
    old_ = std::locale::global(std::locale(std::locale::classic(), new Continental));
    // The C library's locale too, where the machine has one with a decimal comma.
    for (const char* name : {"de_DE.UTF-8", "pt_PT.UTF-8", "fr_FR.UTF-8"}) {
      if (std::setlocale(LC_ALL, name)) break;
    }
  }
  void TearDown() override {
    std::setlocale(LC_ALL, "C");
    std::locale::global(old_);
  }
  std::locale old_;
};

TEST_F(LocaleTest, SameBytesAndSameNumbers) {
  SentenceData s = Sentence({"a"});
  s.votes = {{"w", {}, {{{"O", 0.25f}, {"B-X", 0.75f}}}}};
  s.attributes = {{{"f", 1234.5f}}};
  const auto corpus = Build({s});
  const std::string bytes = WriteCorpusBytes(*corpus, Format::kJsonl);
  EXPECT_THAT(bytes, HasSubstr("{\"O\":0.25,\"B-X\":0.75}"));
  EXPECT_THAT(bytes, HasSubstr("f:1234.5"));
  EXPECT_EQ(Dump(*ReadCorpusBytes(bytes, "f.jsonl", {})), Dump(*corpus));
  std::string lines;
  for (int i = 0; i < 1200; ++i) lines += "{\"tokens\":[]}\n";
  EXPECT_THAT(ReadError(lines + "x", "f.jsonl"), HasSubstr("f.jsonl:1201:")) << "not 1.201";
}

}  // namespace
}  // namespace weft
