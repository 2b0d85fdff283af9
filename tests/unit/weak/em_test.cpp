// What holds for every method that learns by EM.
#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

#include "core/error.h"
#include "support/random_votes.h"
#include "support/train_aggregator.h"

namespace weft {
namespace {

using testing::Apply;
using testing::RandomVotes;
using testing::Settings;
using testing::Train;
using testing::VoteCase;
using testing::VoteCases;

class EmTest : public ::testing::TestWithParam<const char*> {
 protected:
  const Method& method() const {
    return GetParam() == std::string("hmm") ? HmmMethod() : DsMethod();
  }
};
INSTANTIATE_TEST_SUITE_P(Methods, EmTest, ::testing::Values("hmm", "ds"),
                         [](const auto& p) { return std::string(p.param); });

// EM as in the paper's appendix: no priors, one matrix per source.
Settings Textbook() {
  return {{"confusion", "full"}, {"anchor", "0"},           {"pool", "0"},
          {"smoothing", "0"},    {"transition_prior", "0"}, {"redundancy", "false"}};
}

TEST_P(EmTest, ObjectiveNeverFalls) {
  const std::vector<Settings> kinds = {
      {},
      Textbook(),
      {{"accuracy_bound", "0.5"}, {"confusion", "factored"}},
      {{"accuracy_bound", "0.9"}, {"confusion", "full"}, {"redundancy", "false"}},
      {{"sparsity_epsilon", "0.1"}},
      {{"o_means", "abstain_if_any"}, {"priors.s1", "0.9/0.8"}},
  };
  for (VoteCase& c : VoteCases()) {
    c.votes.sentences = 200;
    c.votes.longest = 9;
    const auto corpus = RandomVotes(c.votes);
    for (Settings settings : kinds) {
      SCOPED_TRACE(c.name + (" " + ::testing::PrintToString(settings)));
      settings.insert(settings.end(), {{"iterations", "40"}, {"tolerance", "0"}});
      const std::vector<double> objectives = Train(method(), corpus, settings).objectives;
      ASSERT_GE(objectives.size(), 2u);
      for (size_t i = 1; i < objectives.size(); ++i) {
        EXPECT_GE(objectives[i], objectives[i - 1] - 1e-9 * std::abs(objectives[i])) << i;
      }
      EXPECT_GT(objectives.back(), objectives.front());
    }
  }
}

// Without priors and bounds the objective is the log-likelihood of the votes.
TEST_P(EmTest, ObjectiveIsTheLikelihoodOfTheVotesThatTheModelGives) {
  VoteCase c = VoteCases()[0];
  const auto corpus = RandomVotes(c.votes);
  Settings settings = Textbook();
  settings.insert(settings.end(), {{"iterations", "7"}, {"tolerance", "0"}});
  const testing::Run run = Train(method(), corpus, settings);
  EXPECT_NEAR(run.objectives.back(), testing::LogLikelihood(Apply(*run.model, *corpus)), 1e-8);
  EXPECT_EQ(run.progress.iteration, static_cast<int64_t>(run.objectives.size()));
}

testing::RandomVotesOptions ManyVotes() {
  testing::RandomVotesOptions many;
  many.labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  many.scheme = Scheme::kIOB2;
  many.sentences = 4000;
  many.longest = 20;
  many.sources = 5;
  return many;
}

TEST_P(EmTest, OneTwoAndEightThreadsGiveTheSameBytes) {
  const auto corpus = RandomVotes(ManyVotes());  // several chunks
  std::vector<std::vector<Section>> saved;
  for (int threads : {1, 2, 8}) {
    testing::RunOptions how;
    how.threads = threads;
    saved.push_back(Train(method(), corpus, {{"iterations", "3"}}, how).model->Save());
  }
  for (size_t i = 0; i < saved[0].size(); ++i) {
    EXPECT_EQ(saved[0][i].bytes, saved[1][i].bytes) << saved[0][i].name;
    EXPECT_EQ(saved[0][i].bytes, saved[2][i].bytes) << saved[0][i].name;
  }
}

// Adds the arrays of two parties to each other, as an all-reduce does.
class Pair {
 public:
  void Add(Span<double> values) {
    std::unique_lock<std::mutex> lock(mutex_);
    const int64_t round = round_;
    if (first_.empty()) {
      first_.assign(values.begin(), values.end());
      wake_.wait(lock, [&] { return round_ != round; });
    } else {
      for (size_t i = 0; i < values.size(); ++i) first_[i] += values[i];
      sum_.swap(first_);
      first_.clear();
      ++round_;
      wake_.notify_all();
    }
    std::copy(sum_.begin(), sum_.end(), values.begin());
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<double> first_, sum_;
  int64_t round_ = 0;
};

TEST_P(EmTest, TwoProcessesThatReduceTheirSumsLearnWhatOneDoes) {
  testing::RandomVotesOptions votes = ManyVotes();
  votes.sentences = 300;
  const auto whole = RandomVotes(votes);
  const Settings settings = {{"iterations", "5"}};
  const testing::Run alone = Train(method(), whole, settings);
  std::vector<int64_t> ids(300);
  std::iota(ids.begin(), ids.end(), 0);
  Pair pair;
  std::vector<std::vector<double>> objectives(2);
  std::vector<std::thread> processes;
  for (size_t half = 0; half < 2; ++half) {
    processes.emplace_back([&, half] {
      TrainingInput input;
      input.train =
          SelectSentences(*whole, Span<const int64_t>(ids.data() + half * 100, 100 + half * 100));
      input.options = Options(method().options);
      for (const auto& [key, value] : settings) input.options.Set(key, value);
      input.executor = std::make_shared<Executor>(1);
      input.reduce = [&pair](Span<double> sums) { pair.Add(sums); };
      const std::unique_ptr<Trainer> trainer = method().train(std::move(input));
      while (trainer->Step()) {
      }
      objectives[half] = trainer->objectives();
    });
  }
  for (std::thread& process : processes) process.join();
  EXPECT_EQ(objectives[0], objectives[1]);
  ASSERT_EQ(objectives[0].size(), alone.objectives.size());
  for (size_t i = 0; i < alone.objectives.size(); ++i) {
    EXPECT_NEAR(objectives[0][i], alone.objectives[i], 1e-9 * std::abs(alone.objectives[i]));
  }
}

TEST_P(EmTest, CancelEndsTheRunAndKeepsTheLastModel) {
  const auto cancel = std::make_shared<CancelFlag>();
  TrainingInput input;
  input.train = RandomVotes(ManyVotes());
  input.options = Options(method().options);
  input.executor = std::make_shared<Executor>(2);
  input.cancel = cancel;
  const std::unique_ptr<Trainer> trainer = method().train(input);
  EXPECT_THROW(trainer->TakeModel(), Error) << "nothing is learnt yet";
  EXPECT_TRUE(trainer->Step());
  const std::vector<SourceEstimate> before = trainer->TakeModel()->Sources();
  cancel->Cancel();
  EXPECT_FALSE(trainer->Step());
  EXPECT_TRUE(trainer->progress().finished);
  EXPECT_EQ(trainer->progress().stop_reason, "cancelled");
  const std::vector<SourceEstimate> after = trainer->TakeModel()->Sources();
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].accuracy, before[i].accuracy);
    EXPECT_EQ(after[i].confusion, before[i].confusion);
  }

