#include "crf/model.h"

#include "crf/decoder.h"
#include "method/archive.h"

namespace weft {
namespace {

// The features whose weight is not 0 (in single precision), and those weights.
struct KeptFeatures {
  FeatureSet features;
  std::vector<float> weights;
};

KeptFeatures DropZeros(const FeatureSet& features, Span<const double> weights,
                       const AttributeIndex& index, AttributeIndex* kept_index) {
  KeptFeatures kept;
  kept.features.labels = features.labels;
  kept.features.bounds = {0};
  for (int32_t a = 0; a < features.num_attributes(); ++a) {
    const auto at = static_cast<size_t>(a);
    const size_t before = kept.weights.size();
    for (size_t f = features.bounds[at]; f < features.bounds[at + 1]; ++f) {
      const auto weight = static_cast<float>(weights[f]);
      if (weight == 0) continue;
      kept.features.label.push_back(features.label[f]);
      kept.weights.push_back(weight);
    }
    if (kept.weights.size() == before) continue;
    kept_index->Insert(index.key(a));
    kept.features.bounds.push_back(static_cast<uint32_t>(kept.weights.size()));
  }
  return kept;
}

bool HasZeros(Span<const double> weights) {
  for (const double weight : weights) {
    if (static_cast<float>(weight) == 0) return true;
  }
  return false;
}

[[noreturn]] void Corrupt(const char* what) {
  Fail(Status::kCorrupt, "the crf model is damaged: ", what);
}

void CheckFeatures(const FeatureSet& features, size_t attributes, size_t weights) {
  if (features.bounds.size() != attributes + 1 || features.label.size() != weights ||
      features.bounds.front() != 0 || features.bounds.back() != weights) {
    Corrupt("its attributes and weights do not fit together");
  }
  bool ascending = true, in_range = true;
  for (size_t a = 0; a < attributes; ++a) ascending &= features.bounds[a] < features.bounds[a + 1];
  for (const uint16_t y : features.label) in_range &= y < features.labels;
  if (!ascending || !in_range) Corrupt("a feature has a label that does not exist");
}

void CheckBigrams(const std::vector<int32_t>& bigrams, size_t weights, int32_t labels) {
  bool in_range = bigrams.size() == weights;
  for (const int32_t b : bigrams) in_range &= b >= 0 && b / labels < labels;
  if (!in_range) Corrupt("a label bigram does not exist");
}

}  // namespace

std::shared_ptr<CrfModel> CrfModel::FromWeights(std::string_view method,
                                                std::shared_ptr<const TemplateSet> templates,
                                                Boundary boundary,
                                                std::shared_ptr<const AttributeIndex> index,
                                                const FeatureSet& features,
                                                Span<const double> weights) {
  Parts parts;
  parts.method = method;
  parts.templates = std::move(templates);
  parts.boundary = boundary;
  const auto states = static_cast<size_t>(features.num_states());
  if (HasZeros(weights.subspan(0, states))) {
    auto kept_index = std::make_shared<AttributeIndex>();
    const KeptFeatures kept = DropZeros(features, weights, *index, kept_index.get());
    parts.index = kept_index;
    parts.table = WeightTable(kept.features);
    parts.table.Load(kept.features, kept.weights.data(), 0, kept.features.num_attributes());
  } else {
    parts.index = std::move(index);
    parts.table = WeightTable(features);
    const std::vector<float> rounded(weights.begin(), weights.begin() + states);
    parts.table.Load(features, rounded.data(), 0, features.num_attributes());
  }
  for (size_t b = 0; b < features.bigrams.size(); ++b) {
    const auto weight = static_cast<float>(weights[states + b]);
    if (weight == 0) continue;
    parts.bigrams.push_back(features.bigrams[b]);
    parts.bigram_weights.push_back(weight);
  }
  return std::make_shared<CrfModel>(std::move(parts));
}

std::unique_ptr<Decoder> CrfModel::NewDecoder() const {
  return std::make_unique<CrfDecoder>(std::static_pointer_cast<const CrfModel>(shared_from_this()));
}

std::vector<Section> CrfModel::Save() const {
  FeatureSet features;
  features.bounds = {0};
  std::vector<float> weights;
  for (int64_t a = 0; a < parts_.index->size(); ++a) {
    parts_.table.ForWeights(a, [&](int32_t label, float weight) {
      features.label.push_back(static_cast<uint16_t>(label));
      weights.push_back(weight);
    });
    features.bounds.push_back(static_cast<uint32_t>(weights.size()));
  }
  const AttributeIndex& index = *parts_.index;
  return {{"templates", ToSection(parts_.templates->text, static_cast<uint8_t>(parts_.boundary))},
          {"attributes", ToSection(index.slots(), index.key_ends(), index.bytes())},
          {"weights", ToSection(features.bounds, features.label, weights)},
          {"bigrams", ToSection(parts_.bigrams, parts_.bigram_weights)}};
}

std::shared_ptr<Model> CrfModel::Load(std::string_view method, const std::vector<Section>& sections,
                                      const LabelSet& labels) {
  Parts parts;
  parts.method = method;
  std::string text;
  uint8_t boundary = 0;
  FromSection(FindSection(sections, "templates"), "templates", text, boundary);
  if (boundary > static_cast<uint8_t>(Boundary::kSymbol)) Corrupt("its templates");
  parts.boundary = static_cast<Boundary>(boundary);
  parts.templates = std::make_shared<TemplateSet>(ParseTemplates(text));

  std::vector<uint64_t> slots, key_ends;
  std::vector<char> bytes;
  FromSection(FindSection(sections, "attributes"), "attributes", slots, key_ends, bytes);
  parts.index = std::make_shared<AttributeIndex>(
      AttributeIndex::FromArrays(std::move(slots), std::move(key_ends), std::move(bytes)));

  FeatureSet features;
  features.labels = labels.size();
  std::vector<float> weights;
  FromSection(FindSection(sections, "weights"), "weights", features.bounds, features.label,
              weights);
  if (features.bounds.empty() || labels.size() < 1) Corrupt("it is empty");
  CheckFeatures(features, static_cast<size_t>(parts.index->size()), weights.size());
  parts.table = WeightTable(features);
  parts.table.Load(features, weights.data(), 0, features.num_attributes());

  FromSection(FindSection(sections, "bigrams"), "bigrams", parts.bigrams, parts.bigram_weights);
  CheckBigrams(parts.bigrams, parts.bigram_weights.size(), labels.size());
  return std::make_shared<CrfModel>(std::move(parts));
}

std::vector<std::pair<std::string, std::string>> CrfModel::Describe() const {
  int64_t states = 0;
  for (int64_t a = 0; a < parts_.index->size(); ++a) {
    parts_.table.ForWeights(a, [&](int32_t, float) { ++states; });
  }
  return {{"attributes", std::to_string(parts_.index->size())},
          {"features", std::to_string(states + static_cast<int64_t>(parts_.bigrams.size()))},
          {"label bigrams", std::to_string(parts_.bigrams.size())},
          {"feature templates", std::to_string(parts_.templates->templates.size())}};
}

Transitions BigramTransitions(int32_t labels, const std::vector<int32_t>& bigrams,
                              Span<const float> weights, const TransitionRules* rules) {
  const auto k = static_cast<size_t>(labels);
  std::vector<double> scores(k * k, 0.0), zeros(k, 0.0);
  for (size_t b = 0; b < bigrams.size(); ++b) {
    scores[static_cast<size_t>(bigrams[b])] = static_cast<double>(weights[b]);
  }
  Transitions transitions(labels);
  transitions.Set(scores, zeros, zeros, rules);
  return transitions;
}

}  // namespace weft
