#include "weak/source_problem.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "weak/shares.h"

namespace weft {
namespace {

constexpr int kPresence = 0, kPairs = 1;     // passes; the last one is the starting vote
constexpr int32_t kMostPairedSources = 512;  // pairs are counted in memory

}  // namespace

SourceProblem::SourceProblem(TrainingInput input, SourceSettings settings, std::string name)
    : input_(std::move(input)),
      settings_(std::move(settings)),
      name_(std::move(name)),
      labels_(CompleteLabels(input_.train->labels(), input_.train->scheme())),
      parts_(labels_, input_.train->scheme()),
      shape_(ShapeOf(settings_.votes, labels_)),
      blocks_(BuildBlocks(*input_.train, settings_.votes, labels_, input_.executor.get())),
      confusion_(shape_) {
  start_.no_opinion = NoOpinion(labels_.size(), parts_.outside);
  if (settings_.redundancy && shape_.sources > kMostPairedSources) {
    settings_.redundancy = false;
    Tell(LogLevel::kWarning,
         StrCat("more than ", kMostPairedSources, " sources: their redundancy is not measured"));
  }
}

void SourceProblem::Tell(LogLevel level, const std::string& text) const {
  if (input_.log) input_.log(level, name_ + ": " + text);
}

void SourceProblem::TellKinds() const {
  if (parts_.has_outside()) {
    const auto functions = std::count(start_.silent.begin(), start_.silent.end(), uint8_t{1});
    Tell(LogLevel::kInfo,
         StrCat(functions, " of ", shape_.sources,
                " sources annotate every sentence: their O is evidence, but silent in the starting "
                "vote where another names a type; the O of the others counts as a vote "
                "(o_means=outside makes it so for all)"));
  }
  const bool soft = !corpus().data().vote_soft.empty();
  if (soft) {
    Tell(LogLevel::kWarning,
         "some votes are distributions, and count beside how rare a label is: of a tagger's "
         "marginals, which say that already, rare labels are lost; its best labels keep them");
  }
  if (speaking_ > 2) return;
  const std::string what = parts_.has_outside() ? " a type" : " a label";
  std::string text = "no source ever names" + what;
  if (speaking_ == 1) {
    text = "only one source ever names" + what + ": " +
           (soft ? "there is no other to compare it with" : "the labels are its own, made legal");
  } else if (speaking_ == 2) {
    text = "only two sources ever name" + what +
           ": where they differ there is no third to tell who is right";
  }
  Tell(LogLevel::kWarning, text);
}

size_t SourceProblem::pass_size(int pass) const {
  if (pass == kPresence) return PresenceCounts(shape_.sources, shape_.labels).size();
  if (pass == kPairs) {
    return settings_.redundancy ? PairCounts(shape_.sources, shape_.labels).size() : 0;
  }
  return size() + CorroborationCounts(shape_.sources).size();
}

std::vector<double> SourceProblem::Beliefs(const VoteBlock& block) const {
  std::vector<double> beliefs(static_cast<size_t>(block.patterns()) *
                              static_cast<size_t>(shape_.labels));
  start_.Beliefs(block, parts_, beliefs);
  return beliefs;
}

void SourceProblem::AccumulatePass(int pass, int64_t chunk, Span<double> sums) {
  const VoteBlock& votes = block(chunk);
  if (pass == kPresence) {
    PresenceCounts(shape_.sources, shape_.labels).Add(corpus(), votes, parts_.outside, sums);
    return;
  }
  if (pass == kPairs && !settings_.redundancy) return;
  const std::vector<double> tokens = TokensByPattern(votes, corpus(), input_.sentence_weights);
  std::vector<double> beliefs = Beliefs(votes);
  if (pass == kPairs) {
    PairCounts(shape_.sources, shape_.labels).Add(votes, tokens, beliefs, parts_.outside, sums);
    return;
  }
  CorroborationCounts(shape_.sources)
      .Add(votes, tokens, parts_.outside, settings_.votes.redundancy,
           sums.subspan(size(), sums.size() - size()));
  AddStart(votes, beliefs, Head(sums));
  const size_t k = static_cast<size_t>(shape_.labels);
  for (size_t i = 0; i < beliefs.size(); ++i) beliefs[i] *= tokens[i / k];
  CountPlainly(votes, beliefs, Votes(sums));
}

void SourceProblem::FinishPass(int pass, Span<const double> sums) {
  if (pass == kPresence) {
    FinishPresence(sums);
  } else if (pass == kPairs) {
    FinishPairs(sums);
  } else {
    FinishStart(sums);
  }
}

void SourceProblem::FinishPresence(Span<const double> sums) {
  const size_t j = static_cast<size_t>(shape_.sources), k = static_cast<size_t>(shape_.labels);
  const PresenceCounts counts(shape_.sources, shape_.labels);
  kinds_ = JudgeSources(counts, sums, settings_.max_fire, j, k);
  for (size_t i = 0; i < j; ++i) {
    kinds_.annotator[i] |= settings_.outside_given[i];
    start_.mute.push_back(!(counts.Named(sums, i) > 0));
    speaking_ += !start_.mute[i];
    start_.silent.push_back(!kinds_.annotator[i]);
  }
  start_.sparse = kinds_.sparse;
  settings_.votes.repertoire = kinds_.repertoire;
  prior_.shape = shape_;
  prior_.parts = &parts_;
  prior_.family = settings_.family;
  prior_.accuracy_bound = settings_.accuracy_bound;
  prior_.repertoire = kinds_.repertoire;
  prior_.named_rates.assign(j * parts_.classes(), 0.0);
  for (size_t i = 0; i < j; ++i) {
    for (size_t v = 0; v < k; ++v) {
      if (static_cast<int32_t>(v) == parts_.outside || !(counts.Named(sums, i) > 0)) continue;
      prior_.named_rates[i * parts_.classes() + parts_.class_of[v]] +=
          counts.Votes(sums, i, v) / counts.Named(sums, i);
    }
  }
  TellKinds();
}

void SourceProblem::FinishPairs(Span<const double> sums) {
  if (!settings_.redundancy) return;
  settings_.votes.redundancy =
      PairCounts(shape_.sources, shape_.labels)
          .Redundancy(sums, kinds_.repertoire, parts_.outside, settings_.redundancy_shrink);
  input_.executor->ForEach(chunks(), [this](int64_t chunk, int) {
    blocks_[static_cast<size_t>(chunk)].Weigh(settings_.votes.redundancy);
  });
}

void SourceProblem::FinishStart(Span<const double> sums) {
  const CorroborationCounts counts(shape_.sources);
  const Span<const double> witnesses = sums.subspan(size(), counts.size());
  std::vector<double> corroborated;
  for (size_t i = 0; i < static_cast<size_t>(shape_.sources); ++i) {
    corroborated.push_back(counts.Share(witnesses, i));
  }
  prior_.pseudo_counts = PseudoCounts(settings_.anchors, shape_, parts_.outside, Votes(sums),
                                      corroborated, kinds_.annotator, kinds_.repertoire);
  SettleOdds(Votes(sums));
  SettleHeadPrior(Head(sums));
  Update(sums);
}

void SourceProblem::SettleOdds(Span<const double> votes) {
  const size_t k = static_cast<size_t>(shape_.labels), j = static_cast<size_t>(shape_.sources);
  std::vector<double> outside(j, 0.0), named(j, 0.0);
  for (int32_t slot = 0; slot < shape_.slots(); ++slot) {
    const size_t source = static_cast<size_t>(slot / shape_.contexts);
    for (size_t i = 0; i < (k + 1) * k; ++i) {
      const bool is_outside = static_cast<int32_t>(i % k) == parts_.outside;
      (is_outside ? outside : named)[source] += votes[shape_.Base(slot) + i];
    }
  }
  prior_.outside_odds.clear();
  for (size_t i = 0; i < j; ++i) {
    prior_.outside_odds.push_back(named[i] > 0 ? outside[i] / named[i] : 1);
  }
}

void SourceProblem::Update(Span<const double> sums) {
  UpdateHead(Head(sums));
  adversarial_.assign(static_cast<size_t>(shape_.sources), 0);
  confusion_.Set(prior_.Maximise(Votes(sums), &adversarial_));
}

double SourceProblem::LogPrior() const { return LogHeadPrior() + prior_.LogDensity(confusion_); }

void SourceProblem::SetCommon(Span<const double> sums, VoteModel* model) const {
  model->SetCommon(labels_, corpus().scheme(), input_.AllOptions());
  std::vector<SourceEstimate> estimates =
      EstimateSources(settings_.votes, shape_, parts_.outside, Votes(sums), kinds_.tokens);
  for (size_t i = 0; i < estimates.size(); ++i) {
    estimates[i].adversarial = estimates[i].adversarial || adversarial_[i];
  }
  model->SetVotes(settings_.votes, std::move(estimates));
}

void NormaliseLabels(const double* counts, const double* pseudo, const uint8_t* allowed, size_t k,
                     double* p) {
  double sum = 0, ways = 0;
  for (size_t z = 0; z < k; ++z) {
    p[z] = allowed[z] ? counts[z] + pseudo[z] : 0;
    sum += p[z];
    ways += allowed[z];
  }
  for (size_t z = 0; z < k; ++z) {
    if (!allowed[z]) continue;
    p[z] = std::max(kImpossible, sum > 0 ? p[z] / sum : 1 / ways);
  }
}

double DirichletLog(const std::vector<double>& pseudo, const std::vector<double>& p) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    if (pseudo[i] > 0) sum += pseudo[i] * std::log(p[i]);
  }
  return sum;
}

}  // namespace weft
