#include "text/corpus_check.h"

#include <cmath>
#include <unordered_map>

#include "core/error.h"
#include "core/options.h"
#include "text/quote.h"
#include "text/read.h"

namespace weft {
namespace {

// How far from 1 a distribution may sum: sources write rounded numbers.
constexpr float kSumTolerance = 0.02f;

class Checker {
 public:
  Checker(const SentenceData& sentence, const CorpusOptions& options, const LabelSet& known,
          const std::string& file)
      : sentence_(sentence), options_(options), known_(known), file_(file) {}

  size_t length() const { return sentence_.tokens.size(); }

  void Length(size_t found, const std::string& what) const {
    if (found == length()) return;
    Fail(Status::kFormat, sentence_.where, ": ", what, " must have ", length(),
         " entries, one per token; found ", found);
  }

  void Utf8(std::string_view text, const std::string& what) const {
    if (!ValidUtf8(text)) Fail(Status::kFormat, sentence_.where, ": ", what, " is not UTF-8");
  }

  void Strings(const std::vector<std::string>& values, const std::string& what) const {
    Length(values.size(), what);
    for (size_t t = 0; t < values.size(); ++t) {
      if (ValidUtf8(values[t])) continue;
      Fail(Status::kFormat, TokenPlace(sentence_, t, file_), ": ", what, " is not UTF-8");
    }
  }

  void Label(const std::string& label, size_t t) {
    if (label == last_label_) return;
    if (known_.Find(label) == kNoLabel) {
      const std::string where = TokenPlace(sentence_, t, file_);
      if (!ValidUtf8(label)) Fail(Status::kFormat, where, ": a label is not UTF-8");
      if (options_.scheme_declared) CheckTag(label, options_.scheme, where);
    }
    last_label_ = label;
  }

  void Labels(const std::vector<std::string>& labels, const std::string& what) {
    Length(labels.size(), what);
    for (size_t t = 0; t < labels.size(); ++t) {
      if (!labels[t].empty()) Label(labels[t], t);
    }
  }

  void Distributions(const NamedVotes& votes, const std::string& what) {
    Length(votes.soft.size(), what);
    for (size_t t = 0; t < votes.soft.size(); ++t) {
      float sum = 0;
      for (size_t i = 0; i < votes.soft[t].size(); ++i) {
        const auto& [label, p] = votes.soft[t][i];
        const std::string where = TokenPlace(sentence_, t, file_);
        if (label.empty()) Fail(Status::kFormat, where, ": ", what, " name an empty label");
        Label(label, t);
        if (!(p >= 0 && p <= 1 + kSumTolerance)) {
          Fail(Status::kFormat, where, ": ", what, " give ", Quote(label),
               " a probability that is not from 0 to 1: ", FormatDouble(double(p)));
        }
        for (size_t j = 0; j < i; ++j) {
          if (votes.soft[t][j].first != label) continue;
          Fail(Status::kFormat, where, ": ", what, " name label ", Quote(label), " twice");
        }
        sum += p;
      }
      if (!votes.soft[t].empty() && std::fabs(sum - 1) > kSumTolerance) {
        Fail(Status::kFormat, TokenPlace(sentence_, t, file_), ": ", what,
             " must sum to 1 over the labels, found ", FormatDouble(double(sum)));
      }
    }
  }

  void Votes() {
    std::unordered_map<std::string_view, size_t> seen;
    for (size_t i = 0; i < sentence_.votes.size(); ++i) {
      const NamedVotes& votes = sentence_.votes[i];
      const std::string what = "votes of source " + Quote(votes.source);
      Utf8(votes.source, "the name of a source");
      if (votes.source.empty()) {
        Fail(Status::kFormat, sentence_.where, ": source ", i + 1, " has an empty name");
      }
      const auto [it, added] = seen.emplace(votes.source, i);
      if (!added) {
        Fail(Status::kFormat, sentence_.where, ": source ", Quote(votes.source),
             " votes twice, as source ", it->second + 1, " and as source ", i + 1);
      }
      if (votes.soft.empty()) {
        Labels(votes.labels, what);
      } else {
        Distributions(votes, what);
      }
    }
  }

  void Attributes() const {
    if (sentence_.attributes.empty()) return;
    Length(sentence_.attributes.size(), "attributes");
    for (size_t t = 0; t < sentence_.attributes.size(); ++t) {
      for (const auto& [name, value] : sentence_.attributes[t]) {
        if (ValidUtf8(name) && std::isfinite(value)) continue;
        Fail(Status::kFormat, TokenPlace(sentence_, t, file_), ": attribute ", Quote(name),
             ValidUtf8(name) ? " has a value that is not finite" : " is not UTF-8");
      }
    }
  }

