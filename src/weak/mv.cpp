#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "eval/sources.h"
#include "method/by_source.h"
#include "method/decode.h"
#include "weak/confusion.h"
#include "weak/em.h"
#include "weak/label_parts.h"
#include "weak/methods.h"
#include "weak/mv_model.h"
#include "weak/vote_blocks.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

// Adds each source's votes against the shares of all, each token as one.
void CountAgainstShares(const VoteBlock& block, const ShareSettings& settings,
                        Span<double> counts) {
  const size_t k = static_cast<size_t>(block.shape().labels);
  std::vector<double> shares(static_cast<size_t>(block.patterns()) * k);
  VoteShares(block, settings, shares);
  std::vector<double> tokens(static_cast<size_t>(block.patterns()), 0.0);
  for (int32_t p : block.token_patterns()) tokens[static_cast<size_t>(p)] += 1;
  for (size_t i = 0; i < shares.size(); ++i) shares[i] *= tokens[i / k];
  CountPlainly(block, shares, counts);
}

// The order in which ties go on CoNLL-2003's crowd labels, as the published figures have it.
constexpr const char* kTieOrder = "I-MISC,I-ORG,B-ORG,I-PER,B-PER,I-LOC,B-LOC,B-MISC,O";

OptionTable MvOptions() {
  OptionTable table;
  table
      .Choice("convention", "weft", {"weft", "crowd", "wrench"},
              "weft: spans compete, ties by content; crowd: labels compete token by token, O too, "
              "ties by tie_order; wrench: types compete token by token, ties by SHA-1 of the "
              "token's index")
      .String("tie_order", kTieOrder,
              "labels parted by commas, the first wins a tie (crowd); labels that it does not "
              "name follow in label order, O last");
  AddVoteOptions(&table);
  return table;
}

OptionTable WmvOptions() {
  OptionTable table;
  table
      .Choice("weights_from", "agreement", {"given", "dev", "agreement"},
              "a source's weight: given as weights.SOURCE (1 where it is not), the precision of "
              "its spans on the development corpus, or their agreement with the majority")
      .Prefix("weights.", "weight of one source: weights.SOURCE, 0 or more");
  AddVoteOptions(&table);
  return table;
}

// `strict`: a name that is no label is an error.
std::vector<int32_t> TieOrder(const std::string& text, const LabelSet& labels, bool strict) {
  std::vector<int32_t> order;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const int32_t label = labels.Find(name);
    if (strict && label == kNoLabel) {
      const std::string nearest = Nearest(name, labels.names());
      Fail(Status::kNotFound, "option tie_order names \"", name,
           "\", which is no label of the corpus",
           nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"");
    }
    if (label != kNoLabel && std::count(order.begin(), order.end(), label) == 0) {
      order.push_back(label);
    }
    begin = end + 1;
  }
  const int32_t outside = labels.Find("O");
  const bool outside_last = !order.empty() && order.back() == outside;
  if (outside_last) order.pop_back();
  for (int32_t z = 0; z < labels.size(); ++z) {
    const bool held_back = outside_last && z == outside;
    if (!held_back && std::count(order.begin(), order.end(), z) == 0) order.push_back(z);
  }
  if (outside_last) order.push_back(outside);
  return order;
}

class MvTrainer : public Trainer {
 public:
  MvTrainer(TrainingInput input, MvParameters parameters, OMeans automatic)
      : input_(std::move(input)),
        parameters_(std::move(parameters)),
        settings_(ReadVoteOptions(input_.options, *input_.train, automatic)),
        labels_(CompleteLabels(input_.train->labels(), input_.train->scheme())),
        start_(std::chrono::steady_clock::now()) {
    CheckVotes(*input_.train, parameters_.method);
    parameters_.no_opinion = NoOpinion(labels_.size(), labels_.Find("O"));
    progress_.phase = parameters_.method;
    progress_.max_iterations = 1;
  }

  bool Step() override {
    if (progress_.finished) return false;
    if (parameters_.method == "wmv") parameters_.weights = Weights();
    progress_.finished = true;
    model_ = Count();
    progress_.converged = model_ != nullptr;
    progress_.stop_reason = model_ ? "all votes are counted" : "cancelled";
    progress_.iteration = model_ ? 1 : 0;
    progress_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return false;
  }

  const Progress& progress() const override { return progress_; }
  const std::vector<double>& objectives() const override { return objectives_; }

  std::shared_ptr<const Model> TakeModel() override {
    if (!model_) Fail(Status::kState, "the model is asked for before the first training step");
    return model_;
  }

 private:
  std::shared_ptr<MvModel> NewModel(std::vector<SourceEstimate> estimates) const {
    auto model = std::make_shared<MvModel>(parameters_);
    model->SetCommon(labels_, input_.train->scheme(), input_.options.All());
    for (size_t j = 0; j < parameters_.weights.size() && j < estimates.size(); ++j) {
      estimates[j].weight = parameters_.weights[j];
    }
    model->SetVotes(settings_, std::move(estimates));
    return model;
  }

