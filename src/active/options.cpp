#include "active/options.h"

#include <limits>

#include "core/error.h"
#include "core/parallel.h"

namespace weft {
namespace {

const std::vector<std::string>& UtilityNames() {
  static const std::vector<std::string> kNames = {"least-confidence",     "margin",
                                                  "token-entropy",        "k-best-entropy",
                                                  "k-best-share-entropy", "random"};
  return kNames;
}

const std::vector<std::string>& ModeNames() {
  static const std::vector<std::string> kNames = {"fusal", "sesal", "kbest-sesal"};
  return kNames;
}

template <typename Enum>
Enum Chosen(const std::vector<std::string>& names, const std::string& name) {
  size_t i = 0;
  while (names[i] != name) ++i;
  return static_cast<Enum>(i);
}

// An option that has no effect may only have its default.
void RequireUnset(const Options& options, const char* key, bool has_effect, const char* where) {
  if (has_effect || options.Get(key) == options.table().Find(key)->default_value) return;
  Fail(Status::kInvalidArgument, "option ", key, " has no effect ", where);
}

}  // namespace

OptionTable ActiveOptionTable() {
  OptionTable table;
  table
      .Choice(
          "utility", "least-confidence", UtilityNames(),
          "which sentence is asked about next: the one whose labels the model is least sure of, "
          "by one of these measures, or a random one")
      .Int("entropy_paths", 10, 2, 1000000, "best paths that the k-best entropies are taken over")
      .Bool("per_token", false,
            "measure by token, so that long sentences do not go first for their length: "
            "probabilities of paths to the power of one by the number of tokens without a label, "
            "entropies divided by it")
      .Float("density", 0, 0, 100,
             "prefer sentences that are like many others: the utility is multiplied by the mean "
             "similarity to the pool to this power; 0: no")
      .Choice("query", "kbest-sesal", ModeNames(),
              "which tokens are asked for: all, those whose label is less sure than threshold, or "
              "those on which the k best paths differ; the model labels the others")
      .Int("k", 100, 1, 1000000, "best paths of kbest-sesal: more of them ask for more tokens")
      .Float("threshold", 0.99, 0, 1, "probability of sesal that a label needs not to be asked for")
      .Int("delay", 0, 0, 1000000000,
           "batches, from the first on, of which every token is asked for")
      .Int("batch", 1, 1, 1000000, "sentences between two updates of the model")
      .Float("diversity", 0, 0, 1,
             "how much of its utility a sentence loses to its similarity to one that is in the "
             "batch already")
      .Choice(
          "retrain", "steps", {"steps", "full"},
          "an update goes on from what was learned before, where the tagger can, or trains anew")
      .Float("labelled", 1, 0, 1,
             "of the sentences that have labels, the share, drawn at random, that counts as "
             "labelled; below 1 to try out a setting where the answers are known")
      .Int("seed", 1, 0, std::numeric_limits<int32_t>::max(), "of that draw and of utility random")
      .Int("threads", 1, 0, kMostThreads,
           "threads to rank the pool with; 0 = one per core; results do not depend on it");
  return table;
}

ActiveSettings ActiveSettingsFrom(const Options& options) {
  ActiveSettings s;
  s.utility = Chosen<Utility>(UtilityNames(), options.GetString("utility"));
  s.entropy_paths = options.GetInt("entropy_paths");
  s.per_token = options.GetBool("per_token");
  s.density = options.GetFloat("density");
  s.mode = Chosen<QueryMode>(ModeNames(), options.GetString("query"));
  s.k = options.GetInt("k");
  s.threshold = options.GetFloat("threshold");
  s.delay = options.GetInt("delay");
  s.batch = options.GetInt("batch");
  s.diversity = options.GetFloat("diversity");
  s.in_steps = options.GetString("retrain") == "steps";
  s.labelled = options.GetFloat("labelled");
  s.seed = static_cast<uint64_t>(options.GetInt("seed"));
  s.threads = static_cast<int>(options.GetInt("threads"));
  const bool random = s.utility == Utility::kRandom, full = s.mode == QueryMode::kFull;
  RequireUnset(options, "entropy_paths",
               s.utility == Utility::kKBestEntropy || s.utility == Utility::kKBestShareEntropy,
               "but where utility is an entropy over the k best paths");
  RequireUnset(options, "per_token", !random, "where utility is random");
  RequireUnset(options, "density", !random, "where utility is random");
  RequireUnset(options, "k", s.mode == QueryMode::kKBest, "but where query is kbest-sesal");
  RequireUnset(options, "threshold", s.mode == QueryMode::kThreshold, "but where query is sesal");
  RequireUnset(options, "delay", !full, "where query is fusal");
  RequireUnset(options, "diversity", s.batch > 1, "where batch is 1");
  return s;
}

}  // namespace weft
