#include "training.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

#include "progress.h"

namespace weft::cli {
namespace {

// Shows what a trainer reports, keeps what the result needs of it, and writes its checkpoints.
class Watch {
 public:
  Watch(Trainer* trainer, const Checkpoint& checkpoint, bool quiet, Run* run)
      : trainer_(trainer), checkpoint_(checkpoint), saved_(Clock::now()), line_(quiet), run_(run) {
    trainer->OnProgress([this](const weft_progress& progress) { return Progressed(progress); });
    trainer->OnLog([this](int32_t level, std::string_view text) { Logged(level, text); });
  }

  ~Watch() { run_->warnings.SayRest(&line_); }

  void Say(const std::string& text) { line_.Say(text); }

  // What cannot be written now may be later: that is no reason to stop the run.
  void SaveCheckpoint() {
    if (checkpoint_.path.empty()) return;
    try {
      trainer_->Save(checkpoint_.path);
    } catch (const error& e) {
      run_->warnings.Add(std::string("no checkpoint was written: ") + e.what(), &line_);
    }
    saved_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool Progressed(const weft_progress& progress) {
    const std::string phase(trainer_->phase());
    const std::string details =
        "objective " + Fixed(progress.objective, 2) + ", dev F1 " + Fixed(progress.dev_f1, 4);
    line_.Show({phase, progress.iteration, progress.max_iterations, "iterations",
                std::isnan(progress.dev_f1) ? details.substr(0, details.find(',')) : details});
    const std::chrono::duration<double> unsaved = Clock::now() - saved_;
    if (unsaved.count() >= checkpoint_.every) SaveCheckpoint();
    return true;
  }

  void Logged(int32_t level, std::string_view text) {
    if (level == WEFT_WARNING) {
      run_->warnings.Add(text, &line_);
    } else {
      line_.Say("weft: " + std::string(text));
    }
  }

  Trainer* trainer_;
  const Checkpoint& checkpoint_;
  Clock::time_point saved_;
  ProgressLine line_;
  Run* run_;
};

// Begun anew, a run writes its checkpoint at once: that it cannot must be known before it is
// needed.
Trainer Begin(const Options& options, const Corpus& train, const Corpus* dev,
              const Checkpoint& checkpoint, bool goes_on) {
  if (goes_on) return Trainer::Resume(options, train, dev, checkpoint.path);
  Trainer trainer(options, train, dev);
  if (!checkpoint.path.empty()) trainer.Save(checkpoint.path);
  return trainer;
}

// False: it was interrupted. An interrupt after that does nothing: what was learned is still to be
// saved.
bool RunToEnd(Trainer* trainer, Interrupts* interrupts) {
  const InterruptAction action(interrupts, [trainer] { trainer->Cancel(); });
  try {
    trainer->Run();
  } catch (const error& e) {
    if (e.status() != WEFT_CANCELLED) throw;
  }
  return !interrupts->seen();
}

std::optional<Model> BestModel(Trainer* trainer, bool interrupted) {
  try {
    return trainer->TakeModel();
  } catch (const error& e) {
    if (!interrupted || e.status() != WEFT_STATE) throw;
    return std::nullopt;
  }
}

}  // namespace

Run Train(const Options& options, const Corpus& train, const Corpus* dev,
          const Checkpoint& checkpoint, bool quiet, Interrupts* interrupts) {
  Run run;
  const bool goes_on = !checkpoint.path.empty() && std::filesystem::exists(checkpoint.path);
  Trainer trainer = Begin(options, train, dev, checkpoint, goes_on);
  {
    Watch watch(&trainer, checkpoint, quiet, &run);
    if (goes_on) watch.Say("weft: going on from " + checkpoint.path);
    run.interrupted = !RunToEnd(&trainer, interrupts);
    if (run.interrupted) watch.SaveCheckpoint();
    run.model = BestModel(&trainer, run.interrupted);
  }
  run.progress = trainer.progress();
  run.stop_reason = trainer.stop_reason();
  const View<double> objectives = trainer.objectives();
  run.objectives.assign(objectives.begin(), objectives.end());
  return run;
}

std::string Describe(const Run& run) {
  std::string text = run.progress.converged ? "converged" : "stopped";
  text += " after " + Counted(static_cast<size_t>(run.progress.iteration), "iteration") + " in " +
          Duration(run.progress.seconds);
  return run.stop_reason.empty() ? text : text + ": " + run.stop_reason;
}

void AddRun(const Run& run, Json* json) {
  (*json)["seconds"] = run.progress.seconds;
  (*json)["iterations"] = run.progress.iteration;
  (*json)["converged"] = run.progress.converged != 0;
  (*json)["stop_reason"] = run.stop_reason;
  (*json)["dev_f1"] = run.progress.dev_f1;
  (*json)["objectives"] = run.objectives;
}

}  // namespace weft::cli
