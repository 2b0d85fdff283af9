#include "neural/stage.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "neural/float_kernels.h"
#include "neural/gemm.h"

namespace weft {
namespace {

// Whose gradients are in memory: a batch may be a whole corpus.
constexpr int64_t kShardsAtOnce = 16;

std::vector<int64_t> Weighty(const Corpus& corpus, const std::vector<double>& weights) {
  std::vector<int64_t> sentences;
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.length(s) > 0 && weights[static_cast<size_t>(s)] > 0) sentences.push_back(s);
  }
  return sentences;
}

}  // namespace

BatchOrder::BatchOrder(std::vector<int64_t> sentences, int64_t batch_size, uint64_t seed)
    : sentences_(std::move(sentences)), batch_size_(batch_size), random_(seed) {
  Require(!sentences_.empty(), "no sentence of the corpus has anything to learn from");
}

int64_t BatchOrder::batches_per_epoch() const {
  return NumChunks(static_cast<int64_t>(sentences_.size()), batch_size_);
}

std::vector<int64_t> BatchOrder::Next() {
  if (next_ == 0) random_.Shuffle(&sentences_);
  const size_t begin = next_;
  const size_t end = std::min(sentences_.size(), begin + static_cast<size_t>(batch_size_));
  next_ = end < sentences_.size() ? end : 0;
  return {sentences_.begin() + static_cast<int64_t>(begin),
          sentences_.begin() + static_cast<int64_t>(end)};
}

TrainingStage::TrainingStage(TaggerNetwork* network, const EncoderInput& input,
                             std::vector<double> weights, const Corpus& corpus,
                             NewObjective new_objective, Prepare prepare,
                             const StageOptions& options, Executor* executor)
    : network_(network),
      input_(input),
      corpus_(corpus),
      prepare_(std::move(prepare)),
      options_(options),
      executor_(executor),
      order_(Weighty(corpus, weights), options.batch_size, options.seed),
      total_steps_(order_.batches_per_epoch() * options.epochs),
      seeds_(options.seed + 1) {
  if (options.max_steps > 0) total_steps_ = std::min(total_steps_, options.max_steps);
  OptimizerOptions optimizer = options.optimizer;
  optimizer.total_steps = options.falling_rates ? total_steps_ : 0;
  Parameters& parameters = network->parameters();
  optimizer_ = std::make_unique<AdamW>(&parameters, optimizer, executor);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    const bool encodes =
        p.group == ParameterGroup::kEncoder || p.group == ParameterGroup::kEmissions;
    p.value.requires_grad_(encodes && !p.frozen && !p.rows);
  }
  for (int i = 0; i < executor->threads(); ++i) objectives_.push_back(new_objective());
}

void TrainingStage::Resume(int64_t steps) {
  for (; steps_ < steps; ++steps_) {
    order_.Next();
    seeds_.Next();
  }
  optimizer_->Resume(steps);
}

double TrainingStage::Step() {
  if (prepare_) prepare_();
  const std::vector<int64_t> batch = order_.Next();
  const double sentences = static_cast<double>(batch.size());
  const double scale = options_.loss_scale / sentences;
  std::vector<Shard> shards = Cut(batch);
  const Transitions transitions = network_->MakeTransitions(nullptr);
  const uint64_t seed = seeds_.Next();
  double value = 0;
  std::vector<Gradient> gradients;
  const auto count = static_cast<int64_t>(shards.size());
  for (int64_t first = 0; first < count; first += kShardsAtOnce) {
    executor_->ForEach(std::min(kShardsAtOnce, count - first), [&](int64_t i, int worker) {
      const int64_t s = first + i;
      Run(transitions, scale, objectives_[static_cast<size_t>(worker)].get(),
          seed + static_cast<uint64_t>(s), &shards[static_cast<size_t>(s)]);
    });
    if (first > 0) Merge(&gradients);
    for (int64_t s = first; s < std::min(count, first + kShardsAtOnce); ++s) {
      value += shards[static_cast<size_t>(s)].value;
      gradients.push_back(std::move(shards[static_cast<size_t>(s)].gradient));
    }
  }
  ++steps_;
  if (!std::isfinite(value)) return value;
  const double norm = optimizer_->Step(std::move(gradients));
  return std::isfinite(norm) ? value / sentences : norm;
}

