// Aggregators on W3: 202 thousand tokens, 16 sources, 9 labels; one thread.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "bench/benches.h"
#include "bench/plain_hmm.h"
#include "core/error.h"
#include "support/workloads.h"
#include "weak/hmm_problem.h"
#include "weak/methods.h"
#include "weak/source_options.h"

namespace weft::bench {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

// What the baseline does: one matrix per source, no priors.
const Settings& Textbook() {
  static const Settings settings = {{"context", "none"},       {"confusion", "full"},
                                    {"anchor", "0"},           {"pool", "0"},
                                    {"transition_prior", "0"}, {"smoothing", "0"},
                                    {"redundancy", "false"},   {"constrained", "false"}};
  return settings;
}

// EM on a corpus, step by step, after its passes over the votes.
class Em {
 public:
  Em(std::shared_ptr<const Corpus> corpus, const Settings& settings) {
    input_.train = std::move(corpus);
    input_.options = Options(HmmMethod().options);
    for (const auto& [key, value] : settings) input_.options.Set(key, value);
    input_.executor = std::make_shared<Executor>(1);
    problem_ =
        std::make_unique<HmmProblem>(input_, ReadSourceOptions(input_.options, *input_.train),
                                     input_.options.GetBool("constrained"));
    std::vector<double> sums;
    for (int pass = 0; pass < problem_->passes(); ++pass) {
      SumChunks(
          input_, problem_->chunks(), problem_->pass_size(pass),
          [&](int64_t chunk, int, Span<double> part) {
            problem_->AccumulatePass(pass, chunk, part);
          },
          &sums);
      problem_->FinishPass(pass, sums);
    }
  }

  // One E-step and M-step; returns the log-likelihood before it.
  double Iterate() {
    SumChunks(
        input_, problem_->chunks(), problem_->size(),
        [&](int64_t chunk, int worker, Span<double> part) {
          problem_->Accumulate(chunk, worker, part);
        },
        &sums_);
    problem_->Update(sums_);
    return sums_[0];
  }

  HmmParameters parameters() {
    sums_.assign(problem_->size(), 0.0);
    return dynamic_cast<const HmmModel&>(*problem_->NewModel(sums_)).parameters();
  }

 private:
  TrainingInput input_;
  std::unique_ptr<HmmProblem> problem_;
  std::vector<double> sums_;
};

PlainHmm Baseline(const testing::W3& w3, Em* em) {
  const HmmParameters p = em->parameters();
  const int32_t k = p.confusion.shape().labels;
  std::vector<double> confusion;
  for (int32_t j = 0; j < w3.sources; ++j) {
    for (int32_t z = 0; z < k; ++z) {
      for (int32_t v = 0; v < k; ++v) confusion.push_back(p.confusion.at(j, v, z));
    }
  }
  return PlainHmm(w3, p.start, p.transitions, confusion);
}

Outcome RunHmm(const Settings& settings, int rounds) {
  const testing::W3 w3 = testing::MakeW3();
  const std::shared_ptr<const Corpus> corpus = testing::W3Corpus(w3);
  Em textbook(corpus, Textbook());
  PlainHmm plain = Baseline(w3, &textbook);
  for (int i = 0; i < 2; ++i) {
    const double expected = plain.Iterate(), found = textbook.Iterate();
    Require(std::abs(found - expected) < 1e-8 * std::abs(expected),
            "EM and the baseline disagree: log-likelihoods ", found, " and ", expected);
  }
  Em measured(corpus, settings);
  const Ratio ratio = Interleave([&] { plain.Iterate(); }, [&] { measured.Iterate(); }, rounds);
  return OfTokens(ratio, "plain scaled loops", static_cast<size_t>(w3.tokens()));
}

}  // namespace

void AddWeakBenches(std::vector<Bench>* benches) {
  benches->push_back(
      {"weak/hmm_em/textbook", [](int rounds) { return RunHmm(Textbook(), rounds); }});
  benches->push_back({"weak/hmm_em/default", [](int rounds) { return RunHmm({}, rounds); }});
}

}  // namespace weft::bench