  void Offsets() const {
    Utf8(sentence_.text, "the text");
    if (sentence_.offsets.empty()) return;
    Length(sentence_.offsets.size(), "offsets");
    const auto end = static_cast<int64_t>(sentence_.text.size());
    int64_t last = 0;
    for (size_t t = 0; t < sentence_.offsets.size(); ++t) {
      const TokenOffsets& token = sentence_.offsets[t];
      if (token.begin < last || token.end < token.begin || token.end > end) {
        Fail(Status::kFormat, sentence_.where, ": offsets of token ", t, " must lie in [", last,
             ", ", end, "], found [", token.begin, ", ", token.end, ")");
      }
      last = token.end;
    }
  }

 private:
  const SentenceData& sentence_;
  const CorpusOptions& options_;
  const LabelSet& known_;
  const std::string& file_;
  std::string last_label_;  // most labels repeat the one before
};

void CheckNames(const std::vector<std::string>& names, const char* what) {
  std::unordered_map<std::string_view, size_t> seen;
  for (size_t i = 0; i < names.size(); ++i) {
    Require(!names[i].empty(), "declared ", what, " ", i + 1, " is empty");
    Require(ValidUtf8(names[i]), "declared ", what, " ", i + 1, " is not UTF-8");
    const auto [it, added] = seen.emplace(names[i], i);
    Require(added, what, " ", Quote(names[i]), " is declared twice, at places ", it->second + 1,
            " and ", i + 1);
  }
}

}  // namespace

std::string TokenPlace(const SentenceData& sentence, size_t t, const std::string& file) {
  if (sentence.token_line > 0) {
    return StrCat(file, ":", sentence.token_line + static_cast<int64_t>(t));
  }
  std::string place = StrCat(sentence.where, ", token ", t);
  if (t < sentence.tokens.size()) place += " (" + Quote(sentence.tokens[t]) + ")";
  return place;
}

void CheckSentence(const SentenceData& sentence, const std::vector<std::string>& column_names,
                   const CorpusOptions& options, const LabelSet& known, const std::string& file) {
  Checker checker(sentence, options, known, file);
  checker.Strings(sentence.tokens, "a token");
  checker.Utf8(sentence.id, "the id");
  checker.Utf8(sentence.document, "the document's name");
  const bool no_columns = sentence.columns.empty() && sentence.tokens.empty();
  if (!no_columns && sentence.columns.size() != column_names.size()) {
    Fail(Status::kFormat, sentence.where, ": expected ", column_names.size(),
         " columns beside the tokens, found ", sentence.columns.size());
  }
  for (size_t c = 0; c < sentence.columns.size(); ++c) {
    checker.Strings(sentence.columns[c], "column " + Quote(column_names[c]));
  }
  if (!sentence.labels.empty()) checker.Labels(sentence.labels, "labels");
  checker.Votes();
  checker.Attributes();
  checker.Offsets();
}

void CheckEmbeddings(const SentenceData& sentence, const CorpusData& corpus,
                     const std::string& file) {
  const size_t length = sentence.tokens.size(), width = sentence.embedding_width;
  if (sentence.embeddings.size() != length * width) {
    Fail(Status::kFormat, sentence.where, ": embeddings must have ", length, " rows of ", width,
         " numbers, one per token; found ", sentence.embeddings.size(), " numbers");
  }
  for (size_t i = 0; i < sentence.embeddings.size(); ++i) {
    const float value = sentence.embeddings[i];
    if (std::isfinite(value)) continue;
    Fail(Status::kFormat, TokenPlace(sentence, i / width, file), ": number ", i % width,
         " of its embedding is ", value, ", not finite");
  }
  const bool first = corpus.columns[0].size() == 0;
  if (length == 0 || first || width == corpus.embedding_width) return;
  Fail(Status::kFormat, sentence.where, ": expected embeddings of ", corpus.embedding_width,
       " numbers per token, as the sentences before it have, found ", width);
}

void CheckOptions(const CorpusOptions& options) {
  CheckNames(options.labels, "label");
  CheckNames(options.sources, "source");
  if (!options.scheme_declared) return;
  for (const std::string& label : options.labels) {
    CheckTag(label, options.scheme, "declared labels");
  }
}

}  // namespace weft
