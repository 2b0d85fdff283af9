// Models through the C interface: files, memory, metadata, damage.
#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

std::string Fact(const weft_model* model, const std::string& key) {
  for (size_t i = 0; i < weft_model_fact_count(model); ++i) {
    if (weft_model_fact_key(model, i, nullptr) == key)
      return weft_model_fact_value(model, i, nullptr);
  }
  return "there is no fact " + key;
}

class ModelFileTest : public testing::TestWithParam<const char*> {};

TEST_P(ModelFileTest, LoadedModelsDecodeAsBefore) {
  weft_model* model = TrainToy(GetParam());
  const std::string bytes = SavedBytes(model);
  weft_model* loaded = nullptr;
  ASSERT_WEFT(weft_model_load_memory(bytes.data(), bytes.size(), &loaded));
  EXPECT_EQ(SavedBytes(loaded), bytes);
  EXPECT_STREQ(weft_model_method(loaded), GetParam());
  EXPECT_STREQ(weft_model_scheme(loaded), "iob2");
  EXPECT_EQ(weft_model_label_count(loaded), weft_model_label_count(model));
  weft_corpus* corpus = ToyCorpus();
  std::vector<double> marginals[2];
  for (int i = 0; i < 2; ++i) {
    weft_tagger* tagger = nullptr;
    ASSERT_WEFT(weft_tagger_new(i == 0 ? model : loaded, &tagger));
    weft_result* result = nullptr;
    ASSERT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_MARGINALS, &result));
    size_t count = 0;
    const double* values = weft_result_marginals(result, &count);
    marginals[i].assign(values, values + count);
    weft_result_free(result);
    weft_tagger_free(tagger);
  }
  EXPECT_EQ(marginals[0], marginals[1]);
  weft_corpus_free(corpus);
  weft_model_free(loaded);
  weft_model_free(model);
}

TEST_P(ModelFileTest, DamageIsRefused) {
  weft_model* model = TrainToy(GetParam());
  const std::string bytes = SavedBytes(model);
  weft_model_free(model);
  weft_model* loaded = nullptr;
  for (size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 8) {
    EXPECT_NE(weft_model_load_memory(bytes.data(), cut, &loaded), WEFT_OK) << cut;
  }
  for (size_t at = 0; at < bytes.size(); at += at < 600 ? 1 : 97) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    EXPECT_NE(weft_model_load_memory(damaged.data(), damaged.size(), &loaded), WEFT_OK) << at;
  }
  std::string newer = bytes;
  newer[12] = 9;  // the least reader version
  EXPECT_EQ(weft_model_load_memory(newer.data(), newer.size(), &loaded), WEFT_VERSION);
  EXPECT_THAT(weft_last_error(), HasSubstr("format 9"));
  EXPECT_THAT(weft_last_error(), HasSubstr("up to 1"));
}

INSTANTIATE_TEST_SUITE_P(Methods, ModelFileTest, testing::Values("mv", "wmv", "ds", "hmm", "crf"),
                         [](const testing::TestParamInfo<const char*>& tested) {
                           return std::string(tested.param);
                         });

TEST(ModelTest, PathsMayHoldAnyName) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / u8"weft \u00fc \U0001F642";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / u8"m\u00f6del.weft").u8string();
  weft_model* model = TrainToy("mv");
  ASSERT_WEFT(weft_model_save(model, path.data(), path.size()));
  weft_model* loaded = nullptr;
  ASSERT_WEFT(weft_model_load(path.data(), path.size(), &loaded));
  EXPECT_EQ(SavedBytes(loaded), SavedBytes(model));
  weft_model_free(loaded);
  weft_model_free(model);
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files += entry.is_regular_file();
  }
  EXPECT_EQ(files, 1u) << "no temporary file is left";
  std::filesystem::remove_all(folder);
}

TEST(ModelTest, WhatIsNoModelSaysSo) {
  weft_model* model = nullptr;
  EXPECT_EQ(weft_model_load_memory("hello", 5, &model), WEFT_FORMAT);
  EXPECT_THAT(weft_last_error(), HasSubstr("WEFTMODL"));
  EXPECT_EQ(weft_model_load("/no/such/model", 14, &model), WEFT_NOT_FOUND);
  EXPECT_THAT(weft_last_error(), HasSubstr("/no/such/model"));
}

TEST(ModelTest, MetadataTravelsWithTheModel) {
  weft_model* model = TrainToy("mv");
  const std::string value("na\u00efve\0name", 11);
  weft_model* named = nullptr;
  ASSERT_WEFT(weft_model_with_metadata(model, "name", 4, value.data(), value.size(), &named));
  const std::string bytes = SavedBytes(named);
  weft_model* loaded = nullptr;
  ASSERT_WEFT(weft_model_load_memory(bytes.data(), bytes.size(), &loaded));
  const char* text = nullptr;
  size_t size = 0;
  ASSERT_WEFT(weft_model_metadata(loaded, "name", 4, &text, &size));
  EXPECT_EQ(std::string(text, size), value);
  EXPECT_EQ(weft_model_metadata(model, "name", 4, &text, &size), WEFT_NOT_FOUND);
  weft_model_free(loaded);
  weft_model_free(named);
  weft_model_free(model);
}

