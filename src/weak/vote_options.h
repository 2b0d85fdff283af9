// The options by which aggregators read votes, and what they ask of a training corpus.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "method/model.h"
#include "weak/votes.h"

namespace weft {

/// Adds "o_means" and "o_means.SOURCE".
void AddVoteOptions(OptionTable* table);

/// VoteSettings::contexts: 2 where they follow spans, and the labels of `corpus` are tags with an
/// "O".
int32_t ContextsOf(bool spans, const Corpus& corpus);

/// Adds "redundancy" and "redundancy_shrink".
void AddRedundancyOptions(OptionTable* table);

/// Settles o_means for each source of `corpus`; those that are left to "auto" get `automatic`.
VoteSettings ReadVoteOptions(const Options& options, const Corpus& corpus, OMeans automatic);

/// [J]: o_means says "outside" for this source, outright.
std::vector<uint8_t> OutsideGiven(const Options& options, const Corpus& corpus);

/// Fails with kInvalidArgument where `method` has nothing to learn from: no tokens, or no votes.
void CheckVotes(const Corpus& corpus, const std::string& method);

}  // namespace weft
