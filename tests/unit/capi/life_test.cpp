// The life of handles: made, used, freed in any order; errors that say what and where.
#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

TEST(LifeTest, HandlesKeepWhatTheyNeedAlive) {
  weft_model* model = TrainToy("crf");
  weft_tagger* tagger = nullptr;
  ASSERT_WEFT(weft_tagger_new(model, &tagger));
  weft_model_free(model);
  weft_corpus* corpus = ToyCorpus();
  weft_result* result = nullptr;
  ASSERT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_SPANS, &result));
  weft_tagger_free(tagger);
  weft_report* report = nullptr;
  ASSERT_WEFT(weft_evaluate(corpus, result, WEFT_STRICT, &report));
  weft_corpus_free(corpus);
  size_t spans = 0, size = 0;
  const weft_span* span = weft_result_spans(result, &spans);
  ASSERT_GT(spans, 0u);
  EXPECT_STREQ(weft_result_type(result, static_cast<size_t>(span->type), &size), "PER");
  EXPECT_EQ(size, 3u);
  weft_result_free(result);
  double f1 = 0;
  ASSERT_WEFT(weft_report_number(report, "span.f1", &f1));
  EXPECT_EQ(f1, 1) << "a CRF learns six sentences by heart";
  weft_report_free(report);
}

TEST(LifeTest, FreeingNothingDoesNothing) {
  weft_options_free(nullptr);
  weft_corpus_free(nullptr);
  weft_corpus_builder_free(nullptr);
  weft_trainer_free(nullptr);
  weft_model_free(nullptr);
  weft_tagger_free(nullptr);
  weft_result_free(nullptr);
  weft_report_free(nullptr);
  weft_trainer_cancel(nullptr);
}

TEST(LifeTest, NullArgumentsAreRefused) {
  weft_options* options = nullptr;
  weft_corpus* corpus = nullptr;
  weft_model* model = nullptr;
  EXPECT_EQ(weft_options_new(nullptr, &options), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_options_new("crf", nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_STREQ(weft_last_error(), "out must not be NULL");
  EXPECT_EQ(weft_corpus_read(nullptr, 3, nullptr, &corpus), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_write(nullptr, "x", 1, "jsonl"), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_trainer_run(nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_model_load_memory(nullptr, 5, &model), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_model_save(nullptr, "x", 1), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_tagger_decode(nullptr, nullptr, 0, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_evaluate(nullptr, nullptr, 0, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_corpus_token_count(nullptr), 0u);
  EXPECT_STREQ(weft_model_label(nullptr, 0, nullptr), "");
  EXPECT_TRUE(std::isnan(weft_model_source_accuracy(nullptr, 0)));
  EXPECT_EQ(weft_result_labels(nullptr, nullptr), nullptr);
}

TEST(LifeTest, ErrorsBelongToTheirThread) {
  weft_options* options = nullptr;
  EXPECT_EQ(weft_options_new("crff", &options), WEFT_NOT_FOUND);
  const std::string here = weft_last_error();
  EXPECT_THAT(here, HasSubstr("the nearest is \"crf\""));
  std::thread([&] {
    EXPECT_STREQ(weft_last_error(), "");
    weft_corpus* corpus = nullptr;
    EXPECT_EQ(weft_corpus_read("no such file", 12, nullptr, &corpus), WEFT_NOT_FOUND);
    EXPECT_THAT(weft_last_error(), HasSubstr("no such file"));
  }).join();
  EXPECT_EQ(weft_last_error(), here);
  EXPECT_EQ(weft_options_new("crf", &options), WEFT_OK);
  EXPECT_EQ(weft_last_error(), here) << "success leaves the last error alone";
  weft_options_free(options);
}

TEST(LifeTest, StatusesHaveNames) {
  for (weft_status status = WEFT_OK; status <= WEFT_INTERNAL; ++status) {
    EXPECT_THAT(weft_status_name(status), HasSubstr("WEFT_"));
  }
  EXPECT_STREQ(weft_status_name(99), "");
  EXPECT_EQ(weft_abi_version(), WEFT_ABI_VERSION);
  EXPECT_THAT(weft_build_info(), HasSubstr(weft_version()));
}

TEST(LifeTest, ModelsAreIndependent) {
  weft_model* tagger_model = TrainToy("crf", {"aggregator", "mv"});
  weft_model* other = TrainToy("mv");
  weft_tagger *a = nullptr, *b = nullptr;
  ASSERT_WEFT(weft_tagger_new(tagger_model, &a));
  ASSERT_WEFT(weft_tagger_new(other, &b));
  weft_corpus* corpus = ToyCorpus();
  std::vector<std::vector<int32_t>> first;
  for (int round = 0; round < 3; ++round) {
    for (weft_tagger* tagger : {a, b}) {
      weft_result* result = nullptr;
      ASSERT_WEFT(weft_tagger_decode(tagger, corpus, 0, &result));
      size_t tokens = 0;
      const int32_t* labels = weft_result_labels(result, &tokens);
      const std::vector<int32_t> found(labels, labels + tokens);
      if (round == 0) first.push_back(found);
      EXPECT_EQ(found, first[tagger == b]);
      weft_result_free(result);
    }
  }
  weft_corpus_free(corpus);
  weft_tagger_free(a);
  weft_tagger_free(b);
  weft_model_free(tagger_model);
  weft_model_free(other);
}

TEST(LifeTest, SixteenThreadsShareAModel) {
  weft_model* model = TrainToy("crf");
  std::string text;  // more sentences than one thread takes at a time
  for (int i = 0; i < 50; ++i) {
    std::string again = ToyJsonl();
    for (size_t at = 0; (at = again.find("\"id\":\"s", at)) != std::string::npos; ++at) {
      again.insert(at + 6, "r" + std::to_string(i));
    }
    text += again;
  }
  weft_corpus* corpus = ReadText(text);
  const auto decode = [&](int32_t own_threads = 1) {
    weft_tagger* tagger = nullptr;
    EXPECT_WEFT(weft_tagger_new(model, &tagger));
    EXPECT_EQ(weft_tagger_set_threads(tagger, -1), WEFT_INVALID_ARGUMENT);
    EXPECT_STREQ(weft_last_error(), "threads must be 0 (one per core) to 1024, found -1");
    EXPECT_WEFT(weft_tagger_set_threads(tagger, own_threads));
    weft_result* result = nullptr;
    EXPECT_WEFT(weft_tagger_decode(tagger, corpus, WEFT_WANT_MARGINALS, &result));
    size_t count = 0;
    const double* marginals = weft_result_marginals(result, &count);
    std::vector<double> copy(marginals, marginals + count);
    weft_result_free(result);
    weft_tagger_free(tagger);
    return copy;
  };
  const std::vector<double> serial = decode();
  EXPECT_EQ(decode(3), serial) << "of one tagger's own";
  EXPECT_EQ(decode(0), serial) << "one per core";
  std::atomic<int> equal{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) equal += decode() == serial;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(equal.load(), 16 * 20);
  weft_corpus_free(corpus);
  weft_model_free(model);
}

}  // namespace
}  // namespace weft::capi