TEST(ModelTest, OptionsOfDecodingCanBeChanged) {
  weft_model* model = TrainToy("crf");
  weft_model* free = nullptr;
  ASSERT_WEFT(weft_model_with_option(model, "constrained", "no", 2, &free));
  EXPECT_EQ(Fact(free, "option.constrained"), "false");
  EXPECT_EQ(Fact(model, "option.constrained"), "true");
  weft_model* same = nullptr;
  ASSERT_WEFT(weft_model_with_option(free, "constrained", "true", 4, &same));
  EXPECT_EQ(SavedBytes(same), SavedBytes(model));
  EXPECT_NE(SavedBytes(free), SavedBytes(model));
  weft_model_free(same);
  weft_model_free(free);

  weft_model* none = nullptr;
  EXPECT_EQ(weft_model_with_option(model, "constraind", "true", 4, &none), WEFT_NOT_FOUND);
  EXPECT_THAT(weft_last_error(), HasSubstr("constrained"));
  EXPECT_EQ(weft_model_with_option(model, "constrained", "maybe", 5, &none), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_model_with_option(model, "max_iterations", "3", 1, &none), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("of a trained model these can be changed: constrained"));
  EXPECT_EQ(weft_model_with_option(model, nullptr, "3", 1, &none), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  weft_model_free(model);
}

TEST(ModelTest, AggregatorsTellAboutTheirSources) {
  weft_model* model = TrainToy("hmm");
  ASSERT_EQ(weft_model_source_count(model), 2u);
  EXPECT_STREQ(weft_model_source(model, 0, nullptr), "a");
  EXPECT_GT(weft_model_source_accuracy(model, 1), 0.5);
  const double* confusion = nullptr;
  size_t count = 0;
  ASSERT_WEFT(weft_model_source_confusion(model, 0, &confusion, &count));
  const size_t labels = weft_model_label_count(model);
  ASSERT_EQ(count, labels * (labels + 1));
  for (size_t row = 0; row < labels; ++row) {
    double sum = 0;
    for (size_t k = 0; k <= labels; ++k) sum += confusion[row * (labels + 1) + k];
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  EXPECT_EQ(weft_model_source_confusion(model, 2, &confusion, &count), WEFT_NOT_FOUND);
  weft_model_free(model);
}

TEST(ModelTest, ReliabilityIsToldTypeByType) {
  weft_model* model = TrainToy("hmm");
  ASSERT_EQ(weft_model_type_count(model), 2u);
  const double* rows = nullptr;
  size_t count = 0;
  ASSERT_WEFT(weft_model_source_reliability(model, 1, &rows, &count));
  ASSERT_EQ(count, 2u * WEFT_RELIABILITY_COLUMNS);
  for (size_t i = 0; i < count; i += WEFT_RELIABILITY_COLUMNS) {
    for (const int share : {WEFT_PRECISION, WEFT_RECALL}) {
      EXPECT_LE(rows[i + share + 1], rows[i + share]) << weft_model_type(model, 0, nullptr);
      EXPECT_GE(rows[i + share + 2], rows[i + share]);
    }
    EXPECT_GT(rows[i + WEFT_VOTES], 0);
  }
  EXPECT_EQ(weft_model_source_reliability(model, 2, &rows, &count), WEFT_NOT_FOUND);
  EXPECT_STREQ(weft_model_type(model, 2, nullptr), "");
  weft_model_free(model);
}

TEST(ModelTest, ResultsTellWhoVotesForTheirLabels) {
  weft_model* model = TrainToy("hmm");
  weft_tagger* tagger = nullptr;
  ASSERT_WEFT(weft_tagger_new(model, &tagger));
  weft_corpus* corpus = ReadText(
      "{\"tokens\":[\"a\",\"b\"],\"weak\":{\"a\":[\"B-LOC\",null],\"b\":[\"B-LOC\",\"O\"],"
      "\"c\":[\"O\",\"B-LOC\"]}}\n{\"tokens\":[\"c\"],\"weak\":{\"b\":[{\"O\":0.9,\"B-LOC\":0.1}]}}"
      "\n");
  weft_result* result = nullptr;
  ASSERT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_SUPPORT, &result));
  size_t tokens = 0, count = 0;
  const int32_t* labels = weft_result_labels(result, &tokens);
  ASSERT_STREQ(weft_result_label(result, static_cast<size_t>(labels[0]), nullptr), "B-LOC");
  const int32_t* counts = weft_result_supporter_counts(result, &tokens);
  const int32_t* sources = weft_result_supporters(result, &count);
  EXPECT_THAT(std::vector<int32_t>(counts, counts + tokens), testing::ElementsAre(2, 1, 1));
  EXPECT_THAT(std::vector<int32_t>(sources, sources + count), testing::ElementsAre(0, 1, 1, 1));
  weft_result_free(result);
  ASSERT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_LABELS, &result));
  EXPECT_EQ(weft_result_supporters(result, &count), nullptr);
  EXPECT_EQ(count, 0u);
  weft_result_free(result);
  weft_corpus_free(corpus);
  weft_tagger_free(tagger);
  weft_model_free(model);
}

