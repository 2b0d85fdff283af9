#include "weak/source_priors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/error.h"
#include "weak/label_parts.h"

namespace weft {
namespace {

const std::string kPrefix = "priors.";

struct Rates {
  double precision, recall;
};

Rates ParseRates(const std::string& key, const std::string& text) {
  Rates rates{};
  const size_t slash = text.find('/');
  const bool ok = slash != std::string::npos &&
                  ParseDouble(text.substr(0, slash), &rates.precision) &&
                  ParseDouble(text.substr(slash + 1), &rates.recall) && rates.precision > 0 &&
                  rates.precision <= 1 && rates.recall > 0 && rates.recall <= 1;
  Require(ok, "option ", key,
          " must be precision/recall, two fractions above 0 and up to 1 such as 0.9/0.6; found \"",
          text, "\"");
  return rates;
}

// Splits SOURCE or SOURCE.TYPE; either may contain points, so known names decide.
int32_t MatchSource(const std::string& key, const Corpus& corpus, std::string* type) {
  const std::string rest = key.substr(kPrefix.size());
  int32_t found = -1;
  size_t longest = 0;
  for (size_t j = 0; j < corpus.sources().size(); ++j) {
    const std::string& name = corpus.sources()[j];
    const bool whole = rest == name;
    const bool with_type = rest.size() > name.size() + 1 && rest[name.size()] == '.' &&
                           rest.compare(0, name.size(), name) == 0;
    if ((whole || with_type) && (found < 0 || name.size() > longest)) {
      found = static_cast<int32_t>(j);
      longest = name.size();
      *type = whole ? "" : rest.substr(name.size() + 1);
    }
  }
  if (found >= 0) return found;
  const std::string nearest = Nearest(rest, corpus.sources());
  Fail(Status::kNotFound, "option ", key, " names a source that the corpus does not have",
       nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"");
}

}  // namespace

void AddSourcePriorOptions(OptionTable* table) {
  table
      ->Prefix("priors.",
               "what is known of a source: priors.SOURCE or priors.SOURCE.TYPE = precision/recall, "
               "such as 0.9/0.6")
      .Float("prior_strength", 100, 0, 1e9, "tokens of each label that such a prior weighs as");
}

SourcePriors ReadSourcePriors(const Options& options, const Corpus& corpus) {
  SourcePriors priors;
  priors.strength = options.GetFloat("prior_strength");
  const LabelSet labels = CompleteLabels(corpus.labels(), corpus.scheme());
  const size_t k = static_cast<size_t>(labels.size());
  // In key order "SOURCE" comes before "SOURCE.TYPE", so what is said of a type has the last word.
  for (const auto& [key, value] : options.values()) {
    if (key.compare(0, kPrefix.size(), kPrefix) != 0) continue;
    std::string type;
    const size_t source = static_cast<size_t>(MatchSource(key, corpus, &type));
    const Rates rates = ParseRates(key, value);
    priors.precision.resize(corpus.sources().size() * k, std::numeric_limits<double>::quiet_NaN());
    priors.recall.resize(priors.precision.size(), std::numeric_limits<double>::quiet_NaN());
    bool any = false;
    for (size_t z = 0; z < k; ++z) {
      const std::string& name = labels.name(static_cast<int32_t>(z));
      const std::string_view own =
          corpus.scheme() == Scheme::kPlain ? std::string_view(name) : SplitTag(name).type;
      if (name == "O" || (!type.empty() && own != type)) continue;
      priors.precision[source * k + z] = rates.precision;
      priors.recall[source * k + z] = rates.recall;
      any = true;
    }
    if (!any)
      Fail(Status::kNotFound, "option ", key, " names a type that the corpus does not have");
  }
  return priors;
}

namespace {

// Rates of one source as pseudo-counts [K votes, K truths], from [K] expected tokens by truth.
std::vector<double> RateCounts(double strength, const double* precision, const double* recall,
                               const std::vector<double>& tokens, int32_t outside) {
  const size_t k = tokens.size();
  std::vector<double> pseudo(k * k, 0.0);
  double of_types = 0, types = 0;
  for (size_t z = 0; z < k; ++z) {
    if (std::isnan(recall[z])) continue;
    pseudo[z * k + z] = strength * recall[z];
    const double missed = strength * (1 - recall[z]);
    for (size_t v = 0; outside == kNoLabel && v < k; ++v) {
      if (v != z) pseudo[v * k + z] = missed / static_cast<double>(k - 1);
    }
    if (outside != kNoLabel) pseudo[static_cast<size_t>(outside) * k + z] = missed;
    of_types += tokens[z];
    ++types;
  }
  const size_t o = static_cast<size_t>(outside);
  if (outside == kNoLabel || !(of_types > 0) || !(tokens[o] > 0)) return pseudo;
  // The row of O weighs more than a type's, as O is that much more frequent.
  const double outside_strength = strength * tokens[o] / (of_types / types);
  double wrong = 0;  // votes per token of O
  for (size_t z = 0; z < k; ++z) {
    if (std::isnan(recall[z])) continue;
    const double rate = recall[z] * (1 - precision[z]) / precision[z] * tokens[z] / tokens[o];
    const double bounded = std::min(0.5 / types, rate);
    pseudo[z * k + o] = outside_strength * bounded;
    wrong += bounded;
  }
  pseudo[o * k + o] = outside_strength * (1 - wrong);
  return pseudo;
}

}  // namespace

void AddPseudoCounts(const SourcePriors& priors, VoteTableShape shape, int32_t outside,
                     Span<const double> counts, Span<double> pseudo_counts) {
  if (priors.recall.empty()) return;
  const size_t k = static_cast<size_t>(shape.labels);
  const size_t contexts = static_cast<size_t>(shape.contexts);
  for (int32_t j = 0; j < shape.sources; ++j) {
    std::vector<double> tokens(k, 0.0), by_context(contexts * k, 0.0);
    for (size_t c = 0; c < contexts; ++c) {
      const size_t base = shape.Base(j * shape.contexts + static_cast<int32_t>(c));
      for (size_t i = 0; i < k * (k + 1); ++i) by_context[c * k + i % k] += counts[base + i];
      for (size_t z = 0; z < k; ++z) tokens[z] += by_context[c * k + z];
    }
    const size_t row = static_cast<size_t>(j) * k;
    const std::vector<double> rates = RateCounts(priors.strength, priors.precision.data() + row,
                                                 priors.recall.data() + row, tokens, outside);
    for (size_t c = 0; c < contexts; ++c) {
      const size_t base = shape.Base(j * shape.contexts + static_cast<int32_t>(c));
      for (size_t i = 0; i < k * k; ++i) {
        const size_t z = i % k;
        const double share =
            tokens[z] > 0 ? by_context[c * k + z] / tokens[z] : 1.0 / static_cast<double>(contexts);
        pseudo_counts[base + i] += share * rates[i];
      }
    }
  }
}

}  // namespace weft
