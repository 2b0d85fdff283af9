// Corpora through the C interface.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string TokenText(const weft_corpus* corpus, size_t token) {
  const char* text = nullptr;
  size_t size = 0;
  EXPECT_WEFT(weft_corpus_token(corpus, token, &text, &size));
  return std::string(text, size);
}

// Texts end to end, as the interface takes them.
struct Flat {
  std::string bytes;
  std::vector<size_t> offsets = {0};

  Flat(std::initializer_list<std::string> texts) {
    for (const std::string& text : texts) {
      bytes += text;
      offsets.push_back(bytes.size());
    }
  }
  size_t size() const { return offsets.size() - 1; }
};

TEST(CorpusTest, TokensCrossByteForByte) {
  const Flat tokens{"M\u00fcller", std::string("a\0b", 3), "\U0001F642", "\u6771\u4eac", ""};
  const std::vector<size_t> sentences = {0, 2, 2, 5};
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_from_tokens(tokens.bytes.data(), tokens.offsets.data(), 5,
                                      sentences.data(), 3, &corpus));
  EXPECT_EQ(weft_corpus_sentence_count(corpus), 3u);
  EXPECT_EQ(weft_corpus_sentence_begin(corpus, 2), 2u);
  EXPECT_EQ(weft_corpus_sentence_begin(corpus, 3), 5u);
  EXPECT_EQ(TokenText(corpus, 0), "M\u00fcller");
  EXPECT_EQ(TokenText(corpus, 1), std::string("a\0b", 3));
  EXPECT_EQ(TokenText(corpus, 3), "\u6771\u4eac");
  const char* text;
  size_t size;
  EXPECT_EQ(weft_corpus_token(corpus, 5, &text, &size), WEFT_NOT_FOUND);
  weft_corpus_free(corpus);
}

TEST(CorpusTest, EmbeddingsAreCheckedAgainstTheTokens) {
  const Flat tokens{"a", "b"};
  weft_corpus_builder* builder = nullptr;
  ASSERT_WEFT(weft_corpus_builder_new(nullptr, &builder));
  const float values[] = {1, 2, 3, 4};
  EXPECT_EQ(weft_corpus_builder_embeddings(builder, values, 4, 2), WEFT_STATE);
  ASSERT_WEFT(weft_corpus_builder_sentence(builder, tokens.bytes.data(), tokens.offsets.data(), 2,
                                           nullptr, 0));
  EXPECT_EQ(weft_corpus_builder_embeddings(builder, values, 3, 2), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("must have 2 rows of 2 numbers, one a token; found 3"));
  EXPECT_EQ(weft_corpus_builder_embeddings(builder, values, 4, 0), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_builder_embeddings(builder, nullptr, 4, 2), WEFT_INVALID_ARGUMENT);
  ASSERT_WEFT(weft_corpus_builder_embeddings(builder, values, 4, 2));
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_builder_finish(builder, &corpus));
  weft_corpus_builder_free(builder);
  weft_corpus_free(corpus);
}

TEST(CorpusTest, ColumnsCrossCellByCell) {
  const Flat names{"token", "pos"}, cells{"in", "IN", "Oslo", "NNP", "Bergen", "NNP"};
  const std::vector<size_t> sentences = {0, 2, 3};
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_from_columns(names.bytes.data(), names.offsets.data(), 2,
                                       cells.bytes.data(), cells.offsets.data(), 3,
                                       sentences.data(), 2, &corpus));
  const std::string expected = "# columns:\ttoken\tpos\nin\tIN\nOslo\tNNP\n\nBergen\tNNP\n\n";
  std::string text(100, ' ');
  size_t size = 0;
  ASSERT_WEFT(weft_corpus_write_memory(corpus, "conll", &text[0], text.size(), &size));
  EXPECT_EQ(text.substr(0, size), expected);
  weft_corpus_free(corpus);
  const Flat wrong{"pos", "token"}, twice{"token", "token"};
  for (const Flat* bad : {&wrong, &twice}) {
    EXPECT_EQ(
        weft_corpus_from_columns(bad->bytes.data(), bad->offsets.data(), 2, cells.bytes.data(),
                                 cells.offsets.data(), 3, sentences.data(), 2, &corpus),
        WEFT_INVALID_ARGUMENT);
  }
}

