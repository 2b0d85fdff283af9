// Training a CRF on W1, conll2000-chunk with CRFsuite's 19 templates: 211,727 tokens, 22 labels;
// one thread. A program crfsuite (github.com/chokkan/crfsuite) that WEFT_CRFSUITE names is measured
// beside it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bench/benches.h"
#include "bench/plain_crf.h"
#include "core/error.h"
#include "core/random.h"
#include "crf/expectation_objective.h"
#include "crf/likelihood.h"
#include "crf/method.h"
#include "crf/trainer.h"
#include "support/data.h"
#include "support/process.h"
#include "text/derive.h"
#include "text/read.h"

namespace weft::bench {
namespace {

constexpr char kCorpus[] = "conll2000-chunk";
constexpr int kIterations = 8;  // of a turn; the least counts, in which a point was tried but once

TrainingInput W1() {
  ReadOptions reading;
  reading.columns = {"token", "pos", "label"};
  TrainingInput input;
  input.train = ReadSplit(testing::DataFolder(kCorpus), "train", reading);
  input.options = Options(CrfMethod().options);
  input.options.Set("features", "chunk");
  input.options.Set("c2", "1");
  input.options.Set("max_iterations", std::to_string(kIterations));
  input.executor = std::make_shared<Executor>(1);
  return input;
}

void RequireSame(Span<const double> found, const std::vector<double>& expected) {
  for (size_t i = 0; i < expected.size(); ++i) {
    Require(std::abs(found[i] - expected[i]) < 1e-6, "gradients disagree at feature ", i, ": ",
            found[i], " and ", expected[i]);
  }
}

Outcome RunGradient(int rounds) {
  if (!testing::HasData(kCorpus)) return Skipped("no data");
  const TrainingInput input = W1();
  const CrfTrainingData data(input);
  PlainCrf plain(data);
  const LikelihoodObjective likelihood(data.corpus.num_sentences(), data.targets);
  CorpusObjective objective(data.corpus, data.inverted, data.features, likelihood,
                            input.executor.get(), {});
  Random random(1);
  std::vector<double> weights(static_cast<size_t>(data.features.size()));
  for (double& weight : weights) weight = random.Uniform() - 0.5;
  const double expected = plain.Evaluate(weights), found = objective.Evaluate(weights.data());
  Require(std::abs(found - expected) < 1e-9 * std::abs(expected), "losses disagree: ", found,
          " and ", expected);
  RequireSame(objective.gradient(), plain.gradient());
  const Ratio ratio = Interleave([&] { plain.Evaluate(weights); },
                                 [&] { objective.Evaluate(weights.data()); }, rounds);
  return OfTokens(ratio, "plain feature lists", static_cast<size_t>(data.corpus.num_tokens()));
}

// The attributes as crfsuite reads them: a line per token, its label before them.
void WriteAttributes(const TrainingInput& input, const std::string& path) {
  const CrfTrainingData data(input);
  AttributeGenerator generator = data.NewGenerator(*input.train);
  AttributeBatch batch;
  std::ofstream out(path);
  for (int64_t s = 0; s < input.train->num_sentences(); ++s) {
    generator.Start(s);
    generator.Tokens(0, input.train->length(s), &batch);
    for (int64_t t = 0; t < input.train->length(s); ++t) {
      out << data.targets.labels().name(data.targets.hard(s)[static_cast<size_t>(t)]);
      for (int64_t i = batch.token_begin(t); i < batch.token_begin(t + 1); ++i) {
        out << '\t';
        for (char c : AttributeName(*data.templates, batch.key(i))) {
          if (c == ':' || c == '\\') out << '\\';
          out << c;
        }
      }
      out << '\n';
    }
    out << '\n';
  }
  Require(static_cast<bool>(out.flush()), "cannot write ", path);
}

// The numbers after each `label` in `text`.
std::vector<double> Numbers(const std::string& text, const std::string& label) {
  std::vector<double> numbers;
  for (size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1)) {
    numbers.push_back(std::strtod(text.c_str() + at + label.size(), nullptr));
  }
  return numbers;
}

// The least seconds of an iteration, and the last loss.
std::pair<double, double> RunCrfsuite(const std::string& program, const std::string& attributes) {
  const testing::Outcome run = testing::RunProcess(
      {program, "learn", "-a", "lbfgs", "-p", "c2=1", "-p",
       "max_iterations=" + std::to_string(kIterations), "-m", "/dev/null", attributes});
  const std::vector<double> seconds = Numbers(run.out, "Seconds required for this iteration: ");
  const std::vector<double> losses = Numbers(run.out, "Loss: ");
  Require(!seconds.empty() && !losses.empty(), program, " trained nothing: ", run.err);
  return {*std::min_element(seconds.begin(), seconds.end()), losses.back()};
}

std::pair<double, double> RunWeft(const TrainingInput& input) {
  const std::unique_ptr<Trainer> trainer = TrainCrf(input);
  double least = std::numeric_limits<double>::infinity(), before = 0;
  while (trainer->Step()) {
    least = std::min(least, trainer->progress().seconds - before);
    before = trainer->progress().seconds;
  }
  return {least, trainer->progress().objective};
}

Outcome RunIterations(int rounds) {
  const char* program = std::getenv("WEFT_CRFSUITE");
  if (!program) return Skipped("WEFT_CRFSUITE names no program crfsuite");
  if (!testing::HasData(kCorpus)) return Skipped("no data");
  const TrainingInput input = W1();
  const std::string attributes =
      (std::filesystem::temp_directory_path() / "weft_bench_w1.attributes").string();
  WriteAttributes(input, attributes);
  Ratio ratio;
  ratio.rounds = rounds;
  ratio.baseline = ratio.measured = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto [baseline, expected] = RunCrfsuite(program, attributes);
    const auto [measured, found] = RunWeft(input);
    Require(std::abs(found - expected) < 1e-3 * expected, "the losses after ", kIterations,
            " iterations disagree: ", found, " and ", expected);
    ratio.baseline = std::min(ratio.baseline, baseline);
    ratio.measured = std::min(ratio.measured, measured);
  }
  std::filesystem::remove(attributes);
  return OfTokens(ratio, "CRFsuite", static_cast<size_t>(input.train->num_tokens()));
}

