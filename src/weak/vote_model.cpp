#include "weak/vote_model.h"

#include "core/error.h"
#include "method/archive.h"

namespace weft {
namespace {

constexpr char kTruths[] = "sources.truths";

}  // namespace

void VoteModel::SaveVotes(std::vector<Section>* sections) const {
  std::vector<int32_t> o_means;
  for (OMeans rule : settings_.o_means) o_means.push_back(static_cast<int32_t>(rule));
  sections->push_back(
      {"votes", ToSection(settings_.sources, o_means, settings_.repertoire,
                          settings_.sparsity_epsilon, settings_.contexts, settings_.redundancy)});
  std::vector<double> confusion, truths, accuracy, opinions, weight;
  std::vector<int64_t> tokens;
  std::vector<uint8_t> adversarial;
  for (const SourceEstimate& source : estimates_) {
    confusion.insert(confusion.end(), source.confusion.begin(), source.confusion.end());
    truths.insert(truths.end(), source.truths.begin(), source.truths.end());
    accuracy.push_back(source.accuracy);
    opinions.push_back(source.opinions);
    weight.push_back(source.weight);
    tokens.push_back(source.tokens);
    adversarial.push_back(source.adversarial);
  }
  sections->push_back(
      {"sources", ToSection(confusion, accuracy, opinions, weight, tokens, adversarial)});
  sections->push_back({kTruths, ToSection(truths)});
}

void VoteModel::LoadVotes(const std::vector<Section>& sections, int32_t labels) {
  std::vector<int32_t> o_means;
  FromSection(FindSection(sections, "votes"), "votes", settings_.sources, o_means,
              settings_.repertoire, settings_.sparsity_epsilon, settings_.contexts,
              settings_.redundancy);
  const size_t j = settings_.sources.size(), k = static_cast<size_t>(labels);
  RequireSize(o_means.size(), j, "o_means");
  if (!settings_.repertoire.empty()) RequireSize(settings_.repertoire.size(), j * k, "repertoires");
  if (!settings_.redundancy.empty())
    RequireSize(settings_.redundancy.size(), j * j, "redundancies");
  if (settings_.contexts != 1 && settings_.contexts != 2) {
    Fail(Status::kCorrupt, "the model reads votes in ", settings_.contexts,
         " contexts, not 1 or 2");
  }
  settings_.o_means.clear();
  for (int32_t rule : o_means) {
    if (rule < 0 || rule > static_cast<int32_t>(OMeans::kAbstainIfAny)) {
      Fail(Status::kCorrupt, "o_means of the model has the unknown value ", rule);
    }
    settings_.o_means.push_back(static_cast<OMeans>(rule));
  }
  std::vector<double> confusion, accuracy, opinions, weight;
  std::vector<int64_t> tokens;
  std::vector<uint8_t> adversarial;
  FromSection(FindSection(sections, "sources"), "sources", confusion, accuracy, opinions, weight,
              tokens, adversarial);
  RequireSize(confusion.size(), j * k * (k + 1), "confusion probabilities");
  for (size_t size :
       {accuracy.size(), opinions.size(), weight.size(), tokens.size(), adversarial.size()}) {
    RequireSize(size, j, "source estimates");
  }
  std::vector<double> truths;  // which files of the first builds lack
  if (HasSection(sections, kTruths)) {
    FromSection(FindSection(sections, kTruths), kTruths, truths);
    if (!truths.empty()) RequireSize(truths.size(), j * k, "expected tokens");
  }
  estimates_.clear();
  for (size_t i = 0; i < j; ++i) {
    SourceEstimate source;
    source.name = settings_.sources[i];
    const auto begin = confusion.begin() + static_cast<ptrdiff_t>(i * k * (k + 1));
    source.confusion.assign(begin, begin + static_cast<ptrdiff_t>(k * (k + 1)));
    if (!truths.empty()) {
      const auto first = truths.begin() + static_cast<ptrdiff_t>(i * k);
      source.truths.assign(first, first + static_cast<ptrdiff_t>(k));
    }
    source.accuracy = accuracy[i];
    source.opinions = opinions[i];
    source.weight = weight[i];
    source.tokens = tokens[i];
    source.adversarial = adversarial[i] != 0;
    estimates_.push_back(std::move(source));
  }
}

void JudgeSource(const std::vector<double>& counts, size_t k, int32_t outside, double tokens,
                 SourceEstimate* source) {
  std::vector<double> truths(k, 0.0), votes(k, 0.0);
  double all = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    truths[i % k] += counts[i];
    if (i < k * k) votes[i / k] += counts[i];
    all += counts[i];
  }
  source->confusion.assign(k * (k + 1), 0.0);
  for (size_t i = 0; i < counts.size(); ++i) {
    const size_t v = i / k, z = i % k;
    if (truths[z] > 0) source->confusion[z * (k + 1) + v] = counts[i] / truths[z];
  }
  // Over tokens where the vote or the truth names something; and what would be right by chance, if
  // the source voted as often for each label, but blindly.
  double opinions = 0, right = 0, blind = 0;
  for (size_t v = 0; v < k; ++v) {
    const bool names = static_cast<int32_t>(v) != outside;
    for (size_t z = 0; z < k; ++z) {
      if (names || static_cast<int32_t>(z) != outside) opinions += counts[v * k + z];
    }
    if (!names) continue;
    right += counts[v * k + v];
    if (all > 0) blind += votes[v] * truths[v] / all;
  }
  source->truths = std::move(truths);
  for (double& truth : source->truths) truth = all > 0 ? truth * tokens / all : 0;
  source->opinions = all > 0 ? opinions * tokens / all : 0;
  source->accuracy = opinions > 0 ? right / opinions : 0;
  source->adversarial = right < blind;
  source->tokens = static_cast<int64_t>(tokens + 0.5);
}

std::vector<SourceEstimate> EstimateSources(const VoteSettings& settings, VoteTableShape shape,
                                            int32_t outside, Span<const double> counts,
                                            const std::vector<double>& tokens) {
  const size_t k = static_cast<size_t>(shape.labels), j = static_cast<size_t>(shape.sources);
  std::vector<SourceEstimate> sources(j);
  const std::vector<double> weights = WeighSources(settings);
  for (size_t i = 0; i < j; ++i) {
    std::vector<double> sum((k + 1) * k, 0.0);
    for (int32_t context = 0; context < shape.contexts; ++context) {
      const size_t base = shape.Base(static_cast<int32_t>(i) * shape.contexts + context);
      for (size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += counts[base + cell];
    }
    sources[i].name = settings.sources[i];
    JudgeSource(sum, k, outside, tokens[i], &sources[i]);
    sources[i].weight = weights[i];
  }
  return sources;
}

Confusion LoadConfusion(std::vector<double> p, const VoteSettings& settings,
                        const LabelSet& labels) {
  Confusion confusion(ShapeOf(settings, labels));
  RequireSize(p.size(), confusion.shape().size(), "vote probabilities");
  confusion.Set(std::move(p));
  return confusion;
}

}  // namespace weft