  const std::unique_ptr<Trainer> never = method().train(input);
  EXPECT_FALSE(never->Step());
  try {
    never->TakeModel();
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.status(), Status::kState);
  }
}

TEST_P(EmTest, TheDevelopmentCorpusPicksTheStep) {
  testing::RandomVotesOptions votes = ManyVotes();
  votes.sentences = 100;
  const auto train = RandomVotes(votes);
  votes.seed = 2;
  testing::RunOptions how;
  how.dev = RandomVotes(votes);
  for (const char* stop : {"dev_f1", "dev_likelihood"}) {
    const testing::Run run =
        Train(method(), train, {{"stop", stop}, {"patience", "2"}, {"iterations", "50"}}, how);
    EXPECT_TRUE(run.progress.finished);
    EXPECT_EQ(std::isnan(run.progress.dev_f1), stop == std::string("dev_likelihood"));
    EXPECT_THROW(Train(method(), train, {{"stop", stop}}), Error) << "no development corpus";
  }
}

TEST_P(EmTest, StepsAndToleranceEndIt) {
  const auto corpus = RandomVotes(VoteCases()[1].votes);
  const testing::Run limited = Train(method(), corpus, {{"iterations", "2"}, {"tolerance", "0"}});
  EXPECT_EQ(limited.objectives.size(), 2u);
  EXPECT_FALSE(limited.progress.converged);
  const testing::Run free = Train(method(), corpus, {{"iterations", "1000"}});
  EXPECT_TRUE(free.progress.converged);
  EXPECT_LT(free.objectives.size(), 1000u);
  EXPECT_EQ(Train(method(), corpus, {{"iterations", "0"}}).objectives.size(), 1u);
}

TEST_P(EmTest, RefusesWhatGivesNothingToLearn) {
  EXPECT_THROW(Train(method(), CorpusBuilder().Finish()), Error);
  testing::RandomVotesOptions votes;
  votes.missing = 1;
  EXPECT_THROW(Train(method(), RandomVotes(votes)), Error);
}

}  // namespace
}  // namespace weft
