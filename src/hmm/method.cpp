#include "hmm/method.h"

#include "hmm/model.h"

namespace weft {
namespace {

OptionTable HmmTaggerOptions() {
  OptionTable table;
  table
      .Float("transition_pseudo", 0.01, 1e-12, 1e6,
             "count that every transition and every first tag has beforehand")
      .Float("emission_pseudo", 0.001, 1e-12, 1e6,
             "count that every word of every tag has beforehand")
      .Choice(
          "unknown", "suffix", {"suffix", "uniform"},
          "what words that training does not have tell: their ending and casing, as rare words' "
          "do (TnT), or nothing")
      .Int("iterations", 20, 0, 1000000,
           "of Baum-Welch at most, where some tokens have no label; 0: none, what has no label is "
           "left out")
      .Float("tolerance", 1e-5, 0, 1,
             "they end where the objective falls by no more than this share of itself")
      .Float("unlabelled_weight", 1, 0, 1e6, "of sentences without any label beside the others")
      .Bool("constrained", true, "decode only label sequences that the tag scheme allows")
      .Decoding();
  return table;
}

}  // namespace

const Method& HmmTaggerMethod() {
  static const Method kMethod = [] {
    Method method = {
        "hmm-tagger",
        Method::Kind::kTagger,
        "hidden Markov model of tags and words, from counts; also from sentences without labels",
        HmmTaggerOptions(),
        &TrainHmmTagger,
        &HmmTaggerModel::Load,
    };
    method.learns_unlabelled = true;
    method.learn_sentences = &LearnHmmTagger;
    return method;
  }();
  return kMethod;
}

}  // namespace weft
