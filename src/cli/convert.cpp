// weft convert: from one format, or tag scheme, to another.
#include <weft/weft.hpp>

#include "data.h"
#include "output.h"
#include "settings.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  std::vector<std::string> annotators;
  std::string gold, out, from, to, scheme;
};

std::string FormatOf(const Arguments& a) {
  if (!a.to.empty()) return a.to;
  const std::string ending = EndingOf(a.out);
  if (ending == ".conll" || ending == ".jsonl") return ending.substr(1);
  if (ending == ".json") return "wrench";
  throw UsageError("--out " + a.out +
                   " does not tell the format: expected .conll, .jsonl or .json, or --to FORMAT");
}

void CheckFlags(const Arguments& a) {
  RefuseSettings(a.common, "convert runs no method; --read sets options of reading");
  if (a.data.data.empty() == a.annotators.empty()) {
    throw UsageError("convert expects either --data PATH or --annotators FILE...");
  }
  if (!a.gold.empty() && a.annotators.empty()) throw UsageError("--gold goes with --annotators");
  if (a.out == "-" && a.common.json) {
    throw UsageError("--json and the corpus both want standard output; give --out a file");
  }
  RequireFolderOf(a.out);
  RequireOutIsNoInput("--data", a.data.data, a.data.part(), "--out", a.out);
  for (const std::string& file : a.annotators) {
    RequireDifferentFiles({{"--annotators", file}, {"--out", a.out}});
  }
}

Corpus ReadInput(const Arguments& a) {
  Options reading = ReadingOptions(a.common.read);
  if (!a.from.empty()) ApplySettings({"format=" + a.from}, "--from", &reading);
  if (!a.scheme.empty()) ApplySettings({"convert_to=" + a.scheme}, "--scheme", &reading);
  if (!a.annotators.empty()) return Corpus::ReadAnnotators(a.annotators, a.gold, &reading);
  return ReadPart(a.data.data, a.data.part(), reading);
}

Json ResultJson(const Arguments& a, const Corpus& corpus, const std::string& format) {
  return {{"out", a.out},
          {"format", format},
          {"scheme", corpus.scheme()},
          {"sentences", corpus.sentences()},
          {"tokens", corpus.tokens()},
          {"labels", corpus.labels()},
          {"sources", corpus.sources()},
          {"gold", corpus.has_gold()},
          {"spans_expanded", weft_corpus_spans_expanded(corpus.get())},
          {"spans_dropped", weft_corpus_spans_dropped(corpus.get())}};
}

std::string ResultText(const Arguments& a, const Corpus& corpus, const std::string& format) {
  std::string text = "wrote " + a.out + " (" + format + ", " + std::string(corpus.scheme()) +
                     "): " + Counted(corpus.sentences(), "sentence") + ", " +
                     Counted(corpus.tokens(), "token") + ", " +
                     Counted(corpus.sources(), "source") + "\n";
  const auto expanded = static_cast<size_t>(weft_corpus_spans_expanded(corpus.get()));
  const auto dropped = static_cast<size_t>(weft_corpus_spans_dropped(corpus.get()));
  if (expanded + dropped == 0) return text;
  return text + "of spans that cut through a token, " + Count(expanded) + " were widened and " +
         Count(dropped) + " dropped\n";
}

int RunConvert(const Arguments& a) {
  CheckFlags(a);
  const std::string format = FormatOf(a);
  const Corpus corpus = ReadInput(a);
  if (a.out == "-") {
    PrintText(corpus.WriteMemory(format));
    return kDone;
  }
  corpus.Write(a.out, format);
  if (a.common.json) {
    PrintJson(ResultJson(a, corpus, format));
  } else {
    PrintText(ResultText(a, corpus, format));
  }
  return kDone;
}

}  // namespace

Verb AddConvert(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app =
      AddVerb(parent, "convert", "Convert a corpus to another format or tag scheme", &a->common);
  AddDataFlags(app, &a->data);
  app->get_option("--data")->required(false);
  app->add_option("--annotators", a->annotators,
                  "Files of one annotator each, over the same tokens; each becomes a source")
      ->type_name("FILE...");
  app->add_option("--gold", a->gold, "The file with gold labels beside --annotators")
      ->type_name("FILE");
  app->add_option("--out,-o", a->out, "Where the corpus goes; - is standard output")
      ->type_name("FILE")
      ->required();
  app->add_option("--from", a->from, "Format that is read; by default told by name and content")
      ->type_name("FORMAT");
  app->add_option(
         "--to", a->to,
         "Format that is written: conll, jsonl, jsonl-spans, wrench, attributes, lines; by "
         "default told by --out's name")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl", "jsonl-spans", "wrench", "attributes", "lines"}));
  app->add_option("--scheme", a->scheme, "Tag scheme that is written: io, iob2, iobes, bilou, ...")
      ->type_name("SCHEME");
  return {app, [a] { return RunConvert(*a); }};
}

}  // namespace weft::cli
