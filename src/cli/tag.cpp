// weft tag: labels for text that comes and goes in a stream.
#include <algorithm>
#include <thread>
#include <weft/weft.hpp>

#include "data.h"
#include "ordered_work.h"
#include "output.h"
#include "pieces.h"
#include "progress.h"
#include "settings.h"
#include "system.h"
#include "tag_piece.h"
#include "verb.h"
#include "warnings.h"

namespace weft::cli {
namespace {

constexpr size_t kSentencesOfPiece = 1000;

struct Arguments {
  Common common;
  std::string model, format, output, out = "-";
  std::vector<std::string> files;
  bool marginals = false;
  int32_t k_best = 0;
};

// What was tagged so far.
struct Totals {
  size_t sentences = 0, tokens = 0;
};

ByteStream OpenStream(const std::string& path) {
  if (path == "-") return {ReadStandardInput, [] { return StandardInputReady(); }};
  return {OpenForReading(path), [] { return true; }};
}

int ThreadCount(const Common& common) {
  if (common.threads > 0) return common.threads;
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void CheckFlags(const Arguments& a) {
  if (a.common.json && a.out == "-") {
    throw UsageError("--json and the tags both want standard output; give --out a file");
  }
  if (a.marginals && a.output == "conll") {
    throw UsageError("--marginals need --output jsonl; columns have one label per token");
  }
  if (a.k_best > 0 && a.output == "conll") {
    throw UsageError("--nbest needs --output jsonl; columns have one label per token");
  }
  RequireFolderOf(a.out);
  RequireDifferentFiles({{"the model", a.model}, {"--out", a.out}});
  for (const std::string& file : a.files) RequireDifferentFiles({{"FILE", file}, {"--out", a.out}});
}

Model LoadTagger(const std::string& path, const Common& common) {
  Model model = WithSettings(Model::Load(path), common);
  if (!model.reads_votes()) return model;
  throw Failure(path + " holds a model of " + std::string(model.method()) +
                ", which reads votes; expected one that reads tokens (weft aggregate --model; of "
                "alt, --set decode=tagger)");
}

class TagRun {
 public:
  explicit TagRun(const Arguments& a)
      : a_(a),
        model_(LoadTagger(a.model, a.common)),
        out_(a.out),
        progress_(a.common.quiet || a.out == "-"),
        notes_(a.common.quiet) {}

  void TagStream(const std::string& path) {
    PieceReader pieces(OpenStream(path), kSentencesOfPiece);
    const StreamFormat format = FormatOf(path == "-" ? "standard input" : path, &pieces);
    OrderedWork<Piece, Tagged> work(
        ThreadCount(a_.common),
        [&] {
          return [tagger = std::make_shared<PieceTagger>(model_, format)](const Piece& piece) {
            return tagger->Tag(piece);
          };
        },
        [&](const Tagged& tagged) { Use(tagged); });
    while (std::optional<Piece> piece = pieces.Next()) {
      if (!work.Add(std::move(*piece))) break;
    }
    work.Finish();
  }

  void Finish() {
    progress_.Clear();
    out_.Finish();
  }
  const Totals& totals() const { return totals_; }

 private:
  StreamFormat FormatOf(const std::string& name, PieceReader* pieces) const {
    StreamFormat format = FindStreamFormat(name, a_.format, a_.common.read, pieces);
    SetUp(format, pieces);
    if (!a_.output.empty()) format.answer_in_records = a_.output == "jsonl";
    if (a_.marginals || a_.k_best > 0) format.answer_in_records = true;
    format.marginals = a_.marginals;
    format.k_best = static_cast<size_t>(a_.k_best);
    return format;
  }

  void Use(const Tagged& tagged) {
    out_.Write(tagged.text);
    if (a_.out == "-") out_.Flush();
    if (tagged.failure) std::rethrow_exception(tagged.failure);
    // The first piece speaks for all.
    for (const std::string& text : tagged.warnings) {
      if (totals_.sentences == 0) warnings_.Add(text, &notes_);
    }
    totals_.sentences += tagged.sentences;
    totals_.tokens += tagged.tokens;
    progress_.Show({"tagging", static_cast<int64_t>(totals_.sentences), 0, "sentences",
                    Counted(totals_.tokens, "token")});
  }

  const Arguments& a_;
  const Model model_;
  OutputFile out_;
  ProgressLine progress_, notes_;
  Warnings warnings_;
  Totals totals_;
};

int RunTag(const Arguments& a) {
  CheckFlags(a);
  TagRun run(a);
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& file : a.files) run.TagStream(file);
  if (a.files.empty()) run.TagStream("-");
  run.Finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (a.common.json) {
    PrintJson({{"model", a.model},
               {"out", a.out},
               {"sentences", run.totals().sentences},
               {"tokens", run.totals().tokens},
               {"seconds", seconds}});
  } else if (a.out != "-" && !a.common.quiet) {
    PrintText("wrote " + a.out + ": " + Counted(run.totals().sentences, "sentence") + ", " +
              Counted(run.totals().tokens, "token") + " in " + Duration(seconds) + "\n");
  }
  return kDone;
}

}  // namespace

Verb AddTag(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "tag", "Label sentences: weft tag MODEL < in > out", &a->common);
  app->add_option("model", a->model, "The model")->type_name("MODEL")->required();
  app->add_option("files", a->files, "What to tag instead of standard input")->type_name("FILE...");
  app->add_option("--format,-f", a->format,
                  "What comes in: conll (the first column is the token), jsonl ({\"tokens\"} or "
                  "{\"text\"} a line) or lines (a sentence a line, tokens between blanks); by "
                  "default told by the first line as conll or jsonl")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl", "lines"}));
  app->add_option("--output", a->output,
                  "What goes out: conll (the label becomes the last column) or jsonl (labels and "
                  "spans with confidences); by default like what came in, jsonl for lines")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"conll", "jsonl"}));
  app->add_flag("--marginals", a->marginals,
                "Also write every label's probability at every token, those of at least 0.000001");
  app->add_option("--nbest", a->k_best,
                  "Also write the K best label sequences, with the logarithms of their "
                  "probabilities; in jsonl")
      ->type_name("K")
      ->check(CLI::Range(1, 1000000));
  app->add_option("--out,-o", a->out, "Write here instead of standard output")->type_name("FILE");
  app->footer(
      "Records that go out: {\"id\", \"text\", \"tokens\", \"labels\", \"spans\", \"marginals\", "
      "\"paths\"}, "
      "the first\n"
      "two where they came in. A span is {\"label\", \"begin_token\", \"end_token\", \"start\", "
      "\"end\",\n"
      "\"confidence\"}: ends are exclusive, start and end count characters of the text (--read\n"
      "offset_unit=bytes or utf16 for others), confidence is the probability of just these "
      "labels.");
  return {app, [a] { return RunTag(*a); }};
}

}  // namespace weft::cli
