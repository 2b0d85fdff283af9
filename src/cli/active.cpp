// weft active: a tagger that asks for the labels it needs.
#include "active.h"

#include "settings.h"

namespace weft::cli {

std::string TaggerOf(const ActiveFlags& flags) {
  return flags.tagger.empty() ? "hmm-tagger" : flags.tagger;
}

void AddActiveFlags(CLI::App* app, ActiveFlags* flags) {
  AddDataFlags(app, &flags->data);
  app->add_option("--tagger,-t", flags->tagger, "The tagger that learns (default hmm-tagger)")
      ->type_name("TAGGER");
  app->add_option("--loop,-l", flags->loop,
                  "Set an option of the loop, such as query=kbest-sesal, k=100, utility=margin or "
                  "batch=10; weft options active lists them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

Options LoopOptions(const Common& common, const std::vector<std::string>& settings,
                    const std::string& flag) {
  Options options = NewOptions("active");
  options.SetInt("threads", common.threads);
  if (common.seed) ApplySettings({"seed=" + std::to_string(*common.seed)}, "--seed", &options);
  ApplySettings(settings, flag, &options);
  return options;
}

std::optional<Session> ResumeSession(const Corpus& pool, const Corpus* dev,
                                     const std::string& path) {
  try {
    return Session::Resume(pool, dev, path);
  } catch (const error& e) {
    if (e.status() != WEFT_NOT_FOUND) throw;
    return std::nullopt;
  }
}

Verb AddActive(CLI::App* parent) {
  CLI::App* app = parent->add_subcommand(
      "active", "Label sentences with a tagger that asks only for what it is unsure of");
  app->set_help_flag("--help,-h", "Print this");
  app->get_formatter()->label("SUBCOMMAND", "VERB");
  app->group("Verbs");
  const std::vector<Verb> verbs = {AddAnnotate(app), AddSimulate(app)};
  const auto run = [verbs] {
    for (const Verb& verb : verbs) {
      if (verb.app->parsed()) return verb.run();
    }
    throw UsageError("active expects a verb, annotate or simulate; weft active --help tells more");
  };
  return {app, run};
}

}  // namespace weft::cli
