// A corpus with the labels of a model, written to a file.
#pragma once

#include <string>
#include <weft/weft.hpp>

namespace weft::cli {

/// Fail with a UsageError where the name does not tell a format, and where the folder is not there.
void RequireWritable(const std::string& path);

/// Its name tells that it has columns; else it has records, among those that are writable.
bool IsConll(const std::string& path);

void RequireExplainable(const std::string& path);

/// By name. .jsonl and "-": {"id", "tokens", "labels", "posteriors": [{label: p, …}, …]} a line,
/// the last where the result has marginals. .conll, .conll.gz: all that the corpus has, the
/// result's labels in the place of gold ones.
void WriteLabelled(const Corpus& corpus, const Result& result, const std::string& path);

/// As .jsonl, with "spans" (as weft tag has them) and "support" (the sources that vote for each
/// token's label) besides.
void WriteExplained(const Corpus& corpus, const Result& result, const std::string& path);

}  // namespace weft::cli
