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

// Rows of the types that a source was asked about.
template <typename Visit>
void ForEachType(const Model& model, size_t source, Visit visit) {
  const View<double> rows = model.source_reliability(source);
  for (size_t i = 0; i < rows.size(); i += WEFT_RELIABILITY_COLUMNS) {
    visit(model.type(i / WEFT_RELIABILITY_COLUMNS), rows.begin() + i);
  }
}

Json Types(const Model& model, size_t source) {
  Json types = Json::array();
  ForEachType(model, source, [&](std::string_view type, const double* row) {
    types.push_back({{"type", type},
                     {"precision", row[WEFT_PRECISION]},
                     {"precision_interval", {row[WEFT_PRECISION + 1], row[WEFT_PRECISION + 2]}},
                     {"recall", row[WEFT_RECALL]},
                     {"recall_interval", {row[WEFT_RECALL + 1], row[WEFT_RECALL + 2]}},
                     {"votes", row[WEFT_VOTES]},
                     {"truths", row[WEFT_TRUTHS]}});
  });
  return types;
}

std::string Interval(const double* value) {
  if (std::isnan(*value)) return Fixed(*value, 3);
  return Fixed(value[0], 3) + " [" + Fixed(value[1], 3) + ", " + Fixed(value[2], 3) + "]";
}

}  // namespace

Json SourcesJson(const Model& model, bool confusion) {
  Json sources = Json::array();
  for (size_t i = 0; i < model.sources(); ++i) {
    Json source = {{"name", model.source(i)},
                   {"accuracy", model.source_accuracy(i)},
                   {"weight", model.source_weight(i)},
                   {"adversarial", model.source_adversarial(i)}};
    source["types"] = Types(model, i);
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

std::string ReliabilityText(const Model& model) {
  Table table({"source", "type", "precision", "recall", "votes"}, 2);
  for (size_t i = 0; i < model.sources(); ++i) {
    ForEachType(model, i, [&](std::string_view type, const double* row) {
      if (!(row[WEFT_VOTES] >= 0.5)) return;
      table.Add({std::string(model.source(i)), std::string(type), Interval(row + WEFT_PRECISION),
                 Interval(row + WEFT_RECALL), Fixed(row[WEFT_VOTES], 0)});
    });
  }
  return table.empty() ? "" : table.Text();
}

}  // namespace weft::cli
