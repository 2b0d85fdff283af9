#include "method/weight_column.h"

#include "core/error.h"
#include "core/options.h"
#include "text/quote.h"

namespace weft {

double WeightAt(const Corpus& corpus, int64_t column, int64_t s, int64_t t) {
  constexpr double kMost = 1e9;
  const auto c = static_cast<size_t>(column);
  const std::string_view text = corpus.column(c)[t];
  double weight = 1;
  if (text.empty()) return weight;
  if (!ParseDouble(text, &weight) || !(weight >= 0 && weight <= kMost)) {
    Fail(Status::kInvalidArgument, corpus.name(), ": sentence ", s, ", token ", t - corpus.begin(s),
         ": column ", Quote(corpus.column_names()[c]), " must be a number from 0 to 1e9, found ",
         Quote(text));
  }
  return weight;
}

std::vector<float> SentenceWeights(const Corpus& corpus, const std::string& name) {
  std::vector<float> weights;
  if (name.empty()) return weights;
  const int64_t column = corpus.FindColumn(name);
  if (column < 0) {
    Fail(Status::kNotFound, corpus.name(), " has no column ", Quote(name), " with weights");
  }
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    double weight = 1;
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      const double here = WeightAt(corpus, column, s, t);
      Require(t == corpus.begin(s) || here == weight, corpus.name(), ": sentence ", s,
              ": expected one weight on all tokens, found ", weight, " and ", here, " in column ",
              Quote(name));
      weight = here;
    }
    weights.push_back(static_cast<float>(weight));
  }
  return weights;
}

}  // namespace weft