TEST(CorpusTest, TextsAreCutAndOffsetsCountInAnyUnit) {
  const Flat texts{"\U0001F642 Zo\u00eb, hi", "", "\u6771\u4eac"};
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_from_texts(texts.bytes.data(), texts.offsets.data(), 3, &corpus));
  ASSERT_EQ(weft_corpus_token_count(corpus), 6u);
  EXPECT_EQ(weft_corpus_sentence_begin(corpus, 2), 4u);
  EXPECT_EQ(TokenText(corpus, 1), "Zo\u00eb");
  std::vector<int64_t> bounds(12);
  ASSERT_WEFT(weft_corpus_offsets(corpus, WEFT_BYTES, bounds.data(), 12));
  EXPECT_THAT(bounds, ElementsAre(0, 4, 5, 9, 9, 10, 11, 13, 0, 3, 3, 6));
  ASSERT_WEFT(weft_corpus_offsets(corpus, WEFT_CODE_POINTS, bounds.data(), 12));
  EXPECT_THAT(bounds, ElementsAre(0, 1, 2, 5, 5, 6, 7, 9, 0, 1, 1, 2));
  ASSERT_WEFT(weft_corpus_offsets(corpus, WEFT_UTF16, bounds.data(), 12));
  EXPECT_THAT(bounds, ElementsAre(0, 2, 3, 6, 6, 7, 8, 10, 0, 1, 1, 2));
  EXPECT_EQ(weft_corpus_offsets(corpus, WEFT_UTF16, bounds.data(), 11), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_offsets(corpus, 3, bounds.data(), 12), WEFT_INVALID_ARGUMENT);
  weft_corpus_free(corpus);
}

TEST(CorpusTest, WrongOffsetsAndBytesAreNamed) {
  weft_corpus* corpus = nullptr;
  const size_t falling[] = {0, 3, 2}, sentences[] = {0, 2}, short_of[] = {0, 1};
  EXPECT_EQ(weft_corpus_from_tokens("abc", falling, 2, sentences, 1, &corpus),
            WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("token offset 2 is 2"));
  const size_t rising[] = {0, 1, 2};
  EXPECT_EQ(weft_corpus_from_tokens("abc", rising, 2, short_of, 1, &corpus), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_from_tokens("a\xff", rising, 2, sentences, 1, &corpus),
            WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("token 1 is not valid UTF-8"));
}

TEST(CorpusTest, PathsHoldNoNulAndAreNotEmpty) {
  const std::string file = testing::TempDir() + "/whole.jsonl", text = ToyJsonl();
  std::ofstream(file) << text;
  const std::string cut = file + std::string("\0x", 2);
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_read(file.data(), file.size(), nullptr, &corpus));
  weft_corpus* other = nullptr;
  const size_t offsets[] = {0, cut.size()}, none[] = {0, 0};
  EXPECT_EQ(weft_corpus_read(cut.data(), cut.size(), nullptr, &other), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("NUL"));
  EXPECT_EQ(weft_corpus_read_split(cut.data(), cut.size(), "train", nullptr, &other),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_read_annotators(cut.data(), offsets, 1, nullptr, 0, nullptr, &other),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_write(corpus, cut.data(), cut.size(), "jsonl"), WEFT_INVALID_ARGUMENT);
  weft_model* model = nullptr;
  EXPECT_EQ(weft_model_load(cut.data(), cut.size(), &model), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_read(nullptr, 0, nullptr, &other), WEFT_INVALID_ARGUMENT);
  EXPECT_STREQ(weft_last_error(), "path must not be empty");
  EXPECT_EQ(weft_corpus_read_split("", 0, "train", nullptr, &other), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_read_annotators("", none, 1, nullptr, 0, nullptr, &other),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_write(corpus, "", 0, "auto"), WEFT_INVALID_ARGUMENT);
  EXPECT_STREQ(weft_last_error(), "path must not be empty");
  EXPECT_EQ(other, nullptr);
  weft_corpus_free(corpus);
}

