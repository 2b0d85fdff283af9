#include "crf/lbfgs_solver.h"

#include <lbfgs.h>

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

#include "core/error.h"

namespace weft {
namespace {

struct Ending {
  bool converged;
  const char* text;
};

Ending EndingOf(int code) {
  switch (code) {
    case LBFGS_SUCCESS:
      return {true, "the gradient is small enough (epsilon)"};
    case LBFGS_STOP:
      return {true, "the objective hardly falls any more (delta)"};
    case LBFGS_ALREADY_MINIMIZED:
      return {true, "the start is a minimum already"};
    case LBFGSERR_MAXIMUMLINESEARCH:
    case LBFGSERR_MAXIMUMSTEP:
    case LBFGSERR_MINIMUMSTEP:
    case LBFGSERR_ROUNDING_ERROR:
    case LBFGSERR_WIDTHTOOSMALL:
    case LBFGSERR_OUTOFINTERVAL:
    case LBFGSERR_INCORRECT_TMINMAX:
    case LBFGSERR_INCREASEGRADIENT:
      return {false, "the line search finds no better point"};
    default:
      return {false, "the solver failed"};
  }
}

}  // namespace

struct LbfgsSolver::Run {
  Run(int64_t n, const LbfgsSettings& s, Span<const double> start)
      : size(static_cast<int>(n)), x(lbfgs_malloc(size), &lbfgs_free) {
    lbfgs_parameter_init(&parameters);
    parameters.m = s.memories;
    parameters.epsilon = s.epsilon;
    parameters.past = s.period;
    parameters.delta = s.delta;
    parameters.max_linesearch = s.max_linesearch;
    parameters.orthantwise_c = s.l1;
    if (s.l1 > 0) parameters.linesearch = LBFGS_LINESEARCH_BACKTRACKING;  // OWL-QN knows no other
    if (!x) Fail(Status::kOutOfMemory, "no memory for the vectors of L-BFGS");
    if (start.empty()) {
      std::fill_n(x.get(), size, 0.0);
    } else {
      std::copy(start.begin(), start.end(), x.get());
    }
    thread = std::thread([this] { Minimise(); });
  }

  ~Run() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      cancelled = true;
      callers_turn = false;
    }
    changed.notify_all();
    thread.join();
  }

  // --- the solver's thread ---

  void Minimise() {
    WaitForTurn();
    const int code = lbfgs(size, x.get(), nullptr, &Evaluate, &Iterated, this, &parameters);
    std::lock_guard<std::mutex> lock(mutex);
    event = Event::kFinished;
    ending_code = code;
    callers_turn = true;
    changed.notify_all();
  }

  void WaitForTurn() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !callers_turn; });
  }

  // Shows the caller an event and waits until it wants the next; false once cancelled.
  bool Show(Event shown) {
    std::unique_lock<std::mutex> lock(mutex);
    if (cancelled) return false;
    event = shown;
    callers_turn = true;
    changed.notify_all();
    changed.wait(lock, [this] { return !callers_turn; });
    return !cancelled;
  }

  static double Evaluate(void* self, const double*, double* g, int n, double) {
    Run* run = static_cast<Run*>(self);
    run->g = g;
    if (run->Show(Event::kEvaluate)) return run->value;
    // Cancelled: an unbeatable point with a zero gradient satisfies every line search, so that
    // lbfgs() comes to its next question, where it can be told to stop.
    std::fill_n(g, n, 0.0);
    return -std::numeric_limits<double>::max();
  }

  static int Iterated(void* self, const double*, const double*, double fx, double, double, double,
                      int, int, int) {
    Run* run = static_cast<Run*>(self);
    run->value = fx;
    return run->Show(Event::kIteration) ? 0 : 1;
  }

  const int size;
  lbfgs_parameter_t parameters;
  std::unique_ptr<double, decltype(&lbfgs_free)> x;
  double* g = nullptr;
  double value = 0;
  std::string reason;
  bool converged = false;

  std::mutex mutex;
  std::condition_variable changed;
  bool callers_turn = true;  // whose turn it is; all else is touched by that side alone
  bool cancelled = false;
  Event event = Event::kEvaluate;
  int ending_code = 0;
  std::thread thread;
};

LbfgsSolver::LbfgsSolver(int64_t size, const LbfgsSettings& settings, Span<const double> start) {
  Require(size > 0, "L-BFGS needs at least one variable");
  run_ = std::make_unique<Run>(size, settings, start);
}

LbfgsSolver::~LbfgsSolver() = default;

LbfgsSolver::Event LbfgsSolver::Next() {
  Run* run = run_.get();
  std::unique_lock<std::mutex> lock(run->mutex);
  if (run->event == Event::kFinished) return Event::kFinished;
  run->callers_turn = false;
  run->changed.notify_all();
  run->changed.wait(lock, [run] { return run->callers_turn; });
  if (run->event == Event::kFinished) {
    if (run->ending_code == LBFGSERR_OUTOFMEMORY) {
      Fail(Status::kOutOfMemory, "no memory for the vectors of L-BFGS");
    }
    const Ending ending = EndingOf(run->ending_code);
    run->converged = ending.converged;
    run->reason = ending.text;
  }
  return run->event;
}

void LbfgsSolver::Tell(double value) { run_->value = value; }

Span<const double> LbfgsSolver::point() const {
  return {run_->x.get(), static_cast<size_t>(run_->size)};
}

Span<double> LbfgsSolver::gradient() { return {run_->g, static_cast<size_t>(run_->size)}; }

double LbfgsSolver::value() const { return run_->value; }
bool LbfgsSolver::converged() const { return run_->converged; }
const std::string& LbfgsSolver::reason() const { return run_->reason; }

}  // namespace weft
