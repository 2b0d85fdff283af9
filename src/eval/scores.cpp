#include "eval/scores.h"

#include <algorithm>

#include "core/error.h"
#include "eval/units.h"
#include "method/decode.h"

namespace weft {
namespace {

void CheckPredicted(const Corpus& corpus, const LabelSet& labels, Span<const int32_t> predicted) {
  Require(corpus.has_gold(), "scoring needs gold labels, but ",
          corpus.name().empty() ? "the corpus" : corpus.name(), " has none");
  Require(static_cast<int64_t>(predicted.size()) == corpus.num_tokens(), "expected one label for ",
          "each of ", corpus.num_tokens(), " tokens, found ", predicted.size());
  for (size_t t = 0; t < predicted.size(); ++t) {
    Require(predicted[t] >= kNoLabel && predicted[t] < labels.size(), "label id ", predicted[t],
            " at token ", t, " is not one of the predictor's ", labels.size(), " labels");
  }
}

bool AnyLabel(Span<const int32_t> ids) {
  return std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id != kNoLabel; });
}

LabelSet Union(const LabelSet& a, const LabelSet& b) {
  LabelSet both = a;
  for (const std::string& name : b.names()) both.Add(name);
  return both.Canonical();
}

/// Takes sentences one by one and keeps the counts.
class Scorer {
 public:
  Scorer(const LabelSet& gold, Scheme gold_scheme, const LabelSet& predicted,
         Scheme predicted_scheme, SpanMode mode)
      : mode_(mode),
        plain_(gold_scheme == Scheme::kPlain || predicted_scheme == Scheme::kPlain),
        predictor_(LabelsInScheme(predicted, predicted_scheme, gold_scheme)),
        labels_(Union(gold, predictor_)),
        gold_units_(gold, CommonScheme(gold_scheme, predicted_scheme)),
        predicted_units_(predicted, CommonScheme(predicted_scheme, gold_scheme)),
        matcher_(gold_units_.types(), predicted_units_.types()),
        gold_ids_(MapLabels(gold, labels_)),
        converter_(predicted, predicted_scheme, labels_, gold_scheme),
        confusion_(static_cast<size_t>(labels_.size()) * static_cast<size_t>(labels_.size())),
        gold_tokens_(static_cast<size_t>(labels_.size())) {}

  void Add(Span<const int32_t> gold, Span<const int32_t> predicted) {
    ++sentences_;
    AddUnits(gold, predicted);
    AddTokens(gold, predicted);
  }

  Evaluation Finish() const {
    Evaluation result;
    result.mode = mode_;
    result.micro = matcher_.total();
    result.types = matcher_.by_type();
    SetMacro(&result);
    result.sentences = sentences_;
    result.tokens = tokens_;
    result.tokens_correct = tokens_correct_;
    result.labels = labels_.names();
    result.confusion = confusion_;
    for (int32_t id = 0; id < labels_.size(); ++id) {
      const bool in_gold = gold_tokens_[static_cast<size_t>(id)] > 0;
      if (in_gold && predictor_.Find(labels_.name(id)) == kNoLabel) {
        result.unknown_labels.push_back(labels_.name(id));
      }
    }
    return result;
  }

 private:
  void AddUnits(Span<const int32_t> gold, Span<const int32_t> predicted) {
    masked_.assign(predicted.begin(), predicted.end());
    for (size_t t = 0; t < gold.size(); ++t) {
      // With plain tags the units are the tokens that have a gold label.
      if (plain_ && gold[t] == kNoLabel) masked_[t] = kNoLabel;
    }
    gold_units_.Read(gold, mode_, &gold_found_);
    predicted_units_.Read(masked_, mode_, &predicted_found_);
    matcher_.Add(gold_found_, predicted_found_);
  }

  void AddTokens(Span<const int32_t> gold, Span<const int32_t> predicted) {
    converter_.Convert(predicted, &converted_);
    for (size_t t = 0; t < gold.size(); ++t) {
      if (gold[t] == kNoLabel) continue;
      const int32_t truth = gold_ids_[static_cast<size_t>(gold[t])];
      ++tokens_;
      ++gold_tokens_[static_cast<size_t>(truth)];
      if (converted_[t] == kNoLabel) continue;
      tokens_correct_ += converted_[t] == truth;
      ++confusion_[static_cast<size_t>(truth) * static_cast<size_t>(labels_.size()) +
                   static_cast<size_t>(converted_[t])];
    }
  }

  static void SetMacro(Evaluation* result) {
    if (result->types.empty()) return;
    for (const auto& [type, counts] : result->types) {
      result->macro_precision += counts.precision();
      result->macro_recall += counts.recall();
      result->macro_f1 += counts.f1();
    }
    const double n = static_cast<double>(result->types.size());
    result->macro_precision /= n;
    result->macro_recall /= n;
    result->macro_f1 /= n;
  }

  SpanMode mode_;
  bool plain_;
  LabelSet predictor_;  // what the predictor can say, in the scheme of gold
  LabelSet labels_;     // all of gold and predicted, in the scheme of gold
  UnitReader gold_units_, predicted_units_;
  UnitMatcher matcher_;
  std::vector<int32_t> gold_ids_;  // ids of gold as ids of labels_
  LabelConverter converter_;
  std::vector<int64_t> confusion_, gold_tokens_;
  int64_t sentences_ = 0, tokens_ = 0, tokens_correct_ = 0;
  std::vector<UnitReader::Unit> gold_found_, predicted_found_;  // scratch
  std::vector<int32_t> masked_, converted_;                     // scratch
};

}  // namespace

Evaluation Evaluate(const Corpus& corpus, const LabelSet& predicted_labels,
                    Span<const int32_t> predicted, Scheme predicted_scheme, SpanMode mode) {
  CheckPredicted(corpus, predicted_labels, predicted);
  Scorer scorer(corpus.labels(), corpus.scheme(), predicted_labels, predicted_scheme, mode);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (!AnyLabel(corpus.gold(s))) continue;
    scorer.Add(corpus.gold(s), predicted.subspan(static_cast<size_t>(corpus.begin(s)),
                                                 static_cast<size_t>(corpus.length(s))));
  }
  return scorer.Finish();
}

double SpanF1(const Model& model, const Corpus& corpus, Executor* executor) {
  const Decoded found = Decode(model, corpus, DecodeOptions(), executor);
  return Evaluate(corpus, found.labels_of_model, found.labels, found.scheme, SpanMode::kStrict)
      .micro.f1();
}

}  // namespace weft