TEST(BuilderTest, BuildsWhatReadersRead) {
  const Flat tokens{"Ada", "in", "London"};
  const Flat gold{"B-PER", "", "B-LOC"}, votes{"B-PER", "O", ""}, names{"O", "B-LOC"};
  const float soft[] = {1, 0, 0, 0, 0.25f, 0.75f};
  weft_corpus_builder* builder = nullptr;
  ASSERT_WEFT(weft_corpus_builder_new(nullptr, &builder));
  EXPECT_EQ(weft_corpus_builder_labels(builder, "", tokens.offsets.data(), 0), WEFT_STATE);
  ASSERT_WEFT(weft_corpus_builder_sentence(builder, tokens.bytes.data(), tokens.offsets.data(), 3,
                                           "s1", 2));
  ASSERT_WEFT(weft_corpus_builder_labels(builder, gold.bytes.data(), gold.offsets.data(), 3));
  ASSERT_WEFT(
      weft_corpus_builder_votes(builder, "rule", 4, votes.bytes.data(), votes.offsets.data(), 3));
  ASSERT_WEFT(weft_corpus_builder_soft_votes(builder, "model", 5, names.bytes.data(),
                                             names.offsets.data(), 2, soft, 3));
  EXPECT_EQ(
      weft_corpus_builder_votes(builder, "short", 5, votes.bytes.data(), votes.offsets.data(), 2),
      WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("sentence 0: expected 3 votes"));
  weft_corpus* corpus = nullptr;
  ASSERT_WEFT(weft_corpus_builder_finish(builder, &corpus));
  EXPECT_EQ(weft_corpus_builder_finish(builder, &corpus), WEFT_CLOSED);
  weft_corpus_builder_free(builder);
  const int32_t* labels = nullptr;
  size_t length = 0;
  ASSERT_WEFT(weft_corpus_gold(corpus, 0, &labels, &length));
  ASSERT_EQ(length, 3u);
  EXPECT_STREQ(weft_corpus_label(corpus, static_cast<size_t>(labels[0]), nullptr), "B-PER");
  EXPECT_EQ(labels[1], WEFT_NO_LABEL);
  EXPECT_STREQ(weft_corpus_source(corpus, 0, nullptr), "model")
      << "sources stand in order of their names";
  ASSERT_WEFT(weft_corpus_votes(corpus, 0, 0, &labels, &length));
  EXPECT_EQ(labels[1], WEFT_NO_LABEL);
  EXPECT_STREQ(weft_corpus_label(corpus, static_cast<size_t>(labels[2]), nullptr), "B-LOC");
  const char* id = nullptr;
  ASSERT_WEFT(weft_corpus_sentence_id(corpus, 0, &id, &length));
  EXPECT_EQ(std::string(id, length), "s1");
  EXPECT_STREQ(weft_corpus_scheme(corpus), "iob2");
  weft_corpus_free(corpus);
}

TEST(BuilderTest, ASourceTwiceInASentenceIsRefused) {
  const Flat tokens{"a"}, votes{"O"};
  weft_corpus_builder* builder = nullptr;
  ASSERT_WEFT(weft_corpus_builder_new(nullptr, &builder));
  ASSERT_WEFT(weft_corpus_builder_sentence(builder, "a", tokens.offsets.data(), 1, nullptr, 0));
  for (int i = 0; i < 2; ++i) {
    ASSERT_WEFT(weft_corpus_builder_votes(builder, "rule", 4, "O", votes.offsets.data(), 1));
  }
  weft_corpus* corpus = nullptr;
  EXPECT_NE(weft_corpus_builder_finish(builder, &corpus), WEFT_OK);
  EXPECT_THAT(weft_last_error(), HasSubstr("rule"));
  weft_corpus_builder_free(builder);
}

