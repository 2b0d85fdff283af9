// Active-learning sessions through the C interface: what a host may do in which order, and what it
// is told where it may not.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

// A session on the toy corpus, of which a third is labelled; its options and corpus are gone.
struct ToySession {
  weft_session* session = nullptr;
  std::vector<std::vector<int32_t>> gold;

  explicit ToySession(const std::vector<std::string>& settings = {}) {
    weft_options *active = nullptr, *tagger = nullptr;
    EXPECT_WEFT(weft_options_new("active", &active));
    EXPECT_WEFT(weft_options_set(active, "labelled", "0.34", 4));
    for (size_t i = 0; i + 1 < settings.size(); i += 2) {
      EXPECT_WEFT(weft_options_set(active, settings[i].c_str(), settings[i + 1].data(),
                                   settings[i + 1].size()));
    }
    EXPECT_WEFT(weft_options_new("hmm-tagger", &tagger));
    weft_corpus* pool = ToyCorpus();
    for (size_t s = 0; s < weft_corpus_sentence_count(pool); ++s) {
      const int32_t* labels = nullptr;
      size_t length = 0;
      EXPECT_WEFT(weft_corpus_gold(pool, s, &labels, &length));
      gold.emplace_back(labels, labels + length);
    }
    EXPECT_WEFT(weft_session_new(active, tagger, pool, nullptr, nullptr, 0, &session));
    weft_options_free(active);
    weft_options_free(tagger);
    weft_corpus_free(pool);
  }
  ~ToySession() { weft_session_free(session); }

  bool Next() const {
    int32_t more = 0;
    EXPECT_WEFT(weft_session_next(session, &more));
    return more != 0;
  }
  size_t sentence() const { return static_cast<size_t>(weft_session_sentence(session)); }
  std::vector<int32_t> Asked() const {
    size_t count = 0;
    const int32_t* tokens = weft_session_asked(session, &count);
    return {tokens, tokens + count};
  }
  void AnswerQuestion() const {
    const std::vector<int32_t> tokens = Asked();
    std::vector<int32_t> labels;
    for (const int32_t token : tokens) {
      labels.push_back(gold[sentence()][static_cast<size_t>(token)]);
    }
    EXPECT_WEFT(
        weft_session_answer(session, sentence(), tokens.data(), labels.data(), tokens.size()));
  }
  weft_session_counts Counts() const {
    weft_session_counts counts = {};
    EXPECT_WEFT(weft_session_progress(session, &counts));
    return counts;
  }
};

TEST(SessionTest, AsksLearnsAndGivesWhatItKnows) {
  const ToySession toy({"query", "fusal"});
  EXPECT_STREQ(weft_session_method(toy.session), "hmm-tagger");
  EXPECT_EQ(weft_session_sentence(toy.session), -1) << "nothing is asked yet";
  int32_t questions = 0;
  while (toy.Next()) {
    toy.AnswerQuestion();
    ++questions;
  }
  EXPECT_EQ(questions, 4);
  EXPECT_EQ(weft_session_sentence(toy.session), -1);
  const weft_session_counts counts = toy.Counts();
  EXPECT_EQ(counts.sentences, 6);
  EXPECT_EQ(counts.done, 6);
  EXPECT_EQ(counts.asked_sentences, 4);
  EXPECT_EQ(counts.asked, counts.answered);
  EXPECT_EQ(counts.by_model, 0);
  EXPECT_EQ(counts.updates, 5) << "one at the beginning, one for each sentence";
  size_t tokens = 0, others = 0;
  const int32_t* labels = weft_session_labels(toy.session, &tokens);
  const uint8_t* origins = weft_session_origins(toy.session, &others);
  ASSERT_EQ(tokens, others);
  size_t t = 0;
  int64_t answered = 0;
  for (const auto& sentence : toy.gold) {
    for (const int32_t label : sentence) {
      EXPECT_EQ(labels[t], label);
      answered += origins[t++] == WEFT_ANSWERED;
    }
  }
  EXPECT_EQ(answered, counts.answered);
  weft_corpus* labelled = nullptr;
  weft_model* model = nullptr;
  ASSERT_WEFT(weft_session_corpus(toy.session, &labelled));
  EXPECT_EQ(weft_corpus_token_count(labelled), tokens);
  weft_corpus_free(labelled);
  ASSERT_WEFT(weft_session_model(toy.session, &model));
  EXPECT_STREQ(weft_model_method(model), "hmm-tagger");
  weft_model_free(model);
}

