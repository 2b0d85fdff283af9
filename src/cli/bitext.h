// What flags say of bitext.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "verb.h"

namespace weft::cli {

/// What the flags of bitext name.
struct BitextFlags {
  std::vector<std::string> bitexts;  ///< files with both sides
  std::string source, target;        ///< or files of one side each
  /// Files of links: none, or one for each bitext, "none" where its own lines have them.
  std::vector<std::string> alignments, reverse_alignments;
  std::vector<std::string> align;  ///< KEY=VALUE, options of "bitext"; N:KEY=VALUE: of bitext N
  std::string through;             ///< a file with both sides, the second step of all
  std::vector<std::string> through_align;
  std::vector<std::string> models;  ///< taggers of the source sides: none, one, or one for each
  std::vector<std::string> names;   ///< of the sources that votes become: none, or one for each
  std::string labels = "soft";
  std::vector<std::string> project;        ///< KEY=VALUE, options of "project"
  std::string project_flag = "--project";  ///< what they were given by

  bool any() const { return !bitexts.empty() || !source.empty() || !target.empty(); }
  /// How many bitexts there are.
  size_t count() const { return bitexts.size() + !source.empty(); }
};

/// Adds all flags but --project.
void AddBitextFlags(CLI::App* app, BitextFlags* flags);
/// Fails with a UsageError where they do not go together, or one names the file that `out` does.
void CheckBitextFlags(const BitextFlags& flags, const std::string& out);
/// A UsageError where there is no bitext that they could be of.
void RefuseLoneBitextFlags(const BitextFlags& flags);

struct NamedBitext {
  std::string name;
  Bitext bitext;
};
/// Those of the flags, in their order; `common` says how sides in files of their own are read.
std::vector<NamedBitext> ReadBitexts(const BitextFlags& flags, const Common& common);

}  // namespace weft::cli
