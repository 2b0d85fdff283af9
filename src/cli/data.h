// Where corpora come from: a folder with splits, one file, or standard input.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "verb.h"

namespace weft::cli {

/// What --data and --split name.
struct DataFlags {
  std::string data, split;
  std::string default_split;  ///< of a folder; "": --split must be given
  /// The part of `data` to read, see ReadPart.
  std::string part() const;
};

/// Adds --data and --split; reads `flags->default_split`.
void AddDataFlags(CLI::App* app, DataFlags* flags);

/// Options of "read" from --read KEY=VALUE. What does not exist there is a UsageError.
Options ReadingOptions(const std::vector<std::string>& settings);

/// Reads `part` of `data`: a split of that folder, or the file that `part` is the path of (it has a
/// slash or a point then). With an empty part, `data` itself is a file or "-", standard input.
Corpus ReadPart(const std::string& data, const std::string& part, const Options& reading);

/// A UsageError where `out`, named by `out_flag`, is the file that ReadPart reads for `part` of
/// `data`, named by `flag`.
void RequireOutIsNoInput(const char* flag, const std::string& data, const std::string& part,
                         const char* out_flag, const std::string& out);

/// The corpus of --data and --split.
Corpus ReadData(const DataFlags& flags, const Common& common);

/// The sentences of all parts, at least one, one after the other. Says on standard error, unless
/// `common.quiet`, where two parts have each a type of label that the other has not.
Corpus Joined(std::vector<Corpus> parts, const Common& common);

/// Says on standard error which types of label `dev` has and `train` has not: they cannot be
/// learned. Nothing where there are none.
void NoteUnknownLabels(const Corpus& train, const Corpus& dev);

/// How people call it: "data/wikigold test", "votes.jsonl", "standard input".
std::string DataName(const std::string& data, const std::string& part);

/// A development corpus. `part` "none": none; "": the folder's split "valid" if there is one and it
/// has gold labels. A UsageError where `part` is a split and there is no folder.
std::optional<Corpus> ReadDevelopment(const std::string& data, const std::string& part,
                                      const Options& reading);

/// The labels of a model, by as many threads as --threads says; `want` as the tagger's.
Result DecodeData(const Model& model, const Corpus& corpus, const Common& common,
                  int32_t want = WEFT_WANT_LABELS);

/// Everything that standard input has.
std::string ReadAllOfStandardInput();

}  // namespace weft::cli
