#include "sources.h"

#include <algorithm>
#include <cmath>

#include "table.h"

namespace weft::cli {
namespace {

Json Confusion(const Model& model, size_t source) {
  const View<double> values = model.source_confusion(source);
  const size_t width = model.labels() + 1;
  Json rows = Json::array();
  for (size_t i = 0; i + width <= values.size(); i += width) {
    rows.push_back(std::vector<double>(values.begin() + i, values.begin() + i + width));
  }
  return rows;
}

}  // namespace

Json SourcesJson(const Model& model, bool confusion) {
  Json sources = Json::array();
  for (size_t i = 0; i < model.sources(); ++i) {
    Json source = {{"name", model.source(i)},
                   {"accuracy", model.source_accuracy(i)},
                   {"weight", model.source_weight(i)},
                   {"adversarial", model.source_adversarial(i)}};
    if (confusion) source["confusion"] = Confusion(model, i);
    sources.push_back(std::move(source));
  }
  return sources;
}

std::string SourcesText(const Model& model) {
  std::vector<size_t> best_first;
  for (size_t i = 0; i < model.sources(); ++i) best_first.push_back(i);
  std::stable_sort(best_first.begin(), best_first.end(), [&](size_t a, size_t b) {
    return model.source_accuracy(a) > model.source_accuracy(b) ||
           (std::isnan(model.source_accuracy(b)) && !std::isnan(model.source_accuracy(a)));
  });
  Table table({"source", "accuracy", "weight", ""});
  for (const size_t i : best_first) {
    table.Add({std::string(model.source(i)), Fixed(model.source_accuracy(i), 4),
               Fixed(model.source_weight(i), 3),
               model.source_adversarial(i) ? "contradicts the others" : ""});
  }
  return table.empty() ? "" : table.Text();
}

}  // namespace weft::cli
