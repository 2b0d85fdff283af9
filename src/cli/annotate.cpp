// weft active annotate: a person labels what a tagger asks for, in a terminal.
#include <atomic>
#include <filesystem>
#include <optional>
#include <utility>

#include "active.h"
#include "annotator.h"
#include "keys.h"
#include "output.h"
#include "settings.h"
#include "system.h"

namespace weft::cli {
namespace {

constexpr char kClear[] = "\x1b[H\x1b[2J\x1b[3J";

struct Arguments {
  ActiveFlags flags;
  std::string session, dev, out, model;
};

// What a session that goes on cannot change.
void RefuseSettings(const Arguments& a) {
  const Common& common = a.flags.common;
  const std::pair<bool, const char*> given[] = {{!a.flags.loop.empty(), "--loop"},
                                                {!common.set.empty(), "--set"},
                                                {!a.flags.tagger.empty(), "--tagger"},
                                                {common.seed.has_value(), "--seed"},
                                                {common.threads != 0, "--threads"}};
  for (const auto& [is_given, flag] : given) {
    if (is_given) {
      throw UsageError(a.session + " goes on as it was begun; " + flag + " cannot change that");
    }
  }
}

Session Open(const Arguments& a, const Corpus& pool, const Corpus* dev) {
  if (std::filesystem::exists(a.session)) {
    RefuseSettings(a);
    return Session::Resume(pool, dev, a.session);
  }
  const Options loop = LoopOptions(a.flags.common, a.flags.loop, "--loop");
  return Session(&loop, TrainingOptions(TaggerOf(a.flags), a.flags.common), pool, dev, a.session);
}

void Draw(const Annotator& annotator, bool terminal) {
  const auto width = static_cast<size_t>(TerminalWidth());
  PrintNote((terminal ? kClear : "") + ScreenText(annotator.view(), width, terminal) +
            (terminal ? "" : "\n"));
}

// Until the person leaves.
// `working`: false while there is nothing that an interrupt need stop.
void AnswerQuestions(Annotator* annotator, const Interrupts& interrupts,
                     std::atomic<bool>* working) {
  const bool terminal = StdinIsTerminal() && StderrIsTerminal();
  const KeyByKey keys;
  Keyboard keyboard;
  if (terminal) PrintNote("learning …\n");
  bool more = annotator->Begin();
  while (more && !interrupts.seen()) {
    Draw(*annotator, terminal);
    *working = false;
    std::optional<Key> key;
    while (!key && !interrupts.seen()) key = keyboard.Read();
    *working = true;
    if (key) more = annotator->Press(*key);
  }
}

// Whether nothing is left to ask.
bool Annotate(Session* session, const Corpus& pool, Interrupts* interrupts) {
  Annotator annotator(session, pool);
  std::atomic<bool> working{true};
  interrupts->OnInterrupt([&working, session] {
    if (working) session->Cancel();
  });
  try {
    AnswerQuestions(&annotator, *interrupts, &working);
  } catch (const error& e) {
    if (e.status() != WEFT_CANCELLED) {
      interrupts->OnInterrupt([] {});
      throw;
    }
  }
  interrupts->OnInterrupt([] {});
  PrintNote("\n");
  return annotator.done();
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
  RequireMethod(TaggerOf(a.flags), false);
  RequireFolderOf(a.session);
  RequireFolderOf(a.out);
  RequireFolderOf(a.model);
  Interrupts interrupts;
  const Options reading = ReadingOptions(a.flags.common.read);
  const Corpus pool = ReadPart(a.flags.data.data, a.flags.data.part(), reading);
  std::optional<Corpus> dev;
  if (!a.dev.empty()) dev = ReadPart(a.flags.data.data, a.dev, reading);
  Session session = Open(a, pool, dev ? &*dev : nullptr);
  const bool done = Annotate(&session, pool, &interrupts);
  if (!a.out.empty()) session.Labelled().Write(a.out, "jsonl");
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
  app->add_option("--out,-o", a->out,
                  "Where the sentences go when you leave, with all labels that are known (jsonl)")
      ->type_name("FILE");
  app->add_option("--model", a->model, "Where the model goes when you leave")->type_name("FILE");
  app->footer(
      "The data are sentences with labels, some or all; those without are asked about. What labels "
      "there\nare, labelled sentences say, or --read labels=A,B,....");
  return {app, [a] { return RunAnnotate(*a); }};
}

}  // namespace weft::cli
