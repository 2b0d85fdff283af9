// Files of links beside the sentences that they are of.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bitext/bitext.h"
#include "bitext/pair_links.h"
#include "core/options.h"

namespace weft {

/// A file of one line a sentence pair; gzip is transparent.
struct PairFile {
  PairFile() = default;
  explicit PairFile(std::string file);
  PairFile(PairFile&&) = delete;  // lines point into bytes

  std::string Where(int64_t p) const;  ///< "file:line"
  int64_t size() const { return static_cast<int64_t>(lines.size()); }
  std::string_view operator[](int64_t p) const { return lines[static_cast<size_t>(p)]; }

  std::string path, bytes;
  std::vector<std::string_view> lines;
};

/// Fails with kInvalidArgument where one of `keys` is set, saying what it is of.
void RefuseOptions(const Options& options, const std::vector<const char*>& keys,
                   const std::string& of);
/// Those that say what is made of two directions, where there is one.
void RefuseOptionsOfTwoDirections(const Options& options);
/// Those that name members of JSON lines.
void RefuseOptionsOfMembers(const Options& options);

/// The files of links that options of "bitext" name.
class LinkFiles {
 public:
  /// Fails with kInvalidArgument where options name none, or too many; with kIo. `own`: the file of
  /// sentences, whose lines have the links; null: option `alignment` names theirs.
  LinkFiles(const Options& options, const PairLinks& links, const PairFile* own = nullptr);

  std::vector<const PairFile*> files() const;  ///< those that there are
  PairLinks::Directions Read(int64_t p) const;
  std::string Where(int64_t p) const { return forward_->Where(p); }

 private:
  LinkFormat forward_format_, backward_format_;
  PairFile named_, backward_, confidences_;
  const PairFile* forward_;
};

/// AlignCorpora by the links that the lines of `own` have.
std::shared_ptr<const Bitext> AlignCorpora(std::shared_ptr<const Corpus> source,
                                           std::shared_ptr<const Corpus> target,
                                           const Options& options, const PairFile* own);

}  // namespace weft
