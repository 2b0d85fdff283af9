// Training runs.
#include "guard.h"
#include "handles.h"
#include "log.h"
#include "model/checkpoint.h"

using weft::capi::Guard;
using weft::capi::GuardValue;
using weft::capi::NotNull;
using weft::capi::Path;

struct weft_trainer {
  weft::RunInput run;
  std::unique_ptr<weft::Trainer> trainer;
  std::shared_ptr<weft::CancelFlag> cancel = std::make_shared<weft::CancelFlag>();
  weft_progress_callback on_progress = nullptr;
  void* progress_user = nullptr;
  weft::capi::HostLog log;

  weft_progress Progress() const {
    const weft::Progress& p = trainer->progress();
    return {p.iteration, p.max_iterations, p.objective, p.dev_f1,
            p.seconds,   p.finished,       p.converged};
  }

  // One iteration and its callback. False when the run has finished.
  bool Step() {
    if (trainer->progress().finished && !stopped_) return false;
    FailIfCancelled();
    const bool more = trainer->Step();
    stopped_ = cancel->cancelled();  // Within the step, which a method may cut short.
    if (on_progress) {
      const weft_progress progress = Progress();
      const int32_t answer = on_progress(&progress, progress_user);
      if (answer == WEFT_STOP) {
        cancel->Cancel();
      } else if (answer != WEFT_CONTINUE) {
        weft::Fail(weft::Status::kCallback,
                   "a progress callback must return WEFT_CONTINUE or WEFT_STOP, found ", answer);
      }
    }
    if (more || stopped_) FailIfCancelled();
    return more;
  }

 private:
  bool stopped_ = false;  // by a cancel, before there was nothing more to do

  void FailIfCancelled() const {
    if (cancel->cancelled()) weft::Fail(weft::Status::kCancelled, "the training run was cancelled");
  }
};

namespace {

weft::RunInput RunOf(const weft_options* options, const weft_corpus* train,
                     const weft_corpus* dev) {
  const weft::Method& method = weft::capi::MethodOf(options);
  return {&method, options->options, NotNull(train, "train").corpus, dev ? dev->corpus : nullptr,
          nullptr};
}

// The handle of a run that `begin(run, hooks)` begins.
template <typename Begin>
weft_trainer* NewHandle(weft::RunInput run, Begin begin) {
  auto handle = std::make_unique<weft_trainer>();
  handle->run = std::move(run);
  weft::TrainingHooks hooks;
  hooks.cancel = handle->cancel;
  hooks.log = handle->log.Logger();
  handle->trainer = begin(handle->run, std::move(hooks));
  return handle.release();
}

}  // namespace

weft_status weft_trainer_new(const weft_options* options, const weft_corpus* train,
                             const weft_corpus* dev, weft_trainer** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = NewHandle(RunOf(options, train, dev), weft::NewTrainer);
  });
}

weft_status weft_trainer_resume(const weft_options* options, const weft_corpus* train,
                                const weft_corpus* dev, const char* path, size_t path_size,
                                weft_trainer** out) {
  return Guard([&] {
    NotNull(out, "out");
    const std::string file = Path(path, path_size, "path");
    *out = NewHandle(RunOf(options, train, dev),
                     [&](const weft::RunInput& run, weft::TrainingHooks hooks) {
                       return weft::ResumeTrainer(run, std::move(hooks), file);
                     });
  });
}

weft_status weft_trainer_save(const weft_trainer* trainer, const char* path, size_t path_size) {
  return Guard([&] {
    const weft_trainer& self = NotNull(trainer, "trainer");
    weft::SaveCheckpoint(self.run, *self.trainer, Path(path, path_size, "path"));
  });
}

void weft_trainer_free(weft_trainer* trainer) { delete trainer; }

weft_status weft_trainer_on_progress(weft_trainer* trainer, weft_progress_callback callback,
                                     void* user) {
  return Guard([&] {
    NotNull(trainer, "trainer").on_progress = callback;
    trainer->progress_user = user;
  });
}

weft_status weft_trainer_on_log(weft_trainer* trainer, weft_log_callback callback, void* user) {
  return Guard([&] { NotNull(trainer, "trainer").log.Listen(callback, user); });
}

weft_status weft_trainer_step(weft_trainer* trainer, int32_t* more) {
  return Guard([&] {
    NotNull(more, "more");
    *more = NotNull(trainer, "trainer").Step() ? 1 : 0;
  });
}

weft_status weft_trainer_run(weft_trainer* trainer) {
  return Guard([&] {
    NotNull(trainer, "trainer");
    while (trainer->Step()) {
    }
  });
}

void weft_trainer_cancel(weft_trainer* trainer) {
  if (trainer) trainer->cancel->Cancel();
}

weft_status weft_trainer_progress(const weft_trainer* trainer, weft_progress* out) {
  return Guard([&] { NotNull(out, "out") = NotNull(trainer, "trainer").Progress(); });
}

const char* weft_trainer_phase(const weft_trainer* trainer) {
  return GuardValue("",
                    [&] { return NotNull(trainer, "trainer").trainer->progress().phase.c_str(); });
}

const char* weft_trainer_stop_reason(const weft_trainer* trainer) {
  return GuardValue(
      "", [&] { return NotNull(trainer, "trainer").trainer->progress().stop_reason.c_str(); });
}

weft_status weft_trainer_objectives(const weft_trainer* trainer, const double** values,
                                    size_t* count) {
  return Guard([&] {
    const std::vector<double>& objectives = NotNull(trainer, "trainer").trainer->objectives();
    NotNull(values, "values") = objectives.data();
    NotNull(count, "count") = objectives.size();
  });
}

weft_status weft_trainer_model(weft_trainer* trainer, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_model(NotNull(trainer, "trainer").trainer->TakeModel());
  });
}
