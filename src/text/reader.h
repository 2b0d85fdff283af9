// The readers, one per format. Each fills a builder from bytes that are UTF-8 and not compressed.
#pragma once

#include <string>
#include <string_view>

#include "text/corpus.h"
#include "text/read.h"

namespace weft {

struct ReadContext {
  std::string_view bytes;
  const std::string& name;  ///< of the file, for messages
  const ReadOptions& options;
  ReadReport* report;  ///< never null
  std::string folder;  ///< where files beside it are; "" where it came as bytes
  /// Of a file of one annotator: labels are the votes of this source. "": they are gold.
  std::string label_source;
};

std::shared_ptr<const Corpus> ReadConll(const ReadContext& context);
std::shared_ptr<const Corpus> ReadJsonl(const ReadContext& context);
std::shared_ptr<const Corpus> ReadJsonlSpans(const ReadContext& context);
std::shared_ptr<const Corpus> ReadWrench(const ReadContext& context);
std::shared_ptr<const Corpus> ReadAttributes(const ReadContext& context);
std::shared_ptr<const Corpus> ReadLines(const ReadContext& context);

/// Reads one file, with gzip undone and the format found. `label_source` as above.
std::shared_ptr<const Corpus> ReadFileOf(const std::string& path, const ReadOptions& options,
                                         ReadReport* report, const std::string& label_source);

/// Hands a sentence over: its labels as gold, or as votes of context.label_source.
void AddSentence(const ReadContext& context, SentenceData* sentence, CorpusBuilder* builder);

/// The format that a file's name tells by itself; kAuto where it does not.
Format FormatOfEnding(std::string_view file_name);

/// The format of a file, by its name where that tells, else by its first bytes.
Format FindFormat(std::string_view file_name, std::string_view bytes);

/// The last part of a path, without ".gz".
std::string_view BaseName(std::string_view path);

}  // namespace weft
