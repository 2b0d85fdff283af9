// What a golden model is expected to say about tests/golden/corpus.jsonl, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <weft/weft.hpp>

namespace weft {

inline bool IsNeural(const std::string& method) {
  return method == "bilstm-crf" || method == "transformer-crf" || method == "nhcrf" ||
         method == "chmm" || method == "chmm-iid";
}

/// {"method", "labels": [tokens], "marginals": [tokens·K]}.
inline nlohmann::ordered_json DecodeGolden(const Model& model, const Corpus& corpus) {
  Tagger tagger(model);
  const Result result = tagger.Decode(corpus, WEFT_WANT_MARGINALS);
  nlohmann::ordered_json json = {{"method", std::string(model.method())},
                                 {"labels", nlohmann::ordered_json::array()}};
  for (int32_t label : result.label_ids()) {
    json["labels"].push_back(std::string(result.label(static_cast<size_t>(label))));
  }
  json["marginals"] = nlohmann::ordered_json::array();
  for (double p : result.marginals()) json["marginals"].push_back(p);
  return json;
}

}  // namespace weft
