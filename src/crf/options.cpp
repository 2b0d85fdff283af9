#include "crf/options.h"

#include <limits>
#include <map>

#include "core/error.h"
#include "core/os.h"

namespace weft {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string ReadText(const std::string& path) {
  try {
    return ReadFile(path);
  } catch (const Error& e) {
    Fail(Status::kIo, path, ": cannot read feature templates: ", e.what());
  }
}

void AddFeatures(double min_count, OptionTable* table) {
  table
      ->Choice("features", "ner", TemplatePresets(),
               "feature templates by name; `attributes`: those that the corpus hands in")
      .String("templates", "", "feature templates as text, instead of `features`; one a line")
      .String("templates_file", "", "path of a file with feature templates, CRF++'s too")
      .Choice(
          "boundary", "auto", {"auto", "skip", "symbol"},
          "where a template leaves the sentence: no attribute (skip), or one with _B-1, _B+1, … "
          "(symbol); auto: symbol for the ner templates, else skip")
      .Float("min_count", min_count, 0, kInfinity,
             "leave out features whose (expected) count on labelled tokens is lower")
      .Bool("dense_features", false,
            "every attribute with every label and every label bigram, seen together or not");
}

void AddSentenceWeights(OptionTable* table) {
  table->String("sentence_weights", "",
                "a column whose number, the same on all tokens of a sentence, is how often that "
                "counts; 1 where it is empty");
}

void AddLbfgs(OptionTable* table) {
  table->Int("memories", 6, 3, 100, "lbfgs: past steps that stand for the curvature")
      .Float("epsilon", 1e-5, 0, 1, "lbfgs: converged where |gradient| < epsilon·max(1, |w|)")
      .Int("period", 10, 1, 1000, "lbfgs: iterations over which `delta` is measured")
      .Float("delta", 1e-5, 0, 1, "converged where the loss falls by less than this share of it")
      .Int("max_linesearch", 20, 1, 1000, "lbfgs: evaluations an iteration at most");
}

void AddDevPeriodAndDecoding(OptionTable* table) {
  table->Int("dev_period", 1, 1, 1000000, "iterations between evaluations on dev (patience)")
      .Bool("constrained", true, "decode only label sequences that the tag scheme allows")
      .Decoding();
}

}  // namespace

OptionTable CrfOptions() {
  OptionTable table;
  AddFeatures(0.01, &table);
  AddSentenceWeights(&table);
  table
      .Choice("algorithm", "lbfgs", {"lbfgs", "adagrad", "ap"},
              "L-BFGS (OWL-QN where c1 > 0), stochastic AdaGrad, averaged perceptron")
      .Float("c1", 0, 0, kInfinity, "L1 penalty: c1·|w|₁ is added to the loss (lbfgs)")
      .Float("c2", 0.1, 0, kInfinity, "L2 penalty: c2·|w|₂² is added to the loss (lbfgs, adagrad)")
      .Int("max_iterations", 0, 0, 1000000,
           "iterations or epochs at most; 0: 500 for lbfgs, 20 for adagrad and ap");
  AddLbfgs(&table);
  table.Float("learning_rate", 0.2, 1e-9, 1e3, "adagrad: step size")
      .Int("seed", 1, 0, std::numeric_limits<int32_t>::max(), "adagrad, ap: order of the sentences")
      .Int("patience", 0, 0, 1000000,
           "stop after so many evaluations on dev without a better F1, and keep the best model; 0: "
           "train to the end and keep the last");
  AddDevPeriodAndDecoding(&table);
  return table;
}

OptionTable GeOptions() {
  OptionTable table;
  AddFeatures(0, &table);
  AddSentenceWeights(&table);
  table
      .Float("ge_weight", 1, 0, 1e9,
             "what the distance of a token's marginals from its expectation weighs beside the "
             "log-likelihood of the gold labels")
      .Choice("projection", "soft", {"soft", "hard"},
              "expectations are the votes' distributions, or their most probable labels")
      .Choice("distance", "squared", {"squared", "kl"},
              "of marginals from expectations: squared differences, or Kullback-Leibler divergence")
      .Int("kl_iterations", 5, 0, 1000000,
           "first iterations that minimise divergence where distance is squared, whose gradient "
           "vanishes where the model is sure of the wrong label")
      .String("groups", "labels",
              "what expectations are of: labels; types (B-X and I-X are one, and gold labels alone "
              "tell them apart); or a label map, "
              "FROM=TO entries or the path of a file with such, whose labels become one")
      .Prefix(
          "weights.",
          "what the votes of one source weigh beside those of others (of all beside gold labels: "
          "ge_weight): weights.SOURCE, from 0 to 1e9, 1 where it is not given")
      .Float("c1", 0, 0, kInfinity, "L1 penalty: c1·|w|₁ is added to the loss (OWL-QN)")
      .Float("c2", 0.1, 0, kInfinity, "L2 penalty: c2·|w|₂² is added to the loss")
      .Int("max_iterations", 150, 1, 1000000, "iterations at most");
  AddLbfgs(&table);
  table.Int("patience", 20, 0, 1000000,
            "with a development corpus, stop after so many evaluations on it without a better F1, "
            "and keep the best model; 0: train to the end and keep the last");
  AddDevPeriodAndDecoding(&table);
  return table;
}

void CheckAlgorithmOptions(const Options& options) {
  static const std::map<std::string, std::vector<const char*>> kForeign = {
      {"lbfgs", {"learning_rate"}},
      {"adagrad", {"c1", "memories", "epsilon", "period", "max_linesearch"}},
      {"ap",
       {"c1", "c2", "memories", "epsilon", "period", "delta", "max_linesearch", "learning_rate"}},
  };
  const std::string& algorithm = options.GetString("algorithm");
  for (const char* key : kForeign.at(algorithm)) {
    Require(!options.IsSet(key), "option ", key, " means nothing to algorithm ", algorithm);
  }
}

TemplateSet TemplatesFromOptions(const Options& options) {
  const std::string& text = options.GetString("templates");
  const std::string& path = options.GetString("templates_file");
  const int sources = !text.empty() + !path.empty() + options.IsSet("features");
  Require(sources <= 1, "expected one of the options features, templates and templates_file");
  if (!text.empty()) return ParseTemplates(text);
  if (!path.empty()) return ParseTemplates(ReadText(path));
  return ParseTemplates(TemplatePreset(options.GetString("features")));
}

Boundary BoundaryFromOptions(const Options& options) {
  const std::string& wanted = options.GetString("boundary");
  const bool own_text =
      !options.GetString("templates").empty() || !options.GetString("templates_file").empty();
  const bool ner = !own_text && options.GetString("features") == "ner";
  return wanted == "symbol" || (wanted == "auto" && ner) ? Boundary::kSymbol : Boundary::kSkip;
}

}  // namespace weft
