#include "training.h"

#include <cmath>
#include <limits>

#include "progress.h"

namespace weft::cli {
namespace {

// Shows what a trainer reports and keeps what the result needs of it.
class Watch {
 public:
  Watch(Trainer* trainer, bool quiet, Run* run) : trainer_(trainer), line_(quiet), run_(run) {
    trainer->OnProgress([this](const weft_progress& progress) { return Progressed(progress); });
    trainer->OnLog([this](int32_t level, std::string_view text) { Logged(level, text); });
  }

  ~Watch() { run_->warnings.SayRest(&line_); }

 private:
  bool Progressed(const weft_progress& progress) {
    const std::string phase(trainer_->phase());
    if (phase != phase_) run_->dev_f1 = std::numeric_limits<double>::quiet_NaN();
    phase_ = phase;
    if (!std::isnan(progress.dev_f1)) {
      run_->dev_f1 = std::fmax(run_->dev_f1, progress.dev_f1);
    }
    const std::string details =
        "objective " + Fixed(progress.objective, 2) + ", dev F1 " + Fixed(progress.dev_f1, 4);
    line_.Show({phase, progress.iteration, progress.max_iterations, "iterations",
                std::isnan(progress.dev_f1) ? details.substr(0, details.find(',')) : details});
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
  ProgressLine line_;
  Run* run_;
  std::string phase_;
};

// False: it was interrupted.
bool RunToEnd(Trainer* trainer, Interrupts* interrupts) {
  interrupts->OnInterrupt([trainer] { trainer->Cancel(); });
  try {
    trainer->Run();
  } catch (const error& e) {
    if (e.status() != WEFT_CANCELLED) throw;
  }
  const bool interrupted = interrupts->seen();
  interrupts->OnInterrupt([] {});  // what was learned is still to be saved
  return !interrupted;
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

Run Train(const Options& options, const Corpus& train, const Corpus* dev, bool quiet,
          Interrupts* interrupts) {
  Run run;
  run.dev_f1 = std::numeric_limits<double>::quiet_NaN();
  Trainer trainer(options, train, dev);
  {
    const Watch watch(&trainer, quiet, &run);
    run.interrupted = !RunToEnd(&trainer, interrupts);
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
  (*json)["dev_f1"] = run.dev_f1;
  (*json)["objectives"] = run.objectives;
}

}  // namespace weft::cli
