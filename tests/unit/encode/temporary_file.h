// A file of a test, gone after it.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "core/os.h"

namespace weft {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes, const std::string& name = "weft encode ü.txt")
      : path_(::testing::TempDir() + "/" + name) {
    WriteFileAtomic(path_, bytes);
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace weft
