#include "verb.h"

#include <charconv>
#include <limits>

namespace weft::cli {
namespace {

// Says what is expected before the conversion says that it failed.
CLI::Validator WholeNumber(const std::string& range, int64_t min, int64_t max) {
  const auto check = [range, min, max](const std::string& text) {
    int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [after, failure] = std::from_chars(text.data(), end, value);
    const bool whole = failure == std::errc() && after == end;
    if (whole && value >= min && value <= max) return std::string();
    return "expected a whole number" + range + ", found \"" + text + "\"";
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::App* AddVerb(CLI::App* parent, const std::string& name, const std::string& summary,
                  Common* common) {
  CLI::App* app = parent->add_subcommand(name, summary);
  app->set_help_flag("--help,-h", "Print this");
  app->group("Verbs");
  app->add_flag("--json", common->json, "Print one JSON object; rates are fractions of 1")
      ->group("Everywhere");
  app->add_option("--set", common->set,
                  "Set an option of the method; weft options METHOD lists them, and which a "
                  "trained model takes")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group("Everywhere");
  app->add_option("--read", common->read, "Set an option of reading; weft options read lists them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group("Everywhere");
  app->add_option("--seed", common->seed, "Seed of every random choice, where there are any")
      ->type_name("N")
      ->check(
          WholeNumber("", std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()))
      ->group("Everywhere");
  app->add_option(
         "--threads", common->threads,
         "The most threads to use; 0, the default: one per core. Results do not depend on it")
      ->type_name("N")
      ->check(WholeNumber(" from 0 to 1024", 0, 1024))
      ->group("Everywhere");
  app->add_flag("--quiet,-q", common->quiet, "No progress, no warnings, no tables of details")
      ->group("Everywhere");
  return app;
}

}  // namespace weft::cli
