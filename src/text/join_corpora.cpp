// One corpus of several.
#include <algorithm>

#include "core/error.h"
#include "text/derive.h"
#include "text/quote.h"

namespace weft {
namespace {

// What all of them have, by name.
struct Union {
  std::vector<std::string> columns;  // beside the tokens
  CorpusOptions options;
};

void AddNew(const std::vector<std::string>& names, std::vector<std::string>* all) {
  for (const std::string& name : names) {
    if (std::find(all->begin(), all->end(), name) == all->end()) all->push_back(name);
  }
}

// How much it says that the scheme of a corpus be that of all: distributions cannot be converted,
// and what IO leaves open need not be lost.
int Claim(const Corpus& corpus) {
  if (corpus.labels().size() == 0) return 0;
  if (!corpus.data().vote_soft.empty()) return 3;
  return corpus.scheme() == Scheme::kIO ? 1 : 2;
}

// All in the scheme of the first that has most claim.
using Corpora = std::vector<std::shared_ptr<const Corpus>>;
Corpora InOneScheme(const std::vector<const Corpus*>& corpora) {
  const Corpus& first =
      **std::max_element(corpora.begin(), corpora.end(),
                         [](const Corpus* a, const Corpus* b) { return Claim(*a) < Claim(*b); });
  Corpora all;
  for (const Corpus* corpus : corpora) {
    const bool loses =
        first.scheme() == Scheme::kIO && Claim(*corpus) > 1 && corpus->scheme() != Scheme::kIO;
    if (loses) {
      Fail(Status::kUnsupported, "cannot join ", Quote(first.name()), " and ",
           Quote(corpus->name()), ": the distributions of one are over tags of io, and those of ",
           SchemeName(corpus->scheme()),
           " say more; expected option convert_to=io of reading the other");
    }
    all.push_back(
        corpus->labels().size() > 0 && corpus->scheme() != first.scheme()
            ? ConvertScheme(*corpus, first.scheme())
            : std::shared_ptr<const Corpus>(std::shared_ptr<void>(), corpus));  // borrowed
  }
  return all;
}

Union UnionOf(const Corpora& corpora) {
  Union all;
  for (const auto& corpus : corpora) {
    const auto& names = corpus->column_names();
    AddNew({names.begin() + 1, names.end()}, &all.columns);
    AddNew(corpus->sources(), &all.options.sources);
    AddNew(corpus->labels().names(), &all.options.labels);
    if (corpus->labels().size() == 0) continue;
    all.options.scheme = corpus->scheme();
    all.options.scheme_declared = true;
  }
  return all;
}

// The columns of a sentence in the place that they have among all.
void PlaceColumns(const Corpus& corpus, const std::vector<std::string>& all,
                  SentenceData* sentence) {
  std::vector<std::vector<std::string>> placed;
  for (const std::string& name : all) {
    const int64_t c = corpus.FindColumn(name);
    placed.push_back(c > 0 ? std::move(sentence->columns[static_cast<size_t>(c - 1)])
                           : std::vector<std::string>(sentence->tokens.size()));
  }
  sentence->columns = std::move(placed);
}

std::string JoinedNames(const std::vector<const Corpus*>& corpora) {
  std::string names;
  for (const Corpus* corpus : corpora) names += (names.empty() ? "" : " + ") + corpus->name();
  return names;
}

}  // namespace

std::shared_ptr<const Corpus> JoinCorpora(const std::vector<const Corpus*>& corpora) {
  Require(!corpora.empty(), "expected one corpus or more to join, found none");
  for (const Corpus* corpus : corpora) {
    Require(corpus->has_attributes() == corpora[0]->has_attributes() &&
                corpus->embedding_width() == corpora[0]->embedding_width(),
            "cannot join ", Quote(corpora[0]->name()), " and ", Quote(corpus->name()),
            ": only one has attributes or embeddings, or embeddings differ in width");
  }
  const Corpora converted = InOneScheme(corpora);
  const Union all = UnionOf(converted);
  CorpusBuilder builder(all.options, JoinedNames(corpora));
  builder.SetColumns(all.columns);
  for (const auto& corpus : converted) {
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      SentenceData sentence = SentenceOf(*corpus, s);
      PlaceColumns(*corpus, all.columns, &sentence);
      builder.Add(sentence);
    }
  }
  return builder.Finish();
}

}  // namespace weft