  // The model with each source counted against the shares; null if cancelled.
  std::shared_ptr<const Model> Count() {
    const std::vector<VoteBlock> blocks =
        BuildBlocks(*input_.train, settings_, labels_, input_.executor.get());
    const VoteTableShape shape = ShapeOf(settings_, labels_);
    const ShareSettings shares = NewModel({})->Shares();
    std::vector<double> sums;
    const bool done = SumChunks(
        input_, static_cast<int64_t>(blocks.size()), shape.size(),
        [&](int64_t chunk, int, Span<double> part) {
          CountAgainstShares(blocks[static_cast<size_t>(chunk)], shares, part);
        },
        &sums);
    if (!done) return nullptr;
    std::vector<double> tokens(settings_.sources.size(), 0.0);
    const size_t table = shape.Base(1);
    for (size_t i = 0; i < sums.size(); ++i) tokens[i / table] += sums[i];
    return NewModel(EstimateSources(settings_, shape, shares.outside, sums, tokens));
  }

  std::vector<double> Weights() const;

  const TrainingInput input_;
  MvParameters parameters_;
  const VoteSettings settings_;
  const LabelSet labels_;
  Progress progress_;
  std::vector<double> objectives_;  // voting has none
  std::shared_ptr<const Model> model_;
  std::chrono::steady_clock::time_point start_;
};

// The precision of each source's spans, smoothed towards one half.
std::vector<double> Precisions(const SourceAnalysis& analysis, bool against_gold) {
  std::vector<double> precisions;
  for (const SourceReport& source : analysis.sources) {
    const std::optional<SourceScores>& scores = against_gold ? source.gold : source.reference;
    const SpanCounts counts = scores ? scores->spans : SpanCounts();
    precisions.push_back((static_cast<double>(counts.correct) + 1) /
                         (static_cast<double>(counts.predicted) + 2));
  }
  return precisions;
}

std::vector<double> MvTrainer::Weights() const {
  const Corpus& train = *input_.train;
  const std::string& from = input_.options.GetString("weights_from");
  std::vector<double> found(train.sources().size(), 1.0);
  if (from == "dev") {
    Require(input_.dev && input_.dev->has_gold(),
            "weights_from=dev needs a development corpus with gold labels, found none");
    const std::vector<double> dev = Precisions(AnalyzeSources(*input_.dev), true);
    for (size_t i = 0; i < dev.size(); ++i) {
      const auto it =
          std::find(settings_.sources.begin(), settings_.sources.end(), input_.dev->sources()[i]);
      if (it == settings_.sources.end()) continue;
      found[static_cast<size_t>(it - settings_.sources.begin())] = dev[i];
    }
  } else if (from == "agreement") {
    const std::shared_ptr<MvModel> even = NewModel({});
    DecodeOptions options;
    const Decoded decoded = Decode(*even, train, options, input_.executor.get());
    LabelReference majority;
    majority.labels = &even->labels();
    majority.scheme = even->scheme();
    majority.hard = decoded.labels;
    found = Precisions(AnalyzeSources(train, &majority), false);
  }
  const std::vector<double> given = WeightsBySource(input_.options, train);
  for (size_t j = 0; j < given.size(); ++j) {
    if (given[j] >= 0) found[j] = given[j];
  }
  return found;
}

std::unique_ptr<Trainer> TrainMv(TrainingInput input) {
  MvParameters parameters;
  const std::string& convention = input.options.GetString("convention");
  OMeans automatic = OMeans::kAbstainIfAny;
  if (convention == "crowd") {
    parameters.convention = Convention::kCrowd;
    automatic = OMeans::kOutside;
  } else if (convention == "wrench") {
    parameters.convention = Convention::kWrench;
  }
  const LabelSet labels = CompleteLabels(input.train->labels(), input.train->scheme());
  parameters.tie_order =
      TieOrder(input.options.GetString("tie_order"), labels, input.options.IsSet("tie_order"));
  return std::make_unique<MvTrainer>(std::move(input), std::move(parameters), automatic);
}

std::unique_ptr<Trainer> TrainWmv(TrainingInput input) {
  MvParameters parameters;
  parameters.method = "wmv";
  const LabelSet labels = CompleteLabels(input.train->labels(), input.train->scheme());
  parameters.tie_order = TieOrder("", labels, false);
  return std::make_unique<MvTrainer>(std::move(input), std::move(parameters),
                                     OMeans::kAbstainIfAny);
}

}  // namespace

const Method& MvMethod() {
  static const Method method = {"mv",
                                Method::Kind::kAggregator,
                                "majority voting by the conventions of weft, crowds or WRENCH",
                                MvOptions(),
                                &TrainMv,
                                &MvModel::LoadMv};
  return method;
}

const Method& WmvMethod() {
  static const Method method = {"wmv",
                                Method::Kind::kAggregator,
                                "majority voting with a weight per source",
                                WmvOptions(),
                                &TrainWmv,
                                &MvModel::LoadWmv};
  return method;
}

}  // namespace weft
