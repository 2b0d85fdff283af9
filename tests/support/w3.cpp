// What W3's sources do. A type is in a source's repertoire with probability 0.6; it then finds a
// share of 0.25 to 0.85 of the type's entities, calls some of them by another type, cuts the last
// token off a tenth of the longer ones, and finds one-token entities where there are none.
#include "support/workloads.h"

namespace weft::testing {
namespace {

double Normal(Random* random) {  // Box and Muller 1958
  const double radius = std::sqrt(-2 * std::log(1 - random->Uniform()));
  return radius * std::cos(2 * 3.14159265358979323846 * random->Uniform());
}

double Gamma(double shape, Random* random) {  // Marsaglia and Tsang 2000; shape ≥ 1
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = Normal(random), v = std::pow(1 + c * x, 3);
    if (v <= 0) continue;
    const double u = 1 - random->Uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

double Between(double low, double high, Random* random) {
  return low + (high - low) * random->Uniform();
}

int32_t Below(int32_t bound, Random* random) {
  return static_cast<int32_t>(random->Below(static_cast<uint64_t>(bound)));
}

struct SourceHabits {
  std::vector<double> recall;  // by type
  double false_positive, confuse;
};

std::vector<SourceHabits> DrawHabits(const W3Options& options, Random* random) {
  std::vector<SourceHabits> habits(static_cast<size_t>(options.sources));
  for (auto& source : habits) {
    for (int32_t k = 0; k < options.types; ++k) {
      const double recall = Between(0.25, 0.85, random);
      source.recall.push_back(random->Uniform() < 0.6 ? recall : 0);
    }
    source.false_positive = Between(0.001, 0.015, random);
    source.confuse = Between(0.02, 0.15, random);
  }
  return habits;
}

std::vector<int32_t> DrawTruth(const W3Options& options, Random* random) {
  const double length = Gamma(1.6, random) * options.mean_length / 1.6;
  std::vector<int32_t> truth(static_cast<size_t>(std::max(1.0, std::round(length))), 0);
  for (size_t t = 0; t < truth.size();) {
    if (random->Uniform() >= 0.12) {
      ++t;
      continue;
    }
    const int32_t type = Below(options.types, random);
    truth[t++] = 2 * type + 1;
    while (t < truth.size() && random->Uniform() >= 0.65) truth[t++] = 2 * type + 2;
  }
  return truth;
}

void DrawVotes(const std::vector<int32_t>& truth, const SourceHabits& source, int32_t types,
               Random* random, std::vector<int32_t>* votes) {
  votes->assign(truth.size(), 0);
  for (size_t t = 0; t < truth.size(); ++t) {
    if (truth[t] % 2 == 0) continue;
    const int32_t type = (truth[t] - 1) / 2;
    if (random->Uniform() >= source.recall[static_cast<size_t>(type)]) continue;
    const int32_t said = random->Uniform() < source.confuse ? Below(types, random) : type;
    size_t end = t + 1;
    while (end < truth.size() && truth[end] == 2 * type + 2) ++end;
    if (random->Uniform() < 0.1 && end > t + 1) --end;
    (*votes)[t] = 2 * said + 1;
    for (size_t i = t + 1; i < end; ++i) (*votes)[i] = 2 * said + 2;
  }
  for (size_t t = 0; t < truth.size(); ++t) {
    if (truth[t] == 0 && random->Uniform() < source.false_positive) {
      (*votes)[t] = 2 * Below(types, random) + 1;
    }
  }
}

std::string LabelName(int32_t label) {
  if (label == 0) return "O";
  return (label % 2 == 1 ? "B-T" : "I-T") + std::to_string((label - 1) / 2);
}

std::string SourceName(int32_t source) {
  return (source < 10 ? "s0" : "s") + std::to_string(source);
}

}  // namespace

W3 MakeW3(const W3Options& options) {
  Random random(options.seed);
  W3 w3;
  w3.sources = options.sources;
  w3.types = options.types;
  const auto habits = DrawHabits(options, &random);
  std::vector<int32_t> votes;
  for (int64_t s = 0; s < options.sentences; ++s) {
    const auto truth = DrawTruth(options, &random);
    const size_t begin = w3.truth.size();
    w3.truth.insert(w3.truth.end(), truth.begin(), truth.end());
    w3.sentence_ends.push_back(w3.tokens());
    w3.votes.resize(w3.truth.size() * habits.size());
    for (size_t j = 0; j < habits.size(); ++j) {
      DrawVotes(truth, habits[j], options.types, &random, &votes);
      for (size_t t = 0; t < truth.size(); ++t) {
        w3.votes[(begin + t) * habits.size() + j] = votes[t];
      }
    }
  }
  return w3;
}

std::shared_ptr<const Corpus> W3Corpus(const W3& w3) {
  CorpusOptions options;
  options.scheme_declared = true;
  std::vector<std::string> names;
  for (int32_t label = 0; label <= 2 * w3.types; ++label) names.push_back(LabelName(label));
  options.labels = names;
  for (int32_t j = 0; j < w3.sources; ++j) options.sources.push_back(SourceName(j));
  CorpusBuilder builder(options, "w3");
  size_t begin = 0;
  for (int64_t sentence_end : w3.sentence_ends) {
    SentenceData sentence;
    const size_t end = static_cast<size_t>(sentence_end);
    for (size_t t = begin; t < end; ++t) {
      sentence.tokens.emplace_back("w");
      sentence.labels.push_back(names[static_cast<size_t>(w3.truth[t])]);
    }
    for (size_t j = 0; j < options.sources.size(); ++j) {
      NamedVotes votes;
      votes.source = options.sources[j];
      for (size_t t = begin; t < end; ++t) {
        const int32_t vote = w3.votes[t * options.sources.size() + j];
        votes.labels.push_back(names[static_cast<size_t>(vote)]);
      }
      sentence.votes.push_back(std::move(votes));
    }
    builder.Add(sentence);
    begin = end;
  }
  return builder.Finish();
}

}  // namespace weft::testing
