#include "active.h"
namespace weft::cli {
Verb AddAnnotate(CLI::App* parent) {
  auto flags = std::make_shared<ActiveFlags>();
  CLI::App* app = AddVerb(parent, "annotate", "x", &flags->common);
  return {app, [] { return 0; }};
}
}  // namespace weft::cli
