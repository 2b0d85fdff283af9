// weft VERB: learns sequence taggers from weak labels. Written on the public C interface alone.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "nearest.h"
#include "output.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Command {
  Command() {
    app.set_help_flag("--help,-h", "Print this");
    app.set_version_flag("--version", weft_build_info());
    app.get_formatter()->label("SUBCOMMAND", "VERB");
    for (auto add : {AddAggregate, AddTrain, AddTag, AddEval, AddActive, AddProject, AddCurve,
                     AddAnalyze, AddConvert, AddInfo, AddMethods, AddOptions}) {
      verbs.push_back(add(&app));
    }
    app.footer("weft VERB --help tells more. Exit status: 0 done, 1 failed, 2 usage.");
  }

  const Verb* Chosen() const {
    for (const Verb& verb : verbs) {
      if (verb.app->parsed()) return &verb;
    }
    return nullptr;
  }

  // The verb, or verb of a verb, that was given last; the command itself before any.
  const CLI::App& Deepest() const {
    const CLI::App* deepest = &app;
    while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
    return *deepest;
  }

  CLI::App app{"Learns sequence taggers from weak labels.", "weft"};
  std::vector<Verb> verbs;
};

std::vector<std::string> FlagNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> VerbNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands(nullptr)) names.push_back(verb->get_name());
  return names;
}

// "weft active simulate".
std::string NameOf(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent ? NameOf(*parent) + " " + app.get_name() : app.get_name();
}

// A word that has no place: a verb or flag that does not exist, or one value too many; "" where all
// have one.
std::string UnknownWord(const Command& command) {
  const auto words = command.app.remaining(true);
  if (words.empty()) return "";
  const std::string word = words.front().substr(0, words.front().find('='));
  const bool flag = word.rfind('-', 0) == 0;
  const CLI::App& app = command.Deepest();
  const std::string where = NameOf(app);
  if (flag) {
    return where + " has no flag \"" + word + "\"" + NearestHint(word, FlagNames(app));
  }
  const std::vector<std::string> verbs = VerbNames(app);
  if (verbs.empty()) return where + " does not expect \"" + word + "\" here";
  return "there is no verb \"" + (where == "weft" ? "" : where.substr(5) + " ") + word + "\"" +
         NearestHint(word, verbs) + "; " + where + " --help lists them";
}

int Complain(const std::string& text, int status) {
  std::string line = "weft: " + text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::fprintf(stderr, "%s\n", line.c_str());
  return status;
}

int Parse(Command* command, int argc, char** argv) {
  try {
    command->app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const Verb* verb = command->Chosen();
    PrintText(verb ? verb->app->help("weft") : command->app.help());
    return kDone;
  } catch (const CLI::CallForVersion&) {
    PrintText(std::string(weft_build_info()) + "\n");
    return kDone;
  } catch (const CLI::ParseError& e) {
    // Something else that is missing is often what an unknown flag meant to be.
    const std::string unknown = UnknownWord(*command);
    throw UsageError(unknown.empty() ? e.what() : unknown);
  }
  const Verb* verb = command->Chosen();
  if (verb) return verb->run();
  throw UsageError("a verb is expected; weft --help lists them");
}

int Main(int argc, char** argv) {
  try {
    if (weft_abi_version() != WEFT_ABI_VERSION) {
      throw Failure("libweft " + std::string(weft_version()) + " has ABI " +
                    std::to_string(weft_abi_version()) + ", this command expects " +
                    std::to_string(WEFT_ABI_VERSION));
    }
    Command command;
    return Parse(&command, argc, argv);
  } catch (const UsageError& e) {
    return Complain(e.what(), kUsage);
  } catch (const std::exception& e) {
    return Complain(e.what(), kFailed);
  }
}

}  // namespace
}  // namespace weft::cli

int main(int argc, char** argv) { return weft::cli::Main(argc, argv); }