TEST(ModelTest, ResultsHoldTheBestPaths) {
  weft_model* model = TrainToy("hmm");
  weft_tagger* tagger = nullptr;
  ASSERT_WEFT(weft_tagger_new(model, &tagger));
  weft_corpus* corpus = ReadText(
      "{\"tokens\":[\"a\",\"b\"],\"weak\":{\"a\":[\"B-LOC\",null],\"b\":[\"B-LOC\",\"O\"]}}\n"
      "{\"tokens\":[\"c\"],\"weak\":{\"b\":[\"O\"]}}\n");
  for (const int32_t threads : {1, 2}) {
    ASSERT_WEFT(weft_tagger_set_threads(tagger, threads));
    weft_result* result = nullptr;
    ASSERT_WEFT(weft_tagger_decode_k_best(tagger, corpus, 1000, WEFT_WANT_SCORES, &result));
    size_t sentences = 0, labels = 0, paths = 0, tokens = 0;
    const int32_t* counts = weft_result_path_counts(result, &sentences);
    const int32_t* ids = weft_result_path_labels(result, &labels);
    const double* scores = weft_result_path_log_probabilities(result, &paths);
    ASSERT_EQ(sentences, 2u);
    ASSERT_EQ(paths, static_cast<size_t>(counts[0] + counts[1]));
    ASSERT_EQ(labels, static_cast<size_t>(2 * counts[0] + counts[1]));
    const int32_t* best = weft_result_labels(result, &tokens);
    EXPECT_TRUE(std::equal(best, best + 2, ids));
    EXPECT_EQ(best[2], ids[2 * counts[0]]);
    EXPECT_DOUBLE_EQ(scores[0], weft_result_log_probabilities(result, nullptr)[0]);
    double sum = 0;
    for (int32_t i = 0; i < counts[0]; ++i) sum += std::exp(scores[i]);
    EXPECT_NEAR(sum, 1, 1e-9) << "these are all the paths that there are";
    EXPECT_TRUE(std::is_sorted(scores, scores + counts[0], std::greater<double>()));
    weft_result_free(result);
    ASSERT_WEFT(weft_tagger_decode(tagger, corpus, 0, &result));
    EXPECT_EQ(weft_result_path_counts(result, &sentences), nullptr);
    weft_result_free(result);
  }
  weft_result* none = nullptr;
  EXPECT_EQ(weft_tagger_decode_k_best(tagger, corpus, 0, 0, &none), WEFT_INVALID_ARGUMENT);
  EXPECT_STREQ(weft_last_error(), "expected 1 to 1000000 best paths, found 0");
  weft_corpus_free(corpus);
  weft_tagger_free(tagger);
  weft_model_free(model);
}

TEST(ModelTest, ResultsWarnOfVotesThatTheModelCannotRead) {
  weft_model* model = TrainToy("hmm");
  weft_tagger* tagger = nullptr;
  ASSERT_WEFT(weft_tagger_new(model, &tagger));
  weft_corpus* corpus = ReadText(
      "{\"id\":\"x\",\"tokens\":[\"a\",\"b\"],\"weak\":{"
      "\"a\":[\"I-LOC\",\"B-ORG\"],\"b\":[\"I-LOC\",\"O\"],\"c\":[\"O\",\"O\"]}}\n");
  weft_result* result = nullptr;
  ASSERT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_LABELS, &result));
  std::vector<std::string> warnings;
  for (size_t i = 0; i < weft_result_warning_count(result); ++i) {
    warnings.push_back(weft_result_warning(result, i));
  }
  EXPECT_THAT(warnings,
              testing::ElementsAre(
                  HasSubstr("source \"a\": the model never saw its vote for \"I-LOC\""),
                  HasSubstr("source \"a\": the model never saw its vote for \"B-ORG\""),
                  HasSubstr("source \"b\": the model never saw its vote for \"I-LOC\""),
                  "source \"c\" is not known to the model: its votes are ignored (sentences: 1)"));
  EXPECT_STREQ(weft_result_warning(result, warnings.size()), "");
  weft_corpus* silent = ReadText("{\"tokens\":[\"a\"]}\n");
  weft_result* none = nullptr;
  EXPECT_EQ(weft_tagger_decode(tagger, silent, 0, &none), WEFT_INVALID_ARGUMENT);
  EXPECT_STREQ(weft_last_error(), "the model reads votes, and toy.jsonl has no sources of any");
  weft_corpus_free(silent);
  EXPECT_EQ(weft_result_warning_count(nullptr), 0u);
  weft_result_free(result);
  weft_corpus_free(corpus);
  weft_tagger_free(tagger);
  weft_model_free(model);
}

}  // namespace
}  // namespace weft::capi
