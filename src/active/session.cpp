#include "active/session.h"

#include <filesystem>

#include "core/error.h"
#include "model/registry.h"
#include "model/run_identity.h"
#include "text/derive.h"

namespace weft {
namespace {

std::string ModelPath(const std::string& path) { return path + ".model"; }

std::map<std::string, std::string> SetValues(const Options& options) {
  return {options.values().begin(), options.values().end()};
}

// Of its corpora alone: method and options stand beside.
std::map<std::string, std::string> CorporaOf(const RunInput& run) {
  RunInput corpora = run;
  corpora.options = Options();
  std::map<std::string, std::string> identity = RunIdentity(corpora);
  identity.erase("method");
  return identity;
}

void RequireCorpora(const std::map<std::string, std::string>& expected, const RunInput& run,
                    const std::string& path) {
  for (const auto& [name, found] : CorporaOf(run)) {
    const auto wanted = expected.find(name);
    Require(wanted != expected.end() && wanted->second == found, path,
            " is of a session with other corpora; ", name, ": expected ",
            wanted == expected.end() ? "none" : wanted->second, ", found ", found);
  }
}

Options OptionsFrom(const OptionTable& table, const std::map<std::string, std::string>& values) {
  Options options(table);
  for (const auto& [key, value] : values) options.Set(key, value);
  return options;
}

}  // namespace

void ActiveSession::MakeLoop(const SessionInput& input, const std::string& path) {
  if (!input.run.train) Fail(Status::kState, "a session needs a pool of sentences");
  method_ = input.run.method;
  active_ = input.active;
  tagger_ = input.run.options;
  LoopInput loop;
  loop.settings = ActiveSettingsFrom(input.active);
  loop.learner.run = input.run;
  loop.learner.log = input.log;
  loop.learner.in_steps = loop.settings.in_steps;
  if (!path.empty()) loop.learner.model_path = ModelPath(path);
  loop.learner.cancel = cancel_;
  loop_ = std::make_unique<ActiveLoop>(std::move(loop), [this](const Event& event) {
    if (journal_) journal_->Write(event);
  });
}

ActiveSession::ActiveSession(const SessionInput& input, const std::string& path) {
  MakeLoop(input, path);
  if (path.empty()) return;
  // One that an earlier session of the name has left is none of this one's.
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    std::filesystem::remove(ModelPath(path), failure);
    if (failure) {
      Fail(Status::kIo, "cannot remove ", ModelPath(path), ": ", failure.message());
    }
  }
  const JournalHeader header = {input.run.method->name, SetValues(input.active),
                                SetValues(input.run.options), CorporaOf(input.run)};
  journal_ = std::make_unique<Journal>(path, header, input.run.train->labels());
}

std::unique_ptr<ActiveSession> ActiveSession::Resume(const RunInput& corpora,
                                                     const std::string& path, Logger log) {
  JournalHeader header;
  std::vector<std::string> lines;
  auto journal = std::make_unique<Journal>(path, &header, &lines);
  SessionInput input;
  input.run = corpora;
  input.run.method = &FindMethod(header.method);
  RequireCorpora(header.identity, input.run, path);
  input.run.options = OptionsFrom(TrainingOptions(*input.run.method), header.options);
  input.active = OptionsFrom(ActiveOptionTable(), header.active);
  input.log = std::move(log);
  std::unique_ptr<ActiveSession> session(new ActiveSession);
  session->MakeLoop(input, path);
  journal->SetLabels(input.run.train->labels());
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t number = i + 2;
    const Event event = journal->EventOf(lines[i], number);
    try {
      session->loop_->Replay(event);
    } catch (const Error& e) {
      Fail(e.status(), path, ", line ", number, ": ", e.what());
    }
  }
  session->journal_ = std::move(journal);
  session->loop_->Settle();
  return session;
}

std::shared_ptr<const Corpus> ActiveSession::Labelled() const {
  const Corpus& corpus = loop_->pool().corpus();
  return ReplaceGold(corpus, corpus.labels(), loop_->pool().labels(), corpus.scheme());
}

}  // namespace weft
