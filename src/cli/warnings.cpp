#include "warnings.h"

#include "output.h"

namespace weft::cli {
namespace {

constexpr size_t kMostShown = 10;

}  // namespace

void Warnings::Add(std::string_view text, ProgressLine* line) {
  list_.emplace_back(text);
  if (list_.size() <= kMostShown) line->Say("weft: warning: " + list_.back());
}

void Warnings::Add(const Result& result, bool quiet) {
  Warnings found;  // What a training run said before does not silence these.
  ProgressLine line(quiet);
  for (size_t i = 0; i < result.warnings(); ++i) found.Add(result.warning(i), &line);
  found.SayRest(&line);
  list_.insert(list_.end(), found.list_.begin(), found.list_.end());
}

void Warnings::SayRest(ProgressLine* line) const {
  if (list_.size() <= kMostShown) return;
  line->Say("weft: " + Count(list_.size() - kMostShown) + " more warnings; --json has them all");
}

}  // namespace weft::cli