// Their number depends on the batch alone, so that the result is the same for any number of
// threads. Another device takes the batch whole.
std::vector<TrainingStage::Shard> TrainingStage::Cut(std::vector<int64_t> batch) const {
  int64_t total = 0;
  for (const int64_t s : batch) total += input_.Cost(s);
  const int64_t cost = network_->encoder().ShardCost();
  const int64_t count =
      network_->on_processor() ? std::max<int64_t>(1, (total + cost / 2) / cost) : 1;
  std::vector<Shard> shards(
      static_cast<size_t>(std::min<int64_t>(count, static_cast<int64_t>(batch.size()))));
  // By cost, dealt out in turns: so shards are alike.
  std::stable_sort(batch.begin(), batch.end(),
                   [&](int64_t a, int64_t b) { return input_.Cost(a) > input_.Cost(b); });
  for (size_t i = 0; i < batch.size(); ++i) shards[i % shards.size()].sentences.push_back(batch[i]);
  return shards;
}

void TrainingStage::Run(const Transitions& transitions, double scale, ChainObjective* objective,
                        uint64_t seed, Shard* shard) const {
  const OneThread one;
  const int64_t k = network_->outputs();
  ForwardPass pass = ForwardPass::Training(seed);
  const at::Tensor emissions = network_->Emissions(input_, shard->sentences, &pass);
  if (!AllFinite(static_cast<size_t>(emissions.numel()), emissions.data_ptr<float>())) {
    shard->value = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  at::Tensor gradient = at::empty({emissions.size(0), k}, at::kFloat);
  objective->Begin(transitions);
  int64_t row = 0;
  for (const int64_t s : shard->sentences) {
    shard->value += objective->Add(s, emissions.data_ptr<float>() + row * k,
                                   gradient.data_ptr<float>() + row * k);
    row += corpus_.length(s);
  }
  shard->value += objective->Finish(&shard->chain);
  gradient.mul_(scale);

  const Parameters& parameters = network_->parameters();
  shard->gradient.dense.resize(parameters.size());
  std::vector<at::Tensor> wanted;
  std::vector<size_t> places;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].value.requires_grad()) continue;
    wanted.push_back(parameters[i].value);
    places.push_back(i);
  }
  for (const ForwardPass::Lookup& lookup : pass.lookups()) wanted.push_back(lookup.rows);
  const std::vector<at::Tensor> found =
      torch::autograd::grad({emissions}, wanted, {gradient}, {}, false, true);
  for (size_t i = 0; i < places.size(); ++i) shard->gradient.dense[places[i]] = found[i];
  for (size_t i = 0; i < pass.lookups().size(); ++i) {
    const at::Tensor& rows = found[places.size() + i];
    if (!rows.defined()) continue;
    const ForwardPass::Lookup& lookup = pass.lookups()[i];
    shard->gradient.rows.push_back({lookup.table, lookup.ids, rows.to(at::kCPU).contiguous()});
  }
  AddChain(shard->chain, scale, &shard->gradient);
}

void TrainingStage::AddChain(const ChainGradient& chain, double scale, Gradient* gradient) const {
  const auto set = [&](const Parameter* parameter, const std::vector<double>& values) {
    if (!parameter || parameter->frozen || values.empty()) return;
    at::Tensor d = at::empty_like(parameter->value);
    for (size_t i = 0; i < values.size(); ++i) {
      d.data_ptr<float>()[i] = static_cast<float>(scale * values[i]);
    }
    const Parameters& parameters = network_->parameters();
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (&parameters[i] == parameter) gradient->dense[i] = d;
    }
  };
  set(network_->chain().transitions, chain.transitions);
  set(network_->chain().start, chain.start);
  set(network_->chain().end, chain.end);
  set(network_->source_parameter(), chain.sources);
}

}  // namespace weft
