// The folder of pre-trained encoders that some tests measure against. It is no part of the project:
// a machine without it skips those tests, and says so.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace weft::testing {

// The path of one model: in the environment's WEFT_MODELS, else in the folder that the build was
// configured with.
inline std::string ModelFolder(const std::string& model) {
  const char* folder = std::getenv("WEFT_MODELS");
  return (folder != nullptr && *folder != '\0' ? folder : WEFT_MODELS_DEFAULT) + ("/" + model);
}

inline bool HasModel(const std::string& model) {
  std::error_code ignored;  // Anything that keeps us from looking counts as absent.
  return std::filesystem::exists(ModelFolder(model), ignored);
}

}  // namespace weft::testing

// First line of a GoogleTest test that reads a model: WEFT_SKIP_WITHOUT_MODEL("all-MiniLM-L6-v2");
#define WEFT_SKIP_WITHOUT_MODEL(model)                                                     \
  do {                                                                                     \
    if (!::weft::testing::HasModel(model)) {                                               \
      GTEST_SKIP() << "skipped: no model (" << ::weft::testing::ModelFolder(model) << ")"; \
    }                                                                                      \
  } while (false)
