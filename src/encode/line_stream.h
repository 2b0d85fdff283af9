// Lines of a file that need not fit in memory, gzip or not.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace weft {

/// "\n" or "\r\n" ends a line, the last needs no end, and a byte-order mark before the first is no
/// part of it.
class LineStream {
 public:
  /// Fails with kNotFound where there is no such file, kIo where it cannot be read.
  explicit LineStream(const std::string& path);
  ~LineStream();

  /// The next line, until the next call; false after the last. Fails with kIo where reading does,
  /// with kFormat where gzip data is damaged or cut, or a line is longer than any text has it.
  bool Next(std::string_view* line);
  int64_t number() const { return number_; }  ///< of the line that Next gave last, from 1

 private:
  struct File;
  bool Fill();

  std::string path_;
  std::unique_ptr<File> file_;
  std::string buffer_;
  size_t begin_ = 0, end_ = 0;  // of what of the buffer is not yet given
  int64_t number_ = 0;
  bool done_ = false;
};

}  // namespace weft
