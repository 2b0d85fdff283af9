// weft project: labels of one language's side of a bitext, carried over to the other side.
#include <weft/weft.hpp>

#include "output.h"
#include "projections.h"
#include "settings.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  BitextFlags bitext;
  std::string out, to;
};

std::string FormatOf(const Arguments& a) {
  if (!a.to.empty()) return a.to;
  const std::string ending = a.out == "-" ? ".jsonl" : EndingOf(a.out);
  if (ending == ".conll" || ending == ".jsonl") return ending.substr(1);
  throw UsageError("--out " + a.out +
                   " does not tell the format: expected .jsonl or .conll, each also .gz, or --to "
                   "FORMAT");
}

int RunProject(Arguments a) {
  a.bitext.project.insert(a.bitext.project.end(), a.common.set.begin(), a.common.set.end());
  a.bitext.project_flag = "--set";
  CheckBitextFlags(a.bitext, a.out);
  if (a.out == "-" && a.common.json) {
    throw UsageError("--json and the corpus both want standard output; give --out a file");
  }
  const std::string format = FormatOf(a);
  RequireFolderOf(a.out);
  if (format == "conll" && a.bitext.labels == "soft" && !a.bitext.models.empty() &&
      !ProjectsGold(a.bitext)) {
    throw UsageError(
        "columns cannot hold distributions; expected --out FILE.jsonl, or --labels hard");
  }
  const Projected projected = ProjectBitexts(a.bitext, a.common);
  if (a.out == "-") {
    PrintText(projected.corpus.WriteMemory(format));
    return kDone;
  }
  projected.corpus.Write(a.out, format);
  if (a.common.json) {
    PrintJson({{"out", a.out},
               {"format", format},
               {"sentences", projected.corpus.sentences()},
               {"tokens", projected.corpus.tokens()},
               {"projections", projected.reports}});
  } else {
    PrintText((a.common.quiet ? "" : Describe(projected.reports)) + "wrote " + a.out + "\n");
  }
  return kDone;
}

}  // namespace

Verb AddProject(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "project",
                          "Carry labels over word alignments to another language", &a->common);
  AddBitextFlags(app, &a->bitext);
  app->add_option("--project", a->bitext.project,
                  "An option of how labels are carried over (weft options project), as --set")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--out,-o", a->out, "Where the target side goes with them; - is standard output")
      ->type_name("FILE")
      ->required();
  app->add_option("--to", a->to, "Format that is written; by default told by --out's name")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl"}));
  return {app, [a] { return RunProject(*a); }};
}

}  // namespace weft::cli
