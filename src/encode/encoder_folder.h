// The folder of a pre-trained encoder, and what tells it from others.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// XXH3-128 in hexadecimal, as the command xxh128sum prints it.
std::string ContentHash(std::string_view bytes);

/// Of files by name.
using FileHashes = std::map<std::string, std::string>;

/// Notes the hashes of the files that are read from it. Those of a folder that was found again must
/// be what they were.
class EncoderFolder {
 public:
  explicit EncoderFolder(std::string path) : path_(std::move(path)) {}
  /// The folder that once was at `path`: there, or by its name below one of the folders of the
  /// environment variable WEFT_ENCODERS, which colons separate; of several, the first whose files
  /// are `files`. Fails with kNotFound, naming all places, where it is at none.
  static EncoderFolder Find(const std::string& path, FileHashes files);

  std::string PathOf(const std::string& file) const { return path_ + "/" + file; }
  /// Of a folder that was found again: whether it had the file.
  bool Has(const std::string& file) const;
  /// Fails as ReadFile does; with kCorrupt, naming both hashes, where the file is another than it
  /// was.
  std::string Read(const std::string& file);
  /// The same of a file that may be absent.
  std::optional<std::string> ReadIfThere(const std::string& file);

  /// Without links followed: to be found again from another working directory.
  std::string AbsolutePath() const;
  const FileHashes& files() const { return files_; }

 private:
  bool HoldsItsFiles() const;

  std::string path_;
  FileHashes files_;
  bool known_ = false;  // all its files
};

}  // namespace weft