TEST(CorpusTest, MissingIsNotAbstaining) {
  weft_corpus* corpus = ReadText(
      "{\"tokens\":[\"a\"],\"weak\":{\"x\":[null],\"y\":[\"O\"]}}\n"
      "{\"tokens\":[\"b\"],\"weak\":{\"y\":[\"B-P\"]}}\n");
  const int32_t* labels = nullptr;
  size_t length = 9;
  ASSERT_WEFT(weft_corpus_votes(corpus, 0, 0, &labels, &length));
  EXPECT_EQ(length, 1u);
  EXPECT_EQ(labels[0], WEFT_NO_LABEL);
  ASSERT_WEFT(weft_corpus_votes(corpus, 1, 0, &labels, &length));
  EXPECT_EQ(length, 0u);
  EXPECT_EQ(weft_corpus_has_votes(corpus), 1);
  EXPECT_EQ(weft_corpus_has_gold(corpus), 0);
  weft_corpus_free(corpus);
}

TEST(CorpusTest, ErrorsNameFileAndLine) {
  const std::string text = "{\"tokens\":[\"a\"]}\n{\"tokens\":[\"a\"],\"labels\":[\"O\",\"O\"]}\n";
  weft_corpus* corpus = nullptr;
  EXPECT_EQ(weft_corpus_read_memory(text.data(), text.size(), "votes.jsonl", nullptr, &corpus),
            WEFT_FORMAT);
  EXPECT_THAT(weft_last_error(), HasSubstr("votes.jsonl:2"));
  EXPECT_EQ(corpus, nullptr);
}

TEST(CorpusTest, ResultsBecomeLabels) {
  weft_model* model = TrainToy("mv");
  weft_tagger* tagger = nullptr;
  ASSERT_WEFT(weft_tagger_new(model, &tagger));
  weft_corpus* corpus = ToyCorpus();
  weft_result* result = nullptr;
  ASSERT_WEFT(weft_tagger_decode(tagger, corpus, 0, &result));
  weft_corpus* labelled = nullptr;
  ASSERT_WEFT(weft_corpus_with_labels(corpus, result, &labelled));
  weft_report* report = nullptr;
  ASSERT_WEFT(weft_evaluate(labelled, result, WEFT_STRICT, &report));
  double f1 = 0;
  ASSERT_WEFT(weft_report_number(report, "span.f1", &f1));
  EXPECT_EQ(f1, 1);
  EXPECT_EQ(weft_report_number(report, "span.f2", &f1), WEFT_NOT_FOUND);
  EXPECT_THAT(weft_report_json(report, nullptr), HasSubstr("\"precision\": 1.0"));
  weft_report_free(report);
  ASSERT_WEFT(weft_analyze(corpus, result, &report));
  ASSERT_WEFT(weft_report_number(report, "sources.b.gold.accuracy", &f1));
  EXPECT_EQ(f1, 1);
  weft_report_free(report);
  weft_corpus_free(labelled);
  weft_result_free(result);
  weft_corpus_free(corpus);
  weft_tagger_free(tagger);
  weft_model_free(model);
}

TEST(CorpusTest, WritesIntoMemoryWhatItWouldWriteToAFile) {
  weft_corpus* corpus = ToyCorpus();
  size_t size = 0;
  ASSERT_WEFT(weft_corpus_write_memory(corpus, "jsonl", nullptr, 0, &size));
  std::string bytes(size + 10, '#');
  ASSERT_WEFT(weft_corpus_write_memory(corpus, "jsonl", bytes.data(), size - 1, &size));
  EXPECT_EQ(bytes, std::string(size + 10, '#'));  // It would not have fitted.
  ASSERT_WEFT(weft_corpus_write_memory(corpus, "jsonl", bytes.data(), bytes.size(), &size));
  bytes.resize(size);
  const std::string path = testing::TempDir() + "weft_written.jsonl";
  ASSERT_WEFT(weft_corpus_write(corpus, path.data(), path.size(), "jsonl"));
  std::ostringstream file;
  file << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_EQ(bytes, file.str());
  EXPECT_EQ(weft_corpus_write_memory(corpus, "xml", nullptr, 0, &size), WEFT_INVALID_ARGUMENT);
  weft_corpus_free(corpus);
}

}  // namespace
}  // namespace weft::capi
