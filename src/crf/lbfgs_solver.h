// L-BFGS and OWL-QN (liblbfgs), turned inside out: the caller asks what to evaluate next and tells
// the outcome, so that training can stop, or be dropped, after any evaluation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/span.h"

namespace weft {

struct LbfgsSettings {
  int32_t memories = 6;         ///< pairs of vectors that approximate the inverse Hessian
  double epsilon = 1e-5;        ///< converged: |g| < epsilon·max(1, |x|)
  int32_t period = 10;          ///< converged: the value fell by less than `delta` of itself …
  double delta = 1e-5;          ///< … over `period` iterations
  int32_t max_linesearch = 20;  ///< evaluations an iteration
  double l1 = 0;                ///< > 0: l1·|x|₁ is added to the function, and OWL-QN minimises
};

/// Minimises a function from a point, 0 unless one is given. liblbfgs runs on a thread of its own,
/// which only ever works while Next() waits for it: all calls, and all evaluations, are on the
/// caller's thread.
class LbfgsSolver {
 public:
  /// Fails with kOutOfMemory where the vectors do not fit.
  LbfgsSolver(int64_t size, const LbfgsSettings& settings, Span<const double> start = {});
  ~LbfgsSolver();  ///< at any time; ends the thread
  LbfgsSolver(const LbfgsSolver&) = delete;
  LbfgsSolver& operator=(const LbfgsSolver&) = delete;

  enum class Event {
    kEvaluate,   ///< wants the function at point(): fill gradient(), then Tell
    kIteration,  ///< an iteration is done: its point and value, L1 term included
    kFinished,   ///< see converged() and reason()
  };
  Event Next();
  void Tell(double value);  ///< after kEvaluate, before the next Next()

  Span<const double> point() const;
  Span<double> gradient();
  double value() const;  ///< after kIteration
  bool converged() const;
  const std::string& reason() const;  ///< why it finished

 private:
  struct Run;
  std::unique_ptr<Run> run_;
};

}  // namespace weft
