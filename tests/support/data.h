// The folder of public corpora that some tests measure against. It is no part of the project: a
// machine without it skips those tests, and says so.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace weft::testing {

// The environment's WEFT_DATA, else the folder that the build was configured with.
inline std::string DataFolder() {
  const char* folder = std::getenv("WEFT_DATA");
  return folder != nullptr && *folder != '\0' ? folder : WEFT_DATA_DEFAULT;
}

// The path of one corpus, such as DataFolder("wikigold-ws").
inline std::string DataFolder(const std::string& corpus) { return DataFolder() + "/" + corpus; }

inline bool HasData(const std::string& corpus) {
  std::error_code ignored;  // Anything that keeps us from looking counts as absent.
  return std::filesystem::exists(DataFolder(corpus), ignored);
}

}  // namespace weft::testing

// First line of a GoogleTest test that reads a corpus: WEFT_SKIP_WITHOUT_DATA("wikigold-ws");
#define WEFT_SKIP_WITHOUT_DATA(corpus)                                                    \
  do {                                                                                    \
    if (!::weft::testing::HasData(corpus)) {                                              \
      GTEST_SKIP() << "skipped: no data (" << ::weft::testing::DataFolder(corpus) << ")"; \
    }                                                                                     \
  } while (false)
