// weft active annotate: a person labels what a tagger asks for, in a terminal.
#include <atomic>
#include <optional>

#include "active.h"
#include "annotator.h"
#include "desk.h"
#include "labelled.h"
#include "output.h"
#include "settings.h"
#include "system.h"

namespace weft::cli {
namespace {

struct Arguments {
  ActiveFlags flags;
  std::string session, dev, out, model;
};

void CheckFiles(const Arguments& a) {
  RequireMethod(TaggerOf(a.flags), false);
  if (a.flags.data.data == "-" || a.flags.data.part() == "-") {
    throw UsageError("--data -: keys come from standard input; expected a file or folder");
  }
  if (a.out == "-") throw UsageError("--out -: expected a file");
  RequireWritable(a.out);
  for (const std::string* file : {&a.session, &a.out, &a.model}) RequireFolderOf(*file);
  RequireDifferentFiles({{"--data", a.flags.data.data},
                         {"--session", a.session},
                         {"--session", a.session + ".model"},
                         {"--out", a.out},
                         {"--model", a.model}});
}

// A session that goes on has the options that it was begun with: others cannot be given.
void CheckSame(const Arguments& a, const std::vector<std::string>& settings,
               const std::string& flag, const Options& begun, Options given) {
  ApplySettings(settings, flag, &given);
  for (const std::string& setting : settings) {
    const std::string key = setting.substr(0, setting.find('='));
    if (begun.Get(key) == given.Get(key)) continue;
    throw UsageError(a.session + " goes on with " + key + "=" + std::string(begun.Get(key)) + "; " +
                     flag + " " + setting + " cannot change that");
  }
}

void CheckSame(const Arguments& a, const Session& session) {
  const std::string method(session.method());
  if (!a.flags.tagger.empty() && a.flags.tagger != method) {
    throw UsageError(a.session + " goes on with " + method + "; --tagger " + a.flags.tagger +
                     " cannot change that");
  }
  const Common& common = a.flags.common;
  std::vector<std::string> loop = a.flags.loop;
  if (common.seed) loop.push_back("seed=" + std::to_string(*common.seed));
  if (common.threads != 0) loop.push_back("threads=" + std::to_string(common.threads));
  CheckSame(a, loop, "--loop", session.ActiveOptions(), NewOptions("active"));
  CheckSame(a, common.set, "--set", session.TaggerOptions(), NewOptions(method));
}

Session Open(const Arguments& a, const Corpus& pool, const Corpus* dev) {
  if (std::optional<Session> session = ResumeSession(pool, dev, a.session)) {
    CheckSame(a, *session);
    return std::move(*session);
  }
  if (pool.labels() == 0) {
    throw Failure(DataName(a.flags.data.data, a.flags.data.part()) +
                  " names no label; expected some labelled sentences, or --read labels=A,B,C");
  }
  const Options loop = LoopOptions(a.flags.common, a.flags.loop, "--loop");
  const Options tagger = TrainingOptions(TaggerOf(a.flags), a.flags.common);
  try {
    return Session(&loop, tagger, pool, dev, a.session);
  } catch (const error& e) {
    if (e.status() == WEFT_INVALID_ARGUMENT) throw UsageError(e.what());
    throw;
  }
}

// Whether nothing is left to ask.
bool Annotate(Session* session, const Corpus& pool, Interrupts* interrupts) {
  Annotator annotator(session, pool);
  std::atomic<bool> working{true};
  const InterruptAction action(interrupts, [&working, session] {
    if (working) session->Cancel();
  });
  try {
    Desk(&annotator).Work(*interrupts, &working);
  } catch (const error& e) {
    if (e.status() != WEFT_CANCELLED) throw;
  }
  PrintNote("\n");
  return annotator.done();
}

// All sentences with the labels that are known, and who gave each: null, "given", "answered" or
// "model".
void WriteRecords(const Session& session, const Corpus& pool, const std::string& path) {
  constexpr const char* kOrigins[] = {nullptr, "given", "answered", "model"};
  const View<int32_t> labels = session.labels();
  const View<uint8_t> origins = session.origins();
  OutputFile file(path);
  for (size_t s = 0; s < pool.sentences(); ++s) {
    Json tokens = Json::array(), names = Json::array(), from = Json::array();
    for (size_t t = pool.sentence_begin(s); t < pool.sentence_begin(s + 1); ++t) {
      tokens.push_back(pool.token(t));
      names.push_back(Json());
      from.push_back(Json());
      if (labels[t] == WEFT_NO_LABEL) continue;
      names.back() = pool.label(static_cast<size_t>(labels[t]));
      from.back() = kOrigins[origins[t]];
    }
    Json record;
    if (!pool.sentence_id(s).empty()) record["id"] = pool.sentence_id(s);
    if (!pool.text(s).empty()) record["text"] = pool.text(s);
    record["tokens"] = std::move(tokens);
    record["labels"] = std::move(names);
    record["origins"] = std::move(from);
    file.Write(record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  file.Finish();
}

void WriteLabels(const Session& session, const Corpus& pool, const std::string& path) {
  if (path.empty()) return;
  if (IsConll(path)) {
    session.Labelled().Write(path, "conll");
  } else {
    WriteRecords(session, pool, path);
  }
}

void PrintOutcome(const Arguments& a, const Session& session, bool done) {
  const Session::Counts counts = session.progress();
  if (a.flags.common.json) {
    PrintJson({{"session", a.session},
               {"finished", done},
               {"sentences", counts.sentences},
               {"done", counts.done},
               {"skipped", counts.skipped},
               {"asked", counts.asked},
               {"answered", counts.answered},
               {"by_model", counts.by_model},
               {"updates", counts.updates}});
    return;
  }
  std::string text = done ? "nothing is left to ask: " : "";
  text += Count(static_cast<size_t>(counts.done)) + " of " +
          Counted(static_cast<size_t>(counts.sentences), "sentence") + " done, " +
          Counted(static_cast<size_t>(counts.answered), "token") + " answered, " +
          Count(static_cast<size_t>(counts.by_model)) + " by the model\n";
  if (!done) text += "the same call goes on from " + a.session + "\n";
  PrintText(text);
}

int RunAnnotate(const Arguments& a) {
  CheckFiles(a);
  Interrupts interrupts;
  const Options reading = ReadingOptions(a.flags.common.read);
  const Corpus pool = ReadPart(a.flags.data.data, a.flags.data.part(), reading);
  std::optional<Corpus> dev;
  if (!a.dev.empty()) dev = ReadPart(a.flags.data.data, a.dev, reading);
  Session session = Open(a, pool, dev ? &*dev : nullptr);
  const bool done = Annotate(&session, pool, &interrupts);
  WriteLabels(session, pool, a.out);
  if (!a.model.empty()) {
    session.Update();
    session.TakeModel().Save(a.model);
  }
  PrintOutcome(a, session, done);
  return kDone;
}

}  // namespace

Verb AddAnnotate(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  a->flags.data.default_split = "train";
  CLI::App* app = AddVerb(parent, "annotate", "Answer what a tagger asks for, in the terminal",
                          &a->flags.common);
  AddActiveFlags(app, &a->flags);
  app->add_option("--session", a->session,
                  "The file that the session is kept in, answer by answer; where it is there, the "
                  "session goes on")
      ->type_name("FILE")
      ->required();
  app->add_option("--dev", a->dev, "A split for taggers that stop by their score on it")
      ->type_name("SPLIT");
  app->add_option(
         "--out,-o", a->out,
         "Where the sentences go when you leave, with all labels that are known: .jsonl, with "
         "who gave each label, .conll or .conll.gz")
      ->type_name("FILE");
  app->add_option("--model", a->model, "Where the model goes when you leave")->type_name("FILE");
  app->footer(
      "The data are sentences of which some, or some tokens, have labels; the others are asked "
      "about. In\njsonl a sentence without \"labels\" has none, nor a token whose label is null; "
      "in "
      "columns a token whose\nlabel is _. What labels there are, labelled tokens say, or --read "
      "labels=A,B,....");
  return {app, [a] { return RunAnnotate(*a); }};
}

}  // namespace weft::cli
