// What the opaque handles of weft.h hold.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/support.h"
#include "method/decode.h"
#include "method/model.h"
#include "text/corpus.h"
#include "weft/weft.h"

struct weft_options {
  weft::Options options;
  const weft::Method* method;  // null: options of no method
  std::string name;            // "read", "active", "bitext", "project", or that of the method
};

struct weft_corpus {
  std::shared_ptr<const weft::Corpus> corpus;
  int64_t spans_expanded = 0;
  int64_t spans_dropped = 0;
};

struct weft_model {
  explicit weft_model(std::shared_ptr<const weft::Model> trained);

  std::shared_ptr<const weft::Model> model;
  std::string method;
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<weft::SourceEstimate> sources;
  std::vector<std::string> types;
  std::vector<std::vector<double>> reliability;  // by source: [types, WEFT_RELIABILITY_COLUMNS]
};

struct weft_result {
  weft::Decoded decoded;
  weft::Support support;
  std::vector<weft_span> spans;  // those of `decoded`
};

namespace weft::capi {

/// The method that options are of. Fails where they are of none.
const Method& MethodOf(const weft_options* options);
/// The corpus of a handle that must be there.
const Corpus& CorpusOf(const weft_corpus* handle, const char* name = "corpus");
/// What was decoded, which must be of the sentences of `corpus`: of as many, of as many tokens
/// each.
const Decoded& DecodedOf(const weft_result* handle, const Corpus& corpus);

}  // namespace weft::capi
