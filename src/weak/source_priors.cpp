#include "weak/source_priors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/error.h"

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
  const LabelSet& labels = corpus.labels();
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

void AddPseudoCounts(const SourcePriors& priors, VoteTableShape shape, int32_t outside,
                     Span<const double> counts, Span<double> pseudo_counts) {
  if (priors.recall.empty()) return;
  const size_t k = static_cast<size_t>(shape.labels);
  for (int32_t j = 0; j < shape.sources; ++j) {
    const size_t base = static_cast<size_t>(shape.Row(j, 0)) * k;
    const double* precision = priors.precision.data() + static_cast<size_t>(j) * k;
    const double* recall = priors.recall.data() + static_cast<size_t>(j) * k;
    std::vector<double> tokens(k, 0.0);  // by true label
    for (size_t i = 0; i < k * (k + 1); ++i) tokens[i % k] += counts[base + i];
    const auto pseudo = [&](size_t vote, size_t truth) -> double& {
      return pseudo_counts[base + vote * k + truth];
    };
    double wrong = 0, of_types = 0, types = 0;  // wrong votes per token of O
    for (size_t z = 0; z < k; ++z) {
      if (std::isnan(recall[z])) continue;
      pseudo(z, z) += priors.strength * recall[z];
      const double missed = priors.strength * (1 - recall[z]);
      if (outside == kNoLabel) {
        for (size_t v = 0; v < k; ++v) {
          if (v != z) pseudo(v, z) += missed / static_cast<double>(k - 1);
        }
        continue;
      }
      pseudo(static_cast<size_t>(outside), z) += missed;
      of_types += tokens[z];
      ++types;
    }
    if (outside == kNoLabel || !(of_types > 0)) continue;
    const size_t o = static_cast<size_t>(outside);
    // The row of O weighs more than a type's, as O is that much more frequent.
    const double strength = priors.strength * tokens[o] / (of_types / types);
    for (size_t z = 0; z < k; ++z) {
      if (std::isnan(recall[z]) || !(tokens[o] > 0)) continue;
      const double rate = std::min(
          0.5 / types, recall[z] * (1 - precision[z]) / precision[z] * tokens[z] / tokens[o]);
      pseudo(z, o) += strength * rate;
      wrong += rate;
    }
    pseudo(o, o) += strength * (1 - wrong);
  }
}

}  // namespace weft
