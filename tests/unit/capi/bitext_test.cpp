// Bitext and projection through the C interface.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

weft_corpus* FromMemory(const std::string& text, const char* name) {
  weft_options* reading = nullptr;
  weft_corpus* corpus = nullptr;
  EXPECT_WEFT(weft_options_new("read", &reading));
  const char* format = text[0] == '{' ? "jsonl" : "lines";
  EXPECT_WEFT(weft_options_set(reading, "format", format, 5));
  EXPECT_WEFT(weft_corpus_read_memory(text.data(), text.size(), name, reading, &corpus));
  weft_options_free(reading);
  return corpus;
}

// Two pairs with three links, made from handles that are gone.
weft_bitext* Small() {
  weft_corpus* source = FromMemory(
      "{\"tokens\":[\"a\",\"b\",\"c\"],\"labels\":[\"B-X\",\"I-X\",\"O\"]}\n"
      "{\"tokens\":[\"d\"],\"labels\":[\"O\"]}\n",
      "source");
  weft_corpus* target = FromMemory("x y z\nw\n", "target");
  const int32_t links[] = {0, 0, 1, 1, 0, 0};
  const float confidences[] = {1, 0.5f, 1};
  const size_t offsets[] = {0, 2, 3};
  weft_bitext* bitext = nullptr;
  EXPECT_WEFT(weft_bitext_link(source, target, links, confidences, offsets, 2, nullptr, &bitext));
  weft_corpus_free(source);
  weft_corpus_free(target);
  return bitext;
}

TEST(BitextTest, LinksAndSides) {
  weft_bitext* bitext = Small();
  EXPECT_EQ(weft_bitext_pair_count(bitext), 2u);
  const int32_t* links = nullptr;
  const float* confidences = nullptr;
  size_t count = 0;
  ASSERT_WEFT(weft_bitext_links(bitext, 0, &links, &count));
  EXPECT_THAT(std::vector<int32_t>(links, links + count), testing::ElementsAre(0, 0, 1, 1));
  ASSERT_WEFT(weft_bitext_confidences(bitext, 0, &confidences, &count));
  EXPECT_THAT(std::vector<float>(confidences, confidences + count), testing::ElementsAre(1, 0.5f));
  weft_corpus* side = nullptr;
  ASSERT_WEFT(weft_bitext_side(bitext, WEFT_TARGET_SIDE, &side));
  EXPECT_EQ(weft_corpus_token_count(side), 4u);
  weft_corpus_free(side);
  weft_corpus* same = FromMemory("x y z\nw\n", "same");
  weft_bitext* other = nullptr;
  ASSERT_WEFT(weft_bitext_with_target(bitext, same, &other));
  ASSERT_WEFT(weft_bitext_links(other, 1, &links, &count));
  EXPECT_THAT(std::vector<int32_t>(links, links + count), testing::ElementsAre(0, 0));
  weft_bitext_free(other);
  weft_corpus_free(same);
  EXPECT_EQ(weft_bitext_with_target(bitext, nullptr, &other), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_links(bitext, SIZE_MAX, &links, &count), WEFT_NOT_FOUND);
  EXPECT_EQ(weft_bitext_confidences(bitext, SIZE_MAX, &confidences, &count), WEFT_NOT_FOUND);
  EXPECT_EQ(weft_bitext_links(bitext, 2, &links, &count), WEFT_NOT_FOUND);
  EXPECT_EQ(weft_bitext_side(bitext, 2, &side), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_pair_count(nullptr), 0u);
  weft_bitext_free(bitext);
}

