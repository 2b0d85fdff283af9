#include "model/checkpoint.h"

#include "core/error.h"
#include "core/os.h"
#include "method/archive.h"
#include "model/envelope.h"
#include "model/registry.h"
#include "model/run_identity.h"
#include "neural/plugin.h"

namespace weft {
namespace {

using Identity = std::map<std::string, std::string>;

constexpr char kRun[] = "run";

void RequireResumable(const Method& method) {
  if (method.resumable) return;
  std::string all;
  for (const Method* other : Methods()) {
    if (other->resumable) all += (all.empty() ? "" : ", ") + other->name;
  }
  Fail(Status::kUnsupported, "method ", method.name, " has no checkpoints (these have: ", all, ")");
}

void RequireSameBuild(const std::string& build) {
  if (build == BuildIdentity()) return;
  constexpr size_t kShown = 12;
  Fail(Status::kVersion, "the checkpoint is of another build of weft: expected ",
       std::string_view(BuildIdentity()).substr(0, kShown), ", found ", build.substr(0, kShown));
}

void RequireSame(const Identity& expected, const Identity& found) {
  const auto value = [](const Identity& identity, const std::string& name) {
    const auto at = identity.find(name);
    return at == identity.end() ? "none" : at->second;
  };
  Identity names = expected;
  names.insert(found.begin(), found.end());
  for (const auto& entry : names) {
    const std::string& name = entry.first;
    const std::string wanted = value(expected, name), is = value(found, name);
    Require(wanted == is, "the checkpoint is of another run; ", name, ": expected ", wanted,
            ", found ", is);
  }
}

// The method's own sections of a checkpoint of `run`.
std::vector<Section> ReadCheckpoint(const RunInput& run, std::string_view bytes) {
  std::vector<Section> sections = ReadEnvelope(kCheckpointFile, bytes).sections;
  std::string build;
  Identity found;
  FromSection(FindSection(sections, kRun), kRun, build, found);
  RequireSameBuild(build);
  RequireSame(RunIdentity(run), found);
  sections.erase(sections.begin());  // "run", as it was written
  return sections;
}

}  // namespace

void SaveCheckpoint(const RunInput& run, const Trainer& trainer, const std::string& path) {
  RequireResumable(*run.method);
  std::vector<Section> sections = {
      {kRun, ToSection(std::string(BuildIdentity()), RunIdentity(run))}};
  for (Section& section : trainer.Save()) sections.push_back(std::move(section));
  WriteFileAtomic(path, WriteEnvelope(kCheckpointFile, run.method->name, sections));
}

std::unique_ptr<Trainer> ResumeTrainer(const RunInput& run, TrainingHooks hooks,
                                       const std::string& path) {
  RequireResumable(*run.method);
  std::vector<Section> sections =
      NamingFile(path, [&, bytes = ReadFile(path)] { return ReadCheckpoint(run, bytes); });
  std::unique_ptr<Trainer> trainer = NewTrainer(run, std::move(hooks));
  NamingFile(path, [&] { trainer->Restore(std::move(sections)); });
  return trainer;
}

}  // namespace weft
