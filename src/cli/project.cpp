// weft project: labels of one language's side of a bitext, carried over to the other side.
#include <algorithm>
#include <weft/weft.hpp>

#include "bitext.h"
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

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string FormatOf(const Arguments& a) {
  if (!a.to.empty()) return a.to;
  for (const char* format : {"jsonl", "conll"}) {
    const std::string ending = std::string(".") + format;
    if (a.out == "-" || EndsWith(a.out, ending) || EndsWith(a.out, ending + ".gz")) return format;
  }
  throw UsageError("--out " + a.out +
                   " does not tell the format: expected .jsonl or .conll, each also .gz, or --to "
                   "FORMAT");
}

int RunProject(Arguments a) {
  a.bitext.project = a.common.set;
  CheckBitextFlags(a.bitext);
  if (a.out == "-" && a.common.json) {
    throw UsageError("--json and the corpus both want standard output; give --out a file");
  }
  const std::string format = FormatOf(a);
  RequireFolderOf(a.out);
  const auto& set = a.common.set;
  const bool as_gold = std::count(set.begin(), set.end(), "output=gold") > 0;
  if (format == "conll" && a.bitext.labels == "soft" && !a.bitext.models.empty() && !as_gold) {
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
  app->add_option("--out,-o", a->out, "Where the target side goes with them; - is standard output")
      ->type_name("FILE")
      ->required();
  app->add_option("--to", a->to, "Format that is written; by default told by --out's name")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl"}));
  return {app, [a] { return RunProject(*a); }};
}

}  // namespace weft::cli
