#include "weak/source_options.h"

#include "weak/vote_options.h"

namespace weft {

void AddSourceOptions(const SourceDefaults& defaults, OptionTable* table) {
  AddVoteOptions(table);
  table->Float("max_fire", 0.3, 0, 1,
               "a source that names something on more than this share of its tokens does not "
               "silence the O of others in the starting vote");
  AddRedundancyOptions(table);
  if (defaults.contexts) {
    table->Choice("context", "span", {"span", "none"},
                  "span: one confusion matrix for tokens after a named one and another for the "
                  "rest; none: one for all");
  }
  const bool full = defaults.family == ConfusionFamily::kFull;
  table->Choice("confusion", full ? "full" : "factored", {"factored", "full"},
                "factored: fires or not, which type, which position, each on its own; full: any "
                "vote given any label");
  table->Float("anchor", 1, 0, 1e6,
               "how far a source that few others corroborate stays where the starting vote puts "
               "it; 0: not at all");
  table->Float("pool", 20, 0, 1e9,
               "tokens of each label that the mean annotator weighs in an annotator's confusion "
               "matrix");
  table->Float("transition_prior", 2, 0, 1e6,
               "weight of the starting vote's label counts, as pseudo-counts");
  table->Float("smoothing", 0.01, 0, 1e6, "pseudo-count of every possible vote and transition");
  table->Float("accuracy_bound", 0, 0, 0.999,
               "no source is believed to be right less often than this where it names something, "
               "at the starting vote's shares of labels, nor worse than blind; 0: no bound");
  AddSourcePriorOptions(table);
  table->Float("sparsity_epsilon", 0, 0, 1,
               "where a source names a type, the others' O becomes a distribution with this mass "
               "on O, the rest even; 0: off");
  table->Bool("constrained", true, "only label sequences that are legal in the tag scheme");
}

SourceSettings ReadSourceOptions(const Options& options, const Corpus& train) {
  SourceSettings settings;
  settings.votes = ReadVoteOptions(options, train, OMeans::kOutside);
  settings.votes.sparsity_epsilon = options.GetFloat("sparsity_epsilon");
  if (options.table().Find("context")) {
    settings.votes.contexts = ContextsOf(options.GetString("context") == "span", train);
  }
  settings.outside_given = OutsideGiven(options, train);
  settings.anchors.smoothing = options.GetFloat("smoothing");
  settings.anchors.anchor = options.GetFloat("anchor");
  settings.anchors.pool = options.GetFloat("pool");
  settings.anchors.priors = ReadSourcePriors(options, train);
  settings.family = options.GetString("confusion") == "full" ? ConfusionFamily::kFull
                                                             : ConfusionFamily::kFactored;
  settings.accuracy_bound = options.GetFloat("accuracy_bound");
  settings.redundancy = options.GetBool("redundancy");
  settings.redundancy_shrink = options.GetFloat("redundancy_shrink");
  settings.max_fire = options.GetFloat("max_fire");
  settings.transition_prior = options.GetFloat("transition_prior");
  return settings;
}

void AddVoteEmOptions(OptionTable* table) {
  EmSettings defaults;
  defaults.iterations = 20;
  defaults.tolerance = 1e-6;
  defaults.patience = 5;
  AddEmOptions(defaults, table);
}

}  // namespace weft
