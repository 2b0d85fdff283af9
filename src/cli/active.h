// The verbs under weft active.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "data.h"
#include "verb.h"

namespace weft::cli {

/// What simulations and annotation share.
struct ActiveFlags {
  Common common;
  DataFlags data;
  std::string tagger;             ///< "": none was named, see TaggerOf
  std::vector<std::string> loop;  ///< KEY=VALUE, options of "active"
};

std::string TaggerOf(const ActiveFlags& flags);

void AddActiveFlags(CLI::App* app, ActiveFlags* flags);

/// Options of "active": threads and seed of the flags, then `settings`, which `flag` gave.
Options LoopOptions(const Common& common, const std::vector<std::string>& settings,
                    const std::string& flag);

/// The session that the file holds; none where it is not there, or empty.
std::optional<Session> ResumeSession(const Corpus& pool, const Corpus* dev,
                                     const std::string& path);

Verb AddSimulate(CLI::App* parent);
Verb AddAnnotate(CLI::App* parent);

}  // namespace weft::cli
