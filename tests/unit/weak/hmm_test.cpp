// The HMM aggregator against enumeration of all label paths, and EM's promise never to fall.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/brute_force.h"
#include "support/random_votes.h"
#include "support/train_aggregator.h"
#include "weak/hmm_problem.h"
#include "weak/source_options.h"

namespace weft {
namespace {

using testing::Apply;
using testing::RandomVotes;

using testing::Train;

// What a model says of one sentence, path by path: p(path, votes) is
// p(path) Π_t Π_sources (Σ_v p(v | z_t, context) x_v)^weight.
struct Enumerated {
  double likelihood = 0;
  std::vector<double> unary, pairwise_sum;  // [L, K], [K, K]
  std::vector<double> counts;               // [slots, K + 1, K] expected
  std::vector<int32_t> best;
};

// The votes of one source on one sentence as the model weighs them.
struct Row {
  VoteRow votes;
  double weight;
  std::vector<int32_t> slots;  // by token
};

std::vector<Row> WeighedRows(const VoteSettings& settings, const Corpus& corpus, int64_t s) {
  std::vector<Row> rows;
  const size_t sources = settings.sources.size();
  const int32_t outside = corpus.labels().Find("O");
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    Row row{corpus.votes(s, i), 1, {}};
    double repeated = 0;
    for (int64_t o = 0; o < corpus.num_votes(s) && !settings.redundancy.empty(); ++o) {
      if (o == i) continue;
      repeated += settings.redundancy[static_cast<size_t>(row.votes.source) * sources +
                                      static_cast<size_t>(corpus.votes(s, o).source)];
    }
    row.weight = 1 / (1 + repeated);
    for (size_t t = 0; t < row.votes.labels.size(); ++t) {
      const int32_t before = t > 0 ? row.votes.labels[t - 1] : kNoLabel;
      const bool open = settings.contexts == 2 && before != kNoLabel && before != outside;
      row.slots.push_back(row.votes.source * settings.contexts + (open ? 1 : 0));
    }
    rows.push_back(row);
  }
  return rows;
}

// p(the vote of `row` at token t | z): Σ_v p(v | z) x_v.
double VoteProbability(const Confusion& confusion, const Row& row, size_t t, int32_t z) {
  const int32_t k = confusion.shape().labels;
  if (row.votes.labels[t] == kNoLabel) return 1;
  if (row.votes.soft.empty()) return confusion.at(row.slots[t], row.votes.labels[t], z);
  double sum = 0;
  for (int32_t v = 0; v < k; ++v) {
    const size_t i = t * static_cast<size_t>(k) + static_cast<size_t>(v);
    sum += confusion.at(row.slots[t], v, z) * static_cast<double>(row.votes.soft[i]);
  }
  return sum;
}

// Adds `joint` of truth z at token t to the counts, a soft vote's by responsibility.
void AddCounts(const Confusion& confusion, const Row& row, size_t t, int32_t z, double joint,
               std::vector<double>* counts) {
  const VoteTableShape& shape = confusion.shape();
  const size_t k = static_cast<size_t>(shape.labels);
  const auto at = [&](int32_t vote) -> double& {
    return (
        *counts)[static_cast<size_t>(shape.Row(row.slots[t], vote)) * k + static_cast<size_t>(z)];
  };
  if (row.votes.soft.empty() || row.votes.labels[t] == kNoLabel) {
    at(row.votes.labels[t]) += row.weight * joint;
    return;
  }
  const double all = VoteProbability(confusion, row, t, z);
  for (int32_t v = 0; v < shape.labels; ++v) {
    const double x = static_cast<double>(row.votes.soft[t * k + static_cast<size_t>(v)]);
    at(v) += row.weight * joint * confusion.at(row.slots[t], v, z) * x / all;
  }
}

Enumerated EnumerateSentence(const HmmModel& model, const Corpus& corpus, int64_t s) {
  const HmmParameters& p = model.parameters();
  const TransitionRules rules = SchemeRules(model.labels(), model.scheme());
  const std::vector<Row> rows = WeighedRows(model.settings(), corpus, s);
  const int32_t k = model.labels().size();
  const size_t width = static_cast<size_t>(k), length = static_cast<size_t>(corpus.length(s));
  Enumerated out;
  out.unary.assign(length * width, 0);
  out.pairwise_sum.assign(width * width, 0);
  out.counts.assign(p.confusion.shape().size(), 0);
  double best = -1;
  ForEachPath(static_cast<int64_t>(length), k, [&](const std::vector<int32_t>& path) {
    double joint = 1;
    for (size_t t = 0; t < length; ++t) {
      const size_t z = static_cast<size_t>(path[t]);
      const size_t step = t == 0 ? z : static_cast<size_t>(path[t - 1]) * width + z;
      const bool legal = t == 0 ? rules.start[z] : rules.transition[step];
      joint *= legal ? (t == 0 ? p.start[step] : p.transitions[step]) : 0;
      for (const Row& row : rows) {
        joint *= std::pow(VoteProbability(p.confusion, row, t, path[t]), row.weight);
      }
    }
    out.likelihood += joint;
    if (joint > best) {
      best = joint;
      out.best = path;
    }
    for (size_t t = 0; t < length; ++t) {
      const size_t z = static_cast<size_t>(path[t]);
      out.unary[t * width + z] += joint;
      if (t > 0) out.pairwise_sum[static_cast<size_t>(path[t - 1]) * width + z] += joint;
      for (const Row& row : rows) AddCounts(p.confusion, row, t, path[t], joint, &out.counts);
    }
  });
  for (auto* values : {&out.unary, &out.pairwise_sum, &out.counts}) {
    for (double& value : *values) value /= out.likelihood;
  }
  return out;
}

bool HasOpinions(const Corpus& corpus, int64_t s) {
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    for (int32_t label : corpus.votes(s, i).labels) {
      if (label != kNoLabel) return true;
    }
  }
  return false;
}

