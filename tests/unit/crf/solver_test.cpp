#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "crf/lbfgs_solver.h"

namespace weft {
namespace {

using Function = std::function<double(Span<const double>, Span<double>)>;

// Runs to the end and returns the last point.
std::vector<double> Minimise(LbfgsSolver* solver, const Function& function) {
  for (;;) {
    switch (solver->Next()) {
      case LbfgsSolver::Event::kEvaluate:
        solver->Tell(function(solver->point(), solver->gradient()));
        break;
      case LbfgsSolver::Event::kIteration:
        break;
      case LbfgsSolver::Event::kFinished:
        return {solver->point().begin(), solver->point().end()};
    }
  }
}

double Rosenbrock(Span<const double> x, Span<double> g) {
  const double a = 1 - x[0], b = x[1] - x[0] * x[0];
  g[0] = -2 * a - 400 * x[0] * b;
  g[1] = 200 * b;
  return a * a + 100 * b * b;
}

// ½|x − target|²
double Bowl(Span<const double> x, Span<double> g) {
  const double target[] = {3, -2, 0.5};
  double value = 0;
  for (size_t i = 0; i < 3; ++i) {
    g[i] = x[i] - target[i];
    value += 0.5 * g[i] * g[i];
  }
  return value;
}

TEST(SolverTest, FindsTheMinimum) {
  LbfgsSettings settings;
  settings.delta = 0;
  LbfgsSolver solver(2, settings);
  const auto x = Minimise(&solver, Rosenbrock);
  EXPECT_NEAR(x[0], 1, 1e-4);
  EXPECT_NEAR(x[1], 1, 1e-4);
  EXPECT_TRUE(solver.converged());
  EXPECT_NE(solver.reason(), "");
  EXPECT_EQ(solver.Next(), LbfgsSolver::Event::kFinished);  // and stays there
}

TEST(SolverTest, L1ShrinksTowardsZero) {
  LbfgsSettings settings;
  settings.l1 = 1;
  LbfgsSolver solver(3, settings);
  const auto x = Minimise(&solver, Bowl);
  EXPECT_NEAR(x[0], 2, 1e-4);
  EXPECT_NEAR(x[1], -1, 1e-4);
  EXPECT_EQ(x[2], 0);
}

TEST(SolverTest, AStartThatIsAMinimum) {
  LbfgsSolver solver(1, {});
  Minimise(&solver, [](Span<const double>, Span<double> g) {
    g[0] = 0;
    return 7.0;
  });
  EXPECT_TRUE(solver.converged());
}

TEST(SolverTest, MayBeDroppedAtAnyPoint) {
  for (const double l1 : {0.0, 0.5}) {
    for (int events = 0; events < 12; ++events) {
      LbfgsSettings settings;
      settings.l1 = l1;
      LbfgsSolver solver(2, settings);
      for (int i = 0; i < events; ++i) {
        if (solver.Next() == LbfgsSolver::Event::kEvaluate && i + 1 < events) {
          solver.Tell(Rosenbrock(solver.point(), solver.gradient()));
        }
      }
    }
  }
}

}  // namespace
}  // namespace weft
