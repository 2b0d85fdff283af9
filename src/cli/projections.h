// Labels of another language, carried over the bitexts that flags name.
#pragma once

#include <string>
#include <weft/weft.hpp>

#include "bitext.h"
#include "output.h"
#include "verb.h"

namespace weft::cli {

/// Whether the projected labels become gold ones; else they are votes. Fails with a UsageError
/// where an option of projecting says what cannot be.
bool ProjectsGold(const BitextFlags& flags);

/// One projection after another.
struct Projected {
  Corpus corpus;
  Json reports;  ///< a list: "bitext", "model", "name", and what the engine reports
};

/// Reads the bitexts, tags the source sides and projects. Bitexts with the same target sentences
/// become several sources of one corpus; others are joined. Says on standard error what it does
/// unless `common.quiet`.
Projected ProjectBitexts(const BitextFlags& flags, const Common& common);

/// For people.
std::string Describe(const Json& reports);

}  // namespace weft::cli
