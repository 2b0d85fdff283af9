#include "verb.h"

namespace weft::cli {

CLI::App* AddVerb(CLI::App* parent, const std::string& name, const std::string& summary,
                  Common* common) {
  CLI::App* app = parent->add_subcommand(name, summary);
  app->set_help_flag("--help,-h", "Print this");
  app->group("Verbs");
  app->add_flag("--json", common->json, "Print one JSON object; rates are fractions of 1")
      ->group("Everywhere");
  app->add_option("--set", common->set,
                  "Set an option of the method; weft options METHOD lists them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group("Everywhere");
  app->add_option("--read", common->read, "Set an option of reading; weft options read lists them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group("Everywhere");
  app->add_option("--seed", common->seed, "Seed of every random choice, where there are any")
      ->type_name("N")
      ->group("Everywhere");
  app->add_option(
         "--threads", common->threads,
         "The most threads to use; 0, the default: one per core. Results do not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0, 1024))
      ->group("Everywhere");
  app->add_flag("--quiet,-q", common->quiet, "No progress, no warnings, no tables of details")
      ->group("Everywhere");
  return app;
}

}  // namespace weft::cli
