// A pair to project over, in a line.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bitext/projection.h"
#include "core/error.h"
#include "support/make_corpus.h"

namespace weft::testing {

using Settings = std::map<std::string, std::string>;

// A source side with labels, and a target side of one sentence each.
struct Pair {
  LabelSet labels;
  Scheme scheme = Scheme::kIOB2;
  std::vector<int32_t> ids;
  std::vector<double> probabilities;
  Bitext bitext;
  ProjectionReport report;

  // `links`: "0-0 1-2"; `gold`: of the target, "" for none.
  Pair(const std::string& source, int target_tokens, const std::string& links,
       const std::string& gold = "") {
    const auto words = Words(source);
    for (const std::string& word : words) ids.push_back(word.empty() ? kNoLabel : labels.Add(word));
    bitext.source = Unlabelled(static_cast<int>(words.size()));
    bitext.target = gold.empty() ? Unlabelled(target_tokens) : MakeCorpus({{gold, {}}});
    bitext.alignment.Add(ParseLinks(links, {}, ""));
    bitext.name = "pair";
  }

  static std::shared_ptr<const Corpus> Unlabelled(int tokens) {
    CorpusBuilder builder({}, "side");
    SentenceData sentence;
    for (int t = 0; t < tokens; ++t) sentence.tokens.push_back("w");
    builder.Add(sentence);
    return builder.Finish();
  }

  std::shared_ptr<const Corpus> Project(const Settings& settings = {}) {
    Options options(ProjectionOptions());
    for (const auto& [key, value] : settings) options.Set(key, value);
    return weft::Project(bitext, {labels, scheme, ids, probabilities},
                         ProjectionSettings::From(options), &report);
  }

  /// What the failure of a projection says.
  std::string Failure(const Settings& settings = {}, Status status = Status::kInvalidArgument) {
    try {
      Project(settings);
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), status);
      return e.what();
    }
    ADD_FAILURE() << "nothing failed";
    return "";
  }
};

// Hard votes as words; "_" abstains, "" where the source did not annotate the sentence.
inline std::string Votes(const Corpus& corpus) {
  std::string text;
  if (corpus.num_votes(0) == 0) return text;
  for (const int32_t id : corpus.votes(0, corpus.num_votes(0) - 1).labels) {
    text += (text.empty() ? "" : " ") + (id == kNoLabel ? "_" : corpus.labels().name(id));
  }
  return text;
}

inline std::string Gold(const Corpus& corpus) {
  std::string text;
  for (const int32_t id : corpus.gold(0)) {
    text += (text.empty() ? "" : " ") + (id == kNoLabel ? "_" : corpus.labels().name(id));
  }
  return text;
}

inline std::string Project(const std::string& source, int target_tokens, const std::string& links,
                           const Settings& settings = {}) {
  Pair pair(source, target_tokens, links);
  return Votes(*pair.Project(settings));
}

}  // namespace weft::testing
