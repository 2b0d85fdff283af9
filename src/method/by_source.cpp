#include "method/by_source.h"

#include <algorithm>

#include "core/error.h"

namespace weft {

std::vector<std::string> OptionsBySource(const Options& options, const std::string& prefix,
                                         const Corpus& corpus) {
  const std::vector<std::string>& sources = corpus.sources();
  std::vector<std::string> values(sources.size());
  for (const auto& [key, value] : options.values()) {
    if (key.compare(0, prefix.size() + 1, prefix + ".") != 0) continue;
    const std::string name = key.substr(prefix.size() + 1);
    const auto it = std::find(sources.begin(), sources.end(), name);
    if (it == sources.end()) {
      const std::string nearest = Nearest(name, sources);
      Fail(Status::kNotFound, "option ", key, " names a source that the corpus does not have",
           nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"");
    }
    values[static_cast<size_t>(it - sources.begin())] = value;
  }
  return values;
}

std::vector<double> WeightsBySource(const Options& options, const Corpus& corpus) {
  std::vector<double> weights;
  for (const std::string& text : OptionsBySource(options, "weights", corpus)) {
    double weight = -1;
    const bool ok = text.empty() || (ParseDouble(text, &weight) && weight >= 0 && weight <= 1e9);
    Require(ok, "option weights.", corpus.sources()[weights.size()],
            " must be a number from 0 to 1e9, found \"", text, "\"");
    weights.push_back(text.empty() ? -1 : weight);
  }
  return weights;
}

}  // namespace weft
