// Labels of another language: what flags say of bitext, and what comes of it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "output.h"
#include "verb.h"

namespace weft::cli {

/// What the flags of bitext name.
struct BitextFlags {
  std::vector<std::string> bitexts;  ///< files with both sides
  std::string source, target;        ///< or files of one side each
  std::string alignment, reverse_alignment, through;
  std::vector<std::string> models;  ///< taggers of the source sides: none, one, or one for each
  std::vector<std::string> names;   ///< of the sources that votes become: none, or one for each
  std::string labels = "soft";
  std::vector<std::string> align;    ///< KEY=VALUE, options of "bitext"
  std::vector<std::string> project;  ///< KEY=VALUE, options of "project"

  bool any() const { return !bitexts.empty() || !source.empty() || !target.empty(); }
};

/// Adds all flags but --project.
void AddBitextFlags(CLI::App* app, BitextFlags* flags);
/// Fails with a UsageError where they do not go together.
void CheckBitextFlags(const BitextFlags& flags);

/// Whether the projected labels become gold ones; else they are votes. Fails with a UsageError
/// where
/// --project says what cannot be.
bool ProjectsGold(const BitextFlags& flags);

/// One projection after another.
struct Projected {
  Corpus corpus;
  Json reports;  ///< a list: "bitext", "model", "name", and what the engine reports
};

/// Tags the source sides and projects. Bitexts with the same target sentences become several
/// sources of one corpus; others are joined. Says on standard error what it does unless
/// `common.quiet`.
Projected ProjectBitexts(const BitextFlags& flags, const Common& common);

/// For people.
std::string Describe(const Json& reports);

}  // namespace weft::cli