void ExpectAllNear(const double* found, const std::vector<double>& expected, double tolerance) {
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << i;
}

TEST(HmmTest, LikelihoodPosteriorsAndLabelsAreThoseOfEnumeration) {
  for (const testing::VoteCase& c : testing::VoteCases()) {
    SCOPED_TRACE(c.name);
    const auto corpus = RandomVotes(c.votes);
    const testing::Run run =
        Train(HmmMethod(), corpus, {{"iterations", "3"}, {"o_means", "outside"}});
    const auto& hmm = dynamic_cast<const HmmModel&>(*run.model);
    const TransitionRules rules = SchemeRules(corpus->labels(), corpus->scheme());
    const Decoded found = Apply(hmm, *corpus);
    const size_t k = static_cast<size_t>(corpus->labels().size());
    double log_likelihood = 0;
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      const Enumerated expected = EnumerateSentence(hmm, *corpus, s);
      const size_t begin = static_cast<size_t>(corpus->begin(s));
      log_likelihood += std::log(expected.likelihood);
      ExpectAllNear(found.marginals.data() + begin * k, expected.unary, 1e-9);
      ExpectAllNear(found.pairwise_sums.data() + static_cast<size_t>(s) * k * k,
                    expected.pairwise_sum, 1e-9);
      for (size_t t = 0; t < expected.best.size(); ++t) {
        EXPECT_EQ(found.labels[begin + t], expected.best[t]) << "sentence " << s;
      }
    }
    EXPECT_NEAR(testing::LogLikelihood(found), log_likelihood, 1e-9 * std::abs(log_likelihood));
  }
}

TEST(HmmTest, ExpectedCountsAreThoseOfEnumeration) {
  for (const testing::VoteCase& c : testing::VoteCases()) {
    SCOPED_TRACE(c.name);
    TrainingInput input;
    const auto corpus = RandomVotes(c.votes);
    input.train = corpus;
    input.options = Options(HmmMethod().options);
    input.executor = std::make_shared<Executor>(1);
    input.sentence_weights.assign(static_cast<size_t>(corpus->num_sentences()), 1);
    input.sentence_weights[1] = 2.5;
    HmmProblem problem(input, ReadSourceOptions(input.options, *corpus), true);
    ASSERT_EQ(problem.chunks(), 1);
    for (int pass = 0; pass < problem.passes(); ++pass) {
      std::vector<double> sums(problem.pass_size(pass), 0.0);
      problem.AccumulatePass(pass, 0, sums);
      problem.FinishPass(pass, sums);
    }
    std::vector<double> sums(problem.size(), 0.0), expected(problem.size(), 0.0);
    problem.Accumulate(0, 0, sums);

    const auto model = problem.NewModel(sums);
    const auto& hmm = dynamic_cast<const HmmModel&>(*model);
    const size_t k = static_cast<size_t>(corpus->labels().size());
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      if (!HasOpinions(*corpus, s)) continue;  // nothing to learn
      const double weight = static_cast<double>(input.sentence_weights[static_cast<size_t>(s)]);
      const Enumerated one = EnumerateSentence(hmm, *corpus, s);
      expected[0] += weight * std::log(one.likelihood);
      for (size_t z = 0; z < k; ++z) expected[1 + z] += weight * one.unary[z];
      for (size_t i = 0; i < k * k; ++i) expected[1 + k + i] += weight * one.pairwise_sum[i];
      for (size_t i = 0; i < one.counts.size(); ++i) {
        expected[1 + k + k * k + i] += weight * one.counts[i];
      }
    }
    ExpectAllNear(sums.data(), expected, 1e-8);
  }
}

}  // namespace
}  // namespace weft
