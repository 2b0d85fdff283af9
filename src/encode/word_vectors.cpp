#include "encode/word_vectors.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "encode/line_stream.h"
#include "encode/word_vectors_layout.h"
#include "text/code_points.h"
#include "text/quote.h"
#include "text/read.h"

namespace weft {
namespace {

constexpr size_t kFirstLines = 100;  // that tell how wide a file's lines are

class VectorReader {
 public:
  VectorReader(const std::string& path, const WordVectorOptions& options)
      : path_(path), options_(options), stream_(path) {}

  WordVectors Read() {
    std::vector<std::string> first_lines;
    std::string_view line;
    while (first_lines.size() < kFirstLines && stream_.Next(&line)) first_lines.emplace_back(line);
    const VectorLayout layout = FindLayout(first_lines);
    if (layout.dimension == 0) FailNoVectors(first_lines);
    vectors_.dimension = layout.dimension;
    vectors_.counts.declared = layout.declared;
    for (size_t i = layout.declared >= 0 ? 1 : 0; i < first_lines.size(); ++i) {
      AddLine(first_lines[i], static_cast<int64_t>(i) + 1);
    }
    while (stream_.Next(&line)) AddLine(line, stream_.number());
    const WordVectorCounts& counts = vectors_.counts;
    if (counts.wrong > counts.rows) {
      Fail(Status::kFormat, counts.first_wrong, "; so are ", counts.wrong, " of ",
           counts.wrong + counts.rows, " lines");
    }
    return std::move(vectors_);
  }

 private:
  [[noreturn]] void FailNoVectors(const std::vector<std::string>& lines) const {
    if (lines.empty()) {
      Fail(Status::kFormat, path_, ": expected words and their vectors, found an empty file");
    }
    Fail(Status::kFormat, path_, ":1: expected a word and its vector, found ", Quote(lines[0]));
  }

  void AddLine(std::string_view line, int64_t number) {
    line = TrimFields(line);
    if (line.empty()) return;
    std::string_view word, numbers;
    if (!PartLine(line, vectors_.dimension, &word, &numbers)) return AddWrong(line, number);
    const bool early = vectors_.counts.rows < options_.max_words;
    if (!early && !(options_.wanted && options_.wanted->Find(word) >= 0)) {
      ++vectors_.counts.rows;
      return;
    }
    row_.clear();
    if (!ValidUtf8(word) || !ParseNumbers(numbers, vectors_.dimension, &row_)) {
      return AddWrong(line, number);
    }
    ++vectors_.counts.rows;
    AddRow(word);
  }

  void AddRow(std::string_view word) {
    if (!std::all_of(row_.begin(), row_.end(), [](float v) { return std::isfinite(v); })) {
      ++vectors_.counts.not_finite;
    } else if (vectors_.words.Find(word) >= 0) {
      ++vectors_.counts.repeated;
    } else {
      vectors_.words.Insert(word);
      vectors_.values.insert(vectors_.values.end(), row_.begin(), row_.end());
    }
  }

  void AddWrong(std::string_view line, int64_t number) {
    if (vectors_.counts.wrong++ > 0) return;
    vectors_.counts.first_wrong = StrCat(path_, ":", number, ": expected a word and ",
                                         vectors_.dimension, " numbers, found ", Quote(line));
  }

  const std::string& path_;
  const WordVectorOptions& options_;
  LineStream stream_;
  WordVectors vectors_;
  std::vector<float> row_;
};

}  // namespace

void AddWantedWords(const Corpus& corpus, StringIndex* wanted) {
  std::string lower;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    lower.clear();
    AppendLower(corpus.token(t), &lower);
    wanted->Insert(corpus.token(t));
    wanted->Insert(lower);
  }
}

WordVectors ReadWordVectors(const std::string& path, const WordVectorOptions& options) {
  return VectorReader(path, options).Read();
}

int32_t FindVector(const StringIndex& words, std::string_view word) {
  const int32_t exact = words.Find(word);
  if (exact >= 0) return exact;
  std::string lower;
  AppendLower(word, &lower);
  return lower == word ? -1 : words.Find(lower);
}

}  // namespace weft
