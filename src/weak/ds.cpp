#include "weak/ds_problem.h"
#include "weak/methods.h"
#include "weak/source_options.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

OptionTable DsOptions() {
  OptionTable table;
  AddSourceOptions({false, ConfusionFamily::kFull}, &table);
  AddVoteEmOptions(&table);
  return table;
}

std::unique_ptr<Trainer> Train(TrainingInput input) {
  CheckVotes(*input.train, "ds");
  const EmSettings em = ReadEmOptions(input.options, input.dev.get());
  auto problem = std::make_unique<DsProblem>(input, ReadSourceOptions(input.options, *input.train),
                                             input.options.GetBool("constrained"));
  return std::make_unique<EmTrainer>(std::move(input), em, "ds", std::move(problem));
}

}  // namespace

const Method& DsMethod() {
  static const Method method = {
      "ds",
      Method::Kind::kAggregator,
      "Dawid–Skene over tokens: confusion matrices of the sources, learnt by EM",
      DsOptions(),
      &Train,
      &DsModel::Load};
  return method;
}

}  // namespace weft
