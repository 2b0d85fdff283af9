// Small corpora written as text, for tests.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "text/corpus.h"

namespace weft::testing {

/// A sentence as label words parted by blanks; "_" is a token without gold, or an abstention.
struct SentenceText {
  std::string gold;                                        ///< "": no gold labels at all
  std::vector<std::pair<std::string, std::string>> votes;  ///< (source, labels)
};

inline std::vector<std::string> Words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word == "_" ? "" : word);
  return words;
}

/// The same sentences with their gold labels alone.
inline std::shared_ptr<const Corpus> WithoutVotes(const Corpus& corpus) {
  CorpusBuilder builder({}, "without votes");
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    SentenceData sentence = SentenceOf(corpus, s);
    sentence.votes.clear();
    builder.Add(sentence);
  }
  return builder.Finish();
}

/// Tokens are "w0", "w1", …; their number is that of the gold labels or of the first votes.
inline std::shared_ptr<const Corpus> MakeCorpus(const std::vector<SentenceText>& sentences,
                                                const CorpusOptions& options = {}) {
  CorpusBuilder builder(options, "test");
  for (const SentenceText& text : sentences) {
    SentenceData sentence;
    sentence.labels = Words(text.gold);
    for (const auto& [source, labels] : text.votes) {
      NamedVotes votes;
      votes.source = source;
      votes.labels = Words(labels);
      sentence.votes.push_back(std::move(votes));
    }
    const size_t length = text.gold.empty() && !sentence.votes.empty()
                              ? sentence.votes[0].labels.size()
                              : sentence.labels.size();
    for (size_t t = 0; t < length; ++t) sentence.tokens.push_back("w" + std::to_string(t));
    builder.Add(sentence);
  }
  return builder.Finish();
}

inline CorpusOptions WithScheme(Scheme scheme) {
  CorpusOptions options;
  options.scheme_declared = true;
  options.scheme = scheme;
  return options;
}

/// The ids of label words in `labels`, sentence after sentence; "_" is kNoLabel.
inline std::vector<int32_t> Ids(const LabelSet& labels, const std::vector<std::string>& sentences) {
  std::vector<int32_t> ids;
  for (const std::string& sentence : sentences) {
    for (const std::string& word : Words(sentence)) ids.push_back(labels.Find(word));
  }
  return ids;
}

}  // namespace weft::testing
