#include "eval/sources.h"

#include <memory>

#include "eval/units.h"

namespace weft {
namespace {

constexpr int32_t kManyLabels = -2;

/// What the sources say at each token of one sentence, taken together.
class SentenceOpinions {
 public:
  explicit SentenceOpinions(int32_t outside) : outside_(outside) {}

  bool IsOpinion(int32_t label) const { return label != kNoLabel && label != outside_; }

  void Read(const Corpus& corpus, int64_t s) {
    const size_t length = static_cast<size_t>(corpus.length(s));
    count_.assign(length, 0);
    label_.assign(length, kNoLabel);
    for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
      const auto labels = corpus.votes(s, i).labels;
      for (size_t t = 0; t < length; ++t) {
        if (!IsOpinion(labels[t])) continue;
        label_[t] = count_[t] == 0 || label_[t] == labels[t] ? labels[t] : kManyLabels;
        ++count_[t];
      }
    }
  }

  int32_t count(size_t t) const { return count_[t]; }
  /// Opinions differ at t; whoever has one there is contradicted by someone.
  bool conflicting(size_t t) const { return label_[t] == kManyLabels; }
  size_t length() const { return count_.size(); }

 private:
  int32_t outside_;
  std::vector<int32_t> count_;  // [L] opinions
  std::vector<int32_t> label_;  // [L] the opinion of all, or kManyLabels
};

/// Scores every source against one reference.
class SourceScorer {
 public:
  SourceScorer(const Corpus& corpus, Reference reference, SpanMode mode)
      : corpus_(corpus),
        reference_(std::move(reference)),
        mode_(mode),
        scores_(corpus.sources().size()),
        units_(reference_.labels(), corpus.scheme()),
        matchers_(scores_.size(), UnitMatcher(units_.types(), units_.types())) {}

  void Add(int64_t s, const SentenceOpinions& opinions) {
    if (!reference_.HasLabels(s)) return;
    units_.Read(reference_.Labels(s), mode_, &reference_units_);
    for (int64_t i = 0; i < corpus_.num_votes(s); ++i) {
      const VoteRow row = corpus_.votes(s, i);
      AddTokens(s, row, opinions);
      AddUnits(s, row);
    }
  }

  SourceScores Finish(size_t source) const {
    SourceScores scores = scores_[source];
    scores.spans = matchers_[source].total();
    scores.accuracy.part = scores.token_correct;
    scores.accuracy.of = static_cast<int64_t>(scores.token_predicted);
    return scores;
  }

 private:
  void AddTokens(int64_t s, const VoteRow& row, const SentenceOpinions& opinions) {
    SourceScores& scores = scores_[static_cast<size_t>(row.source)];
    const auto truth = reference_.Labels(s);
    for (size_t i = 0; i < truth.size(); ++i) {
      if (truth[i] == kNoLabel) continue;
      const int64_t t = corpus_.begin(s) + static_cast<int64_t>(i);
      scores.token_gold += reference_.Inside(t);
      if (!opinions.IsOpinion(row.labels[i])) continue;
      scores.token_predicted += 1;
      scores.token_correct += reference_.Probability(t, row.labels[i]);
    }
  }

  void AddUnits(int64_t s, const VoteRow& row) {
    masked_.assign(row.labels.begin(), row.labels.end());
    if (corpus_.scheme() == Scheme::kPlain) {
      const auto truth = reference_.Labels(s);
      for (size_t t = 0; t < truth.size(); ++t) {
        if (truth[t] == kNoLabel) masked_[t] = kNoLabel;
      }
    }
    units_.Read(masked_, mode_, &source_units_);
    matchers_[static_cast<size_t>(row.source)].Add(reference_units_, source_units_);
  }

  const Corpus& corpus_;
  Reference reference_;
  SpanMode mode_;
  std::vector<SourceScores> scores_;
  UnitReader units_;
  std::vector<UnitMatcher> matchers_;  // by source
  std::vector<UnitReader::Unit> reference_units_, source_units_;
  std::vector<int32_t> masked_;
};

/// Counts what one source says in one sentence.
void AddVotes(const VoteRow& row, const SentenceOpinions& all, SourceReport* report) {
  ++report->sentences;
  report->tokens += static_cast<int64_t>(all.length());
  for (size_t t = 0; t < all.length(); ++t) {
    const int32_t label = row.labels[t];
    if (label == kNoLabel) {
      ++report->abstentions;
      continue;
    }
    ++report->label_counts[static_cast<size_t>(label)];
    if (!all.IsOpinion(label)) continue;
    ++report->opinions;
    report->overlap.part += all.count(t) > 1;
    report->conflict.part += all.conflicting(t);
  }
}

void SetRates(int64_t corpus_tokens, SourceReport* report) {
  report->overlap.of = report->conflict.of = report->opinions;
  report->coverage = {static_cast<double>(report->opinions), corpus_tokens};
  report->coverage_annotated = {static_cast<double>(report->opinions), report->tokens};
  for (size_t k = 0; k < report->label_counts.size(); ++k) {
    if (report->label_counts[k] > 0) report->polarity.push_back(static_cast<int32_t>(k));
  }
}

SourceAnalysis EmptyAnalysis(const Corpus& corpus) {
  SourceAnalysis analysis;
  analysis.sentences = corpus.num_sentences();
  analysis.tokens = corpus.num_tokens();
  for (const std::string& name : corpus.sources()) {
    SourceReport report;
    report.name = name;
    report.label_counts.resize(static_cast<size_t>(corpus.labels().size()));
    analysis.sources.push_back(std::move(report));
  }
  return analysis;
}

void AddSentence(const Corpus& corpus, int64_t s, const UnitReader& units, SpanMode mode,
                 const SentenceOpinions& opinions, SourceAnalysis* analysis) {
  for (size_t t = 0; t < opinions.length(); ++t) {
    analysis->tokens_covered += opinions.count(t) > 0;
    analysis->tokens_conflicting += opinions.conflicting(t);
  }
  std::vector<UnitReader::Unit> found;
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    const VoteRow row = corpus.votes(s, i);
    SourceReport& report = analysis->sources[static_cast<size_t>(row.source)];
    AddVotes(row, opinions, &report);
    units.Read(row.labels, mode, &found);
    report.spans += static_cast<int64_t>(found.size());
  }
}

}  // namespace

SourceAnalysis AnalyzeSources(const Corpus& corpus, const LabelReference* reference,
                              SpanMode mode) {
  std::unique_ptr<SourceScorer> gold, given;
  if (corpus.has_gold()) gold = std::make_unique<SourceScorer>(corpus, Reference(corpus), mode);
  if (reference != nullptr) {
    given = std::make_unique<SourceScorer>(corpus, Reference(corpus, *reference), mode);
  }
  SourceAnalysis analysis = EmptyAnalysis(corpus);
  const UnitReader units(corpus.labels(), corpus.scheme());
  SentenceOpinions opinions(OutsideLabel(corpus));
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    opinions.Read(corpus, s);
    AddSentence(corpus, s, units, mode, opinions, &analysis);
    if (gold) gold->Add(s, opinions);
    if (given) given->Add(s, opinions);
  }
  for (size_t i = 0; i < analysis.sources.size(); ++i) {
    SourceReport& report = analysis.sources[i];
    SetRates(corpus.num_tokens(), &report);
    if (gold) report.gold = gold->Finish(i);
    if (given) report.reference = given->Finish(i);
  }
  analysis.agreement = SourceAgreement(corpus);
  return analysis;
}

}  // namespace weft
