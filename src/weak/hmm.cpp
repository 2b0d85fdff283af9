#include "core/error.h"
#include "weak/hmm_problem.h"
#include "weak/methods.h"
#include "weak/source_priors.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

OptionTable HmmOptions() {
  OptionTable table;
  AddVoteOptions(&table);
  AddSourcePriorOptions(&table);
  table
      .Float("smoothing", 0.01, 0, 1e6,
             "pseudo-count of each vote that a source ever casts, for each true label")
      .Float("vote_prior", 2, 0, 1e6,
             "weight of the counts that majority voting suggests, as pseudo-counts of the "
             "confusion matrices")
      .Float("transition_smoothing", 0.01, 0, 1e6, "pseudo-count of each legal transition")
      .Float("transition_prior", 2, 0, 1e6,
             "weight of the transitions that majority voting suggests, as pseudo-counts")
      .Float("min_accuracy", 0, 0, 0.99,
             "bounds each source above chance: where it names a type it names the right one with "
             "at least this probability; 0: no bound")
      .Float("sparsity_epsilon", 0, 0, 1,
             "where a source names a type, the others' O becomes a distribution with this mass on "
             "O; 0: off")
      .Bool("constrained", true, "only label sequences that are legal in the tag scheme");
  EmSettings em;
  em.iterations = 12;
  em.tolerance = 1e-5;
  em.patience = 5;
  AddEmOptions(em, &table);
  return table;
}

HmmSettings ReadSettings(const TrainingInput& input) {
  const Options& options = input.options;
  HmmSettings settings;
  settings.votes = ReadVoteOptions(options, *input.train, OMeans::kOutside);
  settings.votes.sparsity_epsilon = options.GetFloat("sparsity_epsilon");
  settings.constrained = options.GetBool("constrained");
  settings.confusion.smoothing = options.GetFloat("smoothing");
  settings.confusion.vote_prior = options.GetFloat("vote_prior");
  settings.confusion.min_accuracy = options.GetFloat("min_accuracy");
  settings.confusion.priors = ReadSourcePriors(options, *input.train);
  settings.transition_smoothing = options.GetFloat("transition_smoothing");
  settings.transition_prior = options.GetFloat("transition_prior");
  return settings;
}

std::unique_ptr<Trainer> Train(TrainingInput input) {
  EmSettings em = ReadEmOptions(input.options, input.dev.get());
  if (CheckVotes(*input.train, "hmm", input.log) < 3) em.iterations = 0;
  auto problem = std::make_unique<HmmProblem>(input, ReadSettings(input));
  return std::make_unique<EmTrainer>(std::move(input), em, "hmm", std::move(problem));
}

}  // namespace

const Method& HmmMethod() {
  static const Method method = {
      "hmm",
      Method::Kind::kAggregator,
      "one hidden chain of true labels, one confusion matrix per source, learnt from votes by EM",
      HmmOptions(),
      &Train,
      &HmmModel::Load};
  return method;
}

}  // namespace weft
