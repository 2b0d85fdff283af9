// weft project: labels of one language's side of a bitext, carried over to the other side.
#include <weft/weft.hpp>

#include "bitext.h"
#include "labelled.h"
#include "output.h"
#include "settings.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  BitextFlags bitext;
  std::string out, to;
};

int RunProject(Arguments a) {
  a.bitext.project = a.common.set;
  CheckBitextFlags(a.bitext);
  if (a.out == "-" && a.common.json) {
    throw UsageError("--json and the corpus both want standard output; give --out a file");
  }
  if (a.to.empty()) RequireWritable(a.out);
  RequireFolderOf(a.out);
  const Projected projected = ProjectBitexts(a.bitext, a.common);
  const std::string format = !a.to.empty() ? a.to : IsConll(a.out) ? "conll" : "jsonl";
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
    PrintText(Describe(projected.reports) + "wrote " + a.out + "\n");
  }
  return kDone;
}

}  // namespace

Verb AddProject(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "project",
                          "Carry labels over word alignments to another language", &a->common);
  AddBitextFlags(app, &a->bitext);
  app->add_option("--out,-o", a->out, "Where the target side goes with them; - is standard output")
      ->type_name("FILE")
      ->required();
  app->add_option("--to", a->to, "Format that is written; by default told by --out's name")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl"}));
  return {app, [a] { return RunProject(*a); }};
}

}  // namespace weft::cli
