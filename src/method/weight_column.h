// What parts of a corpus weigh, as its columns say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/corpus.h"

namespace weft {

/// The number in `column` of token t, in sentence s; 1 where it is "". Fails with kInvalidArgument,
/// naming column, sentence and token, where it is no number from 0 to 1e9.
double WeightAt(const Corpus& corpus, int64_t column, int64_t s, int64_t t);

/// [sentences]: what sentences weigh, by the number that column `name` has on their tokens; empty
/// where `name` is "". Fails as WeightAt does, with kNotFound where there is no such column, with
/// kInvalidArgument where tokens of one sentence differ.
std::vector<float> SentenceWeights(const Corpus& corpus, const std::string& name);

}  // namespace weft
