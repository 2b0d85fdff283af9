#include "weak/hmm_problem.h"
#include "weak/methods.h"
#include "weak/source_options.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

OptionTable HmmOptions() {
  OptionTable table;
  AddSourceOptions({true, ConfusionFamily::kFactored}, &table);
  AddVoteEmOptions(&table);
  return table;
}

std::unique_ptr<Trainer> Train(TrainingInput input) {
  CheckVotes(*input.train, "hmm");
  const EmSettings em = ReadEmOptions(input.options, input.dev.get());
  auto problem = std::make_unique<HmmProblem>(input, ReadSourceOptions(input.options, *input.train),
                                              input.options.GetBool("constrained"));
  return std::make_unique<EmTrainer>(std::move(input), em, "hmm", std::move(problem));
}

}  // namespace

const Method& HmmMethod() {
  static const Method method = {
      "hmm",
      Method::Kind::kAggregator,
      "one hidden chain of true labels, confusion matrices of the sources, learnt by EM",
      HmmOptions(),
      &Train,
      &HmmModel::Load};
  return method;
}

}  // namespace weft
