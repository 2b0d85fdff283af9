// Corpora as text, for tests to compare.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "text/read.h"

namespace weft {

inline std::vector<std::string> LabelNames(const Corpus& corpus, Span<const int32_t> ids) {
  std::vector<std::string> names;
  for (int32_t id : ids) names.push_back(id == kNoLabel ? "_" : corpus.labels().name(id));
  return names;
}

// Everything that a corpus holds beside its name, sentence by sentence; two corpora of equal text
// are the same.
std::string Dump(const Corpus& corpus);

// What reading fails with; "" where it does not.
inline std::string ReadError(const std::string& bytes, const std::string& name,
                             const ReadOptions& options = {}, Status* status = nullptr) {
  try {
    ReadCorpusBytes(bytes, name, options);
  } catch (const Error& e) {
    if (status) *status = e.status();
    return e.what();
  }
  return "";
}

}  // namespace weft
