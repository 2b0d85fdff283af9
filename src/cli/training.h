// A training run as people see it: progress, warnings, Ctrl-C.
#pragma once

#include <optional>
#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "output.h"
#include "system.h"
#include "warnings.h"

namespace weft::cli {

/// A file that a run is kept in against being stopped or killed.
struct Checkpoint {
  std::string path;    ///< "": none
  double every = 300;  ///< seconds between two writes of it
};

/// How a run ended.
struct Run {
  std::optional<Model> model;  ///< the best so far; none where the run was stopped before the first
  weft_progress progress = {};
  bool interrupted = false;
  std::string stop_reason;
  std::vector<double> objectives;
  Warnings warnings;
};

/// Trains to the end, or until `interrupts` sees one. Goes on from the checkpoint where there is
/// one; an interrupt leaves one. Shows progress on standard error unless `quiet`. The first
/// interrupt after it does nothing but be seen: the model is not saved yet.
Run Train(const Options& options, const Corpus& train, const Corpus* dev,
          const Checkpoint& checkpoint, bool quiet, Interrupts* interrupts);

/// "converged after 12 iterations in 0.31 s: the gain fell below 1e-4".
std::string Describe(const Run& run);
/// Keys "seconds", "iterations", "converged", "stop_reason", "objectives", "dev_f1".
void AddRun(const Run& run, Json* json);

}  // namespace weft::cli