// A corpus of 9 labels, with gold labels; and the same with those as votes in their place.
std::shared_ptr<const Corpus> AsVotes(const Corpus& gold) {
  const auto tokens = static_cast<size_t>(gold.num_tokens());
  const Span<const int32_t> ids = {gold.gold(0).data(), tokens};
  const auto voted = AddSource(gold, "votes", {gold.labels(), gold.scheme(), ids});
  const std::vector<int32_t> none(tokens, kNoLabel);
  return ReplaceGold(*voted, gold.labels(), none, gold.scheme());
}

// The likelihood of gold labels against expectations of the same tokens, with the same attributes.
Outcome RunExpectations(int rounds) {
  constexpr char kNerCorpus[] = "conll-ws";
  if (!testing::HasData(kNerCorpus)) return Skipped("no data");
  TrainingInput gold;
  gold.train = ReadSplit(testing::DataFolder(kNerCorpus), "train", {});
  gold.options = Options(CrfMethod().options);
  TrainingInput votes = gold;
  votes.train = AsVotes(*gold.train);
  const ExpectationSettings labels = GroupLabels(votes.train->labels(), "labels");
  const CrfTrainingData gold_data(gold), votes_data(votes, &labels);
  const LikelihoodObjective likelihood(gold_data.corpus.num_sentences(), gold_data.targets);
  const ExpectationObjective expectations(votes_data.corpus.num_sentences(), votes_data.targets,
                                          *votes_data.expectations, 1, Distance::kSquared);
  Executor executor(1);
  CorpusObjective baseline(gold_data.corpus, gold_data.inverted, gold_data.features, likelihood,
                           &executor, {});
  CorpusObjective measured(votes_data.corpus, votes_data.inverted, votes_data.features,
                           expectations, &executor, {});
  const auto random_weights = [](const CorpusObjective& of) {
    Random random(1);
    std::vector<double> weights(static_cast<size_t>(of.size()));
    for (double& weight : weights) weight = random.Uniform() - 0.5;
    return weights;
  };
  const std::vector<double> a = random_weights(baseline), b = random_weights(measured);
  const Ratio ratio = Interleave([&] { baseline.Evaluate(a.data()); },
                                 [&] { measured.Evaluate(b.data()); }, rounds);
  return OfTokens(ratio, "the likelihood's gradient",
                  static_cast<size_t>(gold_data.corpus.num_tokens()));
}

}  // namespace

void AddCrfBenches(std::vector<Bench>* benches) {
  benches->push_back({"crf/gradient/w1", RunGradient});
  benches->push_back({"crf/expectations/K=9", RunExpectations});
  benches->push_back({"crf/lbfgs_iteration/w1", RunIterations});
}

}  // namespace weft::bench
