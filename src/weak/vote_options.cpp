#include "weak/vote_options.h"

#include <algorithm>

#include "core/error.h"
#include "method/by_source.h"

namespace weft {
namespace {

const std::vector<std::string>& OMeansNames() {
  static const std::vector<std::string> names = {"auto", "outside", "abstain", "abstain_if_any"};
  return names;
}

OMeans ParseOMeans(const std::string& text, const std::string& key, OMeans automatic) {
  if (text == "auto") return automatic;
  if (text == "outside") return OMeans::kOutside;
  if (text == "abstain") return OMeans::kAbstain;
  if (text == "abstain_if_any") return OMeans::kAbstainIfAny;
  Fail(Status::kInvalidArgument, "option ", key,
       " must be one of auto, outside, abstain, abstain_if_any; found \"", text, "\"");
}

}  // namespace

void AddVoteOptions(OptionTable* table) {
  table
      ->Choice("o_means", "auto", OMeansNames(),
               "what a source's O says: outside (evidence), abstain (no opinion), abstain_if_any "
               "(no opinion where another source names a type); auto: as suits the method")
      .Prefix("o_means.", "the same for one source: o_means.SOURCE");
}

int32_t ContextsOf(bool spans, const Corpus& corpus) {
  const bool tags = corpus.scheme() != Scheme::kPlain && corpus.labels().Find("O") != kNoLabel;
  return spans && tags ? 2 : 1;
}

void AddRedundancyOptions(OptionTable* table) {
  table->Bool("redundancy", true,
              "weigh votes down where sources agree more often than the truth explains");
  table->Float("redundancy_shrink", 50, 0, 1e9,
               "tokens that a pair must name before its redundancy counts half");
}

VoteSettings ReadVoteOptions(const Options& options, const Corpus& corpus, OMeans automatic) {
  VoteSettings settings;
  settings.sources = corpus.sources();
  const OMeans all = ParseOMeans(options.GetString("o_means"), "o_means", automatic);
  const std::vector<std::string> own = OptionsBySource(options, "o_means", corpus);
  for (size_t j = 0; j < own.size(); ++j) {
    settings.o_means.push_back(
        own[j].empty() ? all : ParseOMeans(own[j], "o_means." + corpus.sources()[j], automatic));
  }
  return settings;
}

std::vector<uint8_t> OutsideGiven(const Options& options, const Corpus& corpus) {
  const std::string& all = options.GetString("o_means");
  std::vector<uint8_t> given;
  for (const std::string& own : OptionsBySource(options, "o_means", corpus)) {
    given.push_back((own.empty() ? all : own) == "outside");
  }
  return given;
}

void CheckVotes(const Corpus& corpus, const std::string& method) {
  Require(corpus.num_tokens() > 0, "method ", method,
          " needs a training corpus with sentences, found none in \"", corpus.name(), "\"");
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    if (corpus.num_votes(s) > 0) return;
  }
  Fail(Status::kInvalidArgument, "method ", method, " needs votes to learn from, found none in \"",
       corpus.name(), "\"");
}

}  // namespace weft
