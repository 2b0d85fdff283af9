#include "weak/vote_model.h"

#include "core/error.h"
#include "method/archive.h"

namespace weft {

void RequireSize(size_t found, size_t expected, const char* what) {
  if (found != expected) {
    Fail(Status::kCorrupt, what, " of the model should number ", expected, ", found ", found);
  }
}

void VoteModel::SaveVotes(std::vector<Section>* sections) const {
  std::vector<int32_t> o_means;
  for (OMeans rule : settings_.o_means) o_means.push_back(static_cast<int32_t>(rule));
  sections->push_back({"votes", ToSection(settings_.sources, o_means, settings_.repertoire,
                                          settings_.sparsity_epsilon)});
  std::vector<double> confusion, accuracy, opinions, weight;
  std::vector<int64_t> tokens;
  std::vector<uint8_t> adversarial;
  for (const SourceEstimate& source : estimates_) {
    confusion.insert(confusion.end(), source.confusion.begin(), source.confusion.end());
    accuracy.push_back(source.accuracy);
    opinions.push_back(source.opinions);
    weight.push_back(source.weight);
    tokens.push_back(source.tokens);
    adversarial.push_back(source.adversarial);
  }
  sections->push_back(
      {"sources", ToSection(confusion, accuracy, opinions, weight, tokens, adversarial)});
}

void VoteModel::LoadVotes(const std::vector<Section>& sections, int32_t labels) {
  std::vector<int32_t> o_means;
  FromSection(FindSection(sections, "votes"), "votes", settings_.sources, o_means,
              settings_.repertoire, settings_.sparsity_epsilon);
  const size_t j = settings_.sources.size(), k = static_cast<size_t>(labels);
  RequireSize(o_means.size(), j, "o_means");
  if (!settings_.repertoire.empty()) RequireSize(settings_.repertoire.size(), j * k, "repertoires");
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
  estimates_.clear();
  for (size_t i = 0; i < j; ++i) {
    SourceEstimate source;
    source.name = settings_.sources[i];
    const auto begin = confusion.begin() + static_cast<ptrdiff_t>(i * k * (k + 1));
    source.confusion.assign(begin, begin + static_cast<ptrdiff_t>(k * (k + 1)));
    source.accuracy = accuracy[i];
    source.opinions = opinions[i];
    source.weight = weight[i];
    source.tokens = tokens[i];
    source.adversarial = adversarial[i] != 0;
    estimates_.push_back(std::move(source));
  }
}

namespace {

// The numbers of one source, from its [K + 1, K] counts.
SourceEstimate EstimateSource(const double* counts, size_t k, int32_t outside) {
  SourceEstimate source;
  std::vector<double> truths(k, 0.0), votes(k, 0.0);
  source.confusion.assign(k * (k + 1), 0.0);
  double tokens = 0;
  for (size_t v = 0; v <= k; ++v) {
    for (size_t z = 0; z < k; ++z) {
      truths[z] += counts[v * k + z];
      if (v < k) votes[v] += counts[v * k + z];
    }
  }
  for (size_t z = 0; z < k; ++z) {
    tokens += truths[z];
    for (size_t v = 0; v <= k && truths[z] > 0; ++v) {
      source.confusion[z * (k + 1) + v] = counts[v * k + z] / truths[z];
    }
  }
  // Over tokens where the vote or the truth names something; and the same if the source voted as
  // often for each label, but blindly.
  double right = 0, blind = 0;
  for (size_t v = 0; v < k; ++v) {
    for (size_t z = 0; z < k; ++z) {
      const bool both_outside =
          static_cast<int32_t>(v) == outside && static_cast<int32_t>(z) == outside;
      if (both_outside) continue;
      source.opinions += counts[v * k + z];
    }
    if (static_cast<int32_t>(v) == outside) continue;
    right += counts[v * k + v];
    if (tokens > 0) blind += votes[v] * truths[v] / tokens;
  }
  source.accuracy = source.opinions > 0 ? right / source.opinions : 0;
  source.adversarial = right < blind;
  source.tokens = static_cast<int64_t>(tokens + 0.5);
  return source;
}

}  // namespace

std::vector<SourceEstimate> EstimateSources(const VoteSettings& settings, VoteTableShape shape,
                                            int32_t outside, Span<const double> counts) {
  const size_t k = static_cast<size_t>(shape.labels);
  std::vector<SourceEstimate> sources;
  for (int32_t j = 0; j < shape.sources; ++j) {
    sources.push_back(
        EstimateSource(counts.data() + static_cast<size_t>(shape.Row(j, 0)) * k, k, outside));
    sources.back().name = settings.sources[static_cast<size_t>(j)];
  }
  return sources;
}

}  // namespace weft
