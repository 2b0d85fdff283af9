// What a command warns of: said on standard error, kept for its JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>
#include <weft/weft.hpp>

#include "progress.h"

namespace weft::cli {

class Warnings {
 public:
  /// Says the first few as lines above `line`.
  void Add(std::string_view text, ProgressLine* line);
  /// Those of a result, said unless `quiet`.
  void Add(const Result& result, bool quiet);
  /// Says how many were not said.
  void SayRest(ProgressLine* line) const;
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::vector<std::string> list_;
};

}  // namespace weft::cli
