// The writers, one per format.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "text/corpus.h"
#include "text/quote.h"

namespace weft {

std::string WriteConll(const Corpus& corpus);
std::string WriteJsonl(const Corpus& corpus);
std::string WriteJsonlSpans(const Corpus& corpus);
std::string WriteWrench(const Corpus& corpus);
std::string WriteAttributes(const Corpus& corpus);
std::string WriteLines(const Corpus& corpus);

/// Fails with kUnsupported: "sentence 3 of NAME: …".
template <typename... Parts>
[[noreturn]] void Refuse(const Corpus& corpus, int64_t s, const Parts&... parts) {
  Fail(Status::kUnsupported, "sentence ", s, " of ", corpus.name(), ": ", parts...);
}

/// Refuses a field of a line that would not be read back as it is: with a tab or an end of line.
void RequireField(const Corpus& corpus, int64_t s, std::string_view field, const char* what);

}  // namespace weft