TEST(BitextTest, ProjectsGoldLabels) {
  weft_bitext* bitext = Small();
  weft_projection* projection = nullptr;
  ASSERT_WEFT(weft_bitext_project(bitext, nullptr, nullptr, &projection));
  weft_bitext_free(bitext);
  weft_corpus* corpus = nullptr;
  weft_report* report = nullptr;
  ASSERT_WEFT(weft_projection_corpus(projection, &corpus));
  ASSERT_WEFT(weft_projection_report(projection, &report));
  weft_projection_free(projection);
  const int32_t* votes = nullptr;
  size_t length = 0;
  ASSERT_WEFT(weft_corpus_votes(corpus, 0, 0, &votes, &length));
  ASSERT_EQ(length, 3u);
  EXPECT_STREQ(weft_corpus_label(corpus, static_cast<size_t>(votes[1]), nullptr), "I-X");
  EXPECT_EQ(votes[2], WEFT_NO_LABEL);
  double share = 0;
  ASSERT_WEFT(weft_report_number(report, "tokens.share", &share));
  EXPECT_EQ(share, 0.75);
  weft_report_free(report);

  // Votes are what `ge` learns from, alone or with labelled sentences.
  weft_corpus* labelled = ToyCorpus();
  const weft_corpus* parts[] = {labelled, corpus};
  weft_corpus* joined = nullptr;
  ASSERT_WEFT(weft_corpus_join(parts, 2, &joined));
  EXPECT_EQ(weft_corpus_sentence_count(joined), weft_corpus_sentence_count(labelled) + 2);
  weft_options* options = nullptr;
  ASSERT_WEFT(weft_options_new("ge", &options));
  ASSERT_WEFT(weft_options_set_int(options, "max_iterations", 8));
  for (const weft_corpus* train : {corpus, joined}) {
    weft_trainer* trainer = nullptr;
    weft_model* model = nullptr;
    ASSERT_WEFT(weft_trainer_new(options, train, nullptr, &trainer));
    ASSERT_WEFT(weft_trainer_run(trainer));
    ASSERT_WEFT(weft_trainer_model(trainer, &model));
    EXPECT_STREQ(weft_model_method(model), "ge");
    weft_model_free(model);
    weft_trainer_free(trainer);
  }
  weft_options_free(options);
  weft_corpus_free(joined);
  weft_corpus_free(labelled);
  weft_corpus_free(corpus);
}

TEST(BitextTest, WhatCannotBeRight) {
  weft_corpus *source = FromMemory("a b\n", "s"), *target = FromMemory("x\n", "t");
  weft_bitext* bitext = nullptr;
  const size_t offsets[] = {0, 1, 1};
  const int32_t outside[] = {0, 4}, inside[] = {0, 0};
  const float sure[] = {2};
  EXPECT_EQ(weft_bitext_link(source, target, outside, nullptr, offsets, 1, nullptr, &bitext),
            WEFT_FORMAT);
  EXPECT_THAT(weft_last_error(), HasSubstr("pair 0"));
  EXPECT_EQ(weft_bitext_link(source, target, inside, sure, offsets, 1, nullptr, &bitext),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_link(source, target, nullptr, nullptr, offsets, 1, nullptr, &bitext),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_link(source, target, inside, nullptr, offsets, 2, nullptr, &bitext),
            WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_read("/none", 5, nullptr, &bitext), WEFT_NOT_FOUND);
  EXPECT_EQ(weft_bitext_align(source, target, nullptr, &bitext), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_bitext_align(source, nullptr, nullptr, &bitext), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(bitext, nullptr);
  weft_options* reading = nullptr;
  ASSERT_WEFT(weft_options_new("read", &reading));
  EXPECT_EQ(weft_bitext_read("/none", 5, reading, &bitext), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("\"bitext\""));
  ASSERT_WEFT(weft_bitext_link(source, target, inside, nullptr, offsets, 1, nullptr, &bitext));
  weft_projection* projection = nullptr;
  EXPECT_EQ(weft_bitext_project(bitext, nullptr, nullptr, &projection), WEFT_STATE);
  weft_bitext* through = nullptr;
  EXPECT_EQ(weft_bitext_through(bitext, bitext, &through), WEFT_INVALID_ARGUMENT);
  weft_corpus* joined = nullptr;
  EXPECT_EQ(weft_corpus_join(nullptr, 0, &joined), WEFT_INVALID_ARGUMENT);
  const weft_corpus* hole[] = {source, nullptr};
  EXPECT_EQ(weft_corpus_join(hole, 2, &joined), WEFT_INVALID_ARGUMENT);
  // A corpus with neither gold labels nor votes teaches nothing.
  weft_options* options = nullptr;
  weft_trainer* trainer = nullptr;
  ASSERT_WEFT(weft_options_new("ge", &options));
  EXPECT_EQ(weft_trainer_new(options, target, nullptr, &trainer), WEFT_STATE);
  EXPECT_THAT(weft_last_error(), HasSubstr("has neither"));
  EXPECT_EQ(weft_options_set(options, "aggregator", "mv", 2), WEFT_NOT_FOUND);
  weft_options_free(options);
  weft_options_free(reading);
  weft_bitext_free(bitext);
  weft_corpus_free(source);
  weft_corpus_free(target);
}

}  // namespace
}  // namespace weft::capi
