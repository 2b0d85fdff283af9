// Files of what an encoder made of a corpus, so that it is computed once.
#pragma once

#include <memory>
#include <string>

#include "core/os.h"
#include "core/span.h"

namespace weft {

/// A header of 64 bytes (magic, key, rows, columns), then float32 [rows, columns], as the machine
/// has them. A file that is not whole, or of another machine, is as if it were not there.
class StatesFile {
 public:
  /// `key`: a Checksum of all that the vectors depend on.
  StatesFile(const std::string& folder, const std::string& key, size_t rows, size_t columns);
  const std::string& path() const { return path_; }
  /// Null where there is no such file.
  std::shared_ptr<const MappedFile> Open() const;
  const float* Values(const MappedFile& file) const;

  class Writer {
   public:
    explicit Writer(const StatesFile& file);
    void Write(Span<const float> values);
    void Commit() { file_.Commit(); }

   private:
    AtomicFile file_;
  };

 private:
  std::string path_, header_;
  size_t size_;
};

}  // namespace weft
