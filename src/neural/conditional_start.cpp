#include "neural/conditional_start.h"

#include <algorithm>
#include <cmath>

#include "method/handed_labels.h"
#include "neural/options.h"
#include "weak/ds_model.h"
#include "weak/hmm_model.h"

namespace weft {
namespace {

std::shared_ptr<const Model> Fit(const Method& method, const TrainingInput& run) {
  TrainingInput input;
  input.train = run.train;
  input.dev = run.dev;
  input.executor = run.executor;
  input.log = run.log;
  input.cancel = run.cancel;
  input.options = run.options.Sub(method.name, method.options);
  if (input.dev) StopByDevelopment(&input.options);  // as what follows
  const std::unique_ptr<Trainer> trainer = method.train(std::move(input));
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

float LogOf(double p) { return static_cast<float>(std::log(std::max(p, kImpossible))); }

void SetPriors(const HmmParameters& hmm, const ConditionalShape& shape, float* logits) {
  const auto k = static_cast<size_t>(shape.labels);
  for (size_t to = 0; to < k; ++to) {
    float* row = logits + to * shape.priors();
    for (size_t from = 0; from < k; ++from) row[from] = LogOf(hmm.transitions[from * k + to]);
    if (shape.own_start) row[k] = LogOf(hmm.start[to]);
  }
}

void SetVotes(const Confusion& confusion, const ConditionalShape& shape, float* out) {
  for (int32_t slot = 0; slot < shape.slots(); ++slot) {
    for (int32_t vote = 0; vote < shape.labels; ++vote) {
      for (int32_t truth = 0; truth < shape.labels; ++truth) {
        *out++ = LogOf(confusion.at(slot, vote, truth));
      }
    }
  }
}

void Place(const std::vector<float>& logits, bool vary, ConditionalStart* start) {
  if (vary) {
    start->logits.insert(start->logits.end(), logits.begin(), logits.end());
    return;
  }
  for (const float logit : logits) start->constants.push_back(std::exp(logit));
}

}  // namespace

ConditionalStart FitStart(const std::string& chmm, const TrainingInput& input) {
  const std::shared_ptr<const Model> model = Fit(StartOf(chmm), input);
  const auto* hmm = dynamic_cast<const HmmModel*>(model.get());
  const auto* ds = dynamic_cast<const DsModel*>(model.get());
  ConditionalStart start;
  start.settings = static_cast<const VoteModel&>(*model).settings();
  start.shape.labels = model->labels().size();
  start.shape.sources = static_cast<int32_t>(start.settings.sources.size());
  start.shape.contexts = start.settings.contexts;
  start.shape.chained = hmm != nullptr;
  start.shape.outside = model->labels().Find("O");
  start.shape.own_start =
      hmm && (start.shape.outside == kNoLabel || input.options.GetString("start") == "own");
  const std::string& varying = input.options.GetString("conditional");
  start.shape.priors_vary = varying != "sources";
  start.shape.votes_vary = varying != "transitions";

  std::vector<float> priors(start.shape.prior_width()), votes(start.shape.vote_width());
  if (hmm) {
    SetPriors(hmm->parameters(), start.shape, priors.data());
  } else {
    std::transform(ds->classes().begin(), ds->classes().end(), priors.begin(), LogOf);
  }
  SetVotes(hmm ? hmm->parameters().confusion : ds->confusion(), start.shape, votes.data());
  Place(priors, start.shape.priors_vary, &start);
  Place(votes, start.shape.votes_vary, &start);

  const HandedLabels soft;
  Decoded found = Decode(*model, *input.train, soft.Wanted(), input.executor.get());
  start.beliefs = HandOver(soft, *input.train, &found);
  return start;
}

}  // namespace weft