TEST(SessionTest, SuggestsByWhatIsAnswered) {
  const ToySession toy({"query", "fusal"});
  ASSERT_TRUE(toy.Next());
  const int32_t token = toy.Asked()[0], label = 0;
  ASSERT_WEFT(weft_session_answer(toy.session, toy.sentence(), &token, &label, 1));
  weft_result* result = nullptr;
  ASSERT_WEFT(weft_session_suggest(toy.session, toy.sentence(), 4, &result));
  size_t count = 0;
  EXPECT_EQ(weft_result_labels(result, &count)[token], label);
  EXPECT_EQ(count, toy.gold[toy.sentence()].size());
  EXPECT_EQ(weft_result_sentence_count(result), 1u);
  EXPECT_EQ(weft_result_path_counts(result, &count)[0], 4);
  const double entropy = weft_result_path_entropies(result, &count)[0];
  EXPECT_GT(entropy, 0);
  EXPECT_LE(entropy, std::log(4) + 1e-9);
  weft_result_marginals(result, &count);
  size_t shares = 0;
  weft_result_path_marginals(result, &shares);
  EXPECT_EQ(shares, count);
  weft_result_free(result);
}

TEST(SessionTest, SaysWhatCannotBe) {
  const ToySession toy;
  weft_model* model = nullptr;
  EXPECT_EQ(weft_session_model(toy.session, &model), WEFT_STATE);
  EXPECT_THAT(weft_last_error(), HasSubstr("there is no model yet"));
  weft_result* result = nullptr;
  EXPECT_EQ(weft_session_suggest(toy.session, 0, 1, &result), WEFT_STATE);
  ASSERT_TRUE(toy.Next());
  const auto refused = [&](size_t sentence, int32_t token, int32_t label, const char* text) {
    EXPECT_EQ(weft_session_answer(toy.session, sentence, &token, &label, 1), WEFT_INVALID_ARGUMENT);
    EXPECT_THAT(weft_last_error(), HasSubstr(text));
  };
  refused(6, 0, 0, "expected a sentence from 0 to 5, found 6");
  refused(std::numeric_limits<size_t>::max(), 0, 0, "expected a sentence");
  refused(0, -1, 0, "expected a token");
  refused(0, 0, 99, "expected a label");
  EXPECT_EQ(weft_session_suggest(toy.session, 0, 0, &result), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_session_skip(toy.session, 6), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_session_answer(toy.session, 0, nullptr, nullptr, 1), WEFT_INVALID_ARGUMENT);
  EXPECT_WEFT(weft_session_answer(toy.session, 0, nullptr, nullptr, 0));
  EXPECT_EQ(weft_session_next(nullptr, nullptr), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(weft_session_sentence(nullptr), -1);
  size_t count = 7;
  EXPECT_EQ(weft_session_asked(nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);

  weft_options *reading = nullptr, *crf = nullptr, *active = nullptr;
  ASSERT_WEFT(weft_options_new("read", &reading));
  ASSERT_WEFT(weft_options_new("crf", &crf));
  ASSERT_WEFT(weft_options_new("active", &active));
  weft_corpus* pool = ToyCorpus();
  weft_session* session = nullptr;
  const auto begin = [&](const weft_options* loop, const weft_options* tagger,
                         const weft_corpus* of) {
    return weft_session_new(loop, tagger, of, nullptr, nullptr, 0, &session);
  };
  EXPECT_EQ(begin(reading, crf, pool), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("expected options of \"active\", found those of read"));
  EXPECT_EQ(begin(active, active, pool), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(begin(active, nullptr, pool), WEFT_INVALID_ARGUMENT);
  EXPECT_EQ(begin(active, crf, nullptr), WEFT_INVALID_ARGUMENT);
  weft_trainer* trainer = nullptr;
  EXPECT_EQ(weft_trainer_new(active, pool, nullptr, &trainer), WEFT_INVALID_ARGUMENT);
  EXPECT_THAT(weft_last_error(), HasSubstr("found those of \"active\""));
  const size_t sentences[] = {5, 0, 6};
  weft_corpus* selected = nullptr;
  EXPECT_EQ(weft_corpus_select(pool, sentences, 3, &selected), WEFT_NOT_FOUND);
  ASSERT_WEFT(weft_corpus_select(pool, sentences, 2, &selected));
  EXPECT_EQ(weft_corpus_sentence_count(selected), 2u);
  EXPECT_EQ(session, nullptr);
  weft_corpus_free(selected);
  weft_corpus_free(pool);
  for (weft_options* options : {reading, crf, active}) weft_options_free(options);
}

}  // namespace
}  // namespace weft::capi
