// Checkpoints: files from which a training run that was stopped, or killed, goes on. In the
// envelope of model files; the first section, "run", says of which build and run one is, the others
// belong to the method.
#pragma once

#include <memory>
#include <string>

#include "model/training.h"

namespace weft {

/// Writes where `trainer` stands, which NewTrainer or ResumeTrainer made of `run`, as SaveModel
/// writes a model. Fails with kUnsupported where the method is not resumable.
void SaveCheckpoint(const RunInput& run, const Trainer& trainer, const std::string& path);

/// The run that goes on where the checkpoint was written, to the model that it would have had
/// without a break, to the last bit (on machines whose kernels are of one level, see core/cpu.h).
/// Fails with kNotFound or kIo (cannot be read), kFormat (no checkpoint), kVersion (of another
/// build), kCorrupt (cut or changed), kInvalidArgument (of another run; names an option or corpus
/// that differs), or as NewTrainer does.
std::unique_ptr<Trainer> ResumeTrainer(const RunInput& run, TrainingHooks hooks,
                                       const std::string& path);

}  // namespace weft
