#include "projections.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "data.h"
#include "settings.h"
#include "table.h"

namespace weft::cli {
namespace {

Options ProjectingOptions(const BitextFlags& flags) {
  Options options("project");
  ApplySettings(flags.project, flags.project_flag, &options);
  return options;
}

// One bitext, and what is to become of it.
struct Step {
  NamedBitext bitext;
  std::string model, name;  // "": none
  size_t corpus;            // among those that are made, in the order of their first steps
};

bool SameTokens(const Corpus& a, const Corpus& b) {
  if (a.sentences() != b.sentences() || a.tokens() != b.tokens()) return false;
  for (size_t s = 0; s < a.sentences(); ++s) {
    if (a.sentence_begin(s) != b.sentence_begin(s)) return false;
  }
  for (size_t t = 0; t < a.tokens(); ++t) {
    if (a.token(t) != b.token(t)) return false;
  }
  return true;
}

// Where a step's target side is made: with that of an earlier one if both have the same sentences.
size_t CorpusOf(const NamedBitext& bitext, const std::vector<Step>& before) {
  size_t next = 0;
  for (const Step& step : before) {
    if (SameTokens(step.bitext.bitext.target(), bitext.bitext.target())) return step.corpus;
    next = std::max(next, step.corpus + 1);
  }
  return next;
}

// Votes of one name are of one source: an earlier step has it on the same sentences, or for
// another tagger.
bool IsTaken(const std::string& name, const std::string& model, size_t corpus,
             const std::vector<Step>& before) {
  return std::any_of(before.begin(), before.end(), [&](const Step& step) {
    return step.name == name && (step.corpus == corpus || step.model != model);
  });
}

// That of --name, of the option, or of the model's file: with a number where it is taken.
std::string NameOf(const BitextFlags& flags, const std::string& model, size_t corpus,
                   const std::vector<Step>& before) {
  std::string name(ProjectingOptions(flags).Get("name"));
  const bool by_option = name != Options("project").Get("name"), by_flag = !flags.names.empty();
  if (by_option && by_flag) {
    throw UsageError("--name and " + flags.project_flag + " name= both say what votes are called");
  }
  const bool given = by_option || by_flag;
  if (by_flag) name = flags.names[before.size()];
  if (!given && !model.empty()) name = std::filesystem::path(model).stem().string();
  std::string free = name;
  for (int n = 2; !given && IsTaken(free, model, corpus, before); ++n) {
    free = name + std::to_string(n);
  }
  if (IsTaken(free, model, corpus, before)) {
    throw UsageError(
        "bitexts of the same target sentences, or of different taggers, cannot both be the source "
        "\"" +
        free + "\"; expected a --name for each");
  }
  return free;
}

// What is projected onto: of several targets of the same sentences the one that has labels or
// votes, which only sides in files of their own have.
std::vector<Corpus> TargetsOf(const std::vector<Step>& steps) {
  std::vector<Corpus> corpora;
  for (const Step& step : steps) {
    Corpus target = step.bitext.bitext.target();
    if (step.corpus == corpora.size()) {
      corpora.push_back(std::move(target));
    } else if (target.labels() > 0) {
      corpora[step.corpus] = std::move(target);
    }
  }
  return corpora;
}

void RequireNewNames(const std::vector<Step>& steps, const std::vector<Corpus>& targets) {
  for (const Step& step : steps) {
    const Corpus& target = targets[step.corpus];
    for (size_t j = 0; j < target.sources(); ++j) {
      if (step.name.empty() || target.source(j) != step.name) continue;
      throw Failure("the target side of " + step.bitext.name + " has votes of \"" + step.name +
                    "\" already; expected another --name");
    }
  }
}

std::vector<Step> PlanSteps(const BitextFlags& flags, const Common& common) {
  std::vector<Step> steps;
  const bool gold = ProjectsGold(flags);
  if (gold && !flags.names.empty()) {
    throw UsageError("--name is of votes; it does not go with output=gold");
  }
  for (NamedBitext& bitext : ReadBitexts(flags, common)) {
    std::string model;
    if (!flags.models.empty()) model = flags.models[flags.models.size() > 1 ? steps.size() : 0];
    if (model.empty() && !bitext.bitext.source().has_gold()) {
      throw Failure("the source side of " + bitext.name +
                    " has no gold labels to project; expected --source-model, the tagger of its "
                    "language");
    }
    const size_t corpus = CorpusOf(bitext, steps);
    const bool again = std::any_of(steps.begin(), steps.end(),
                                   [&](const Step& step) { return step.corpus == corpus; });
    if (gold && again) {
      throw Failure(bitext.name +
                    " has the target sentences of a bitext before it, whose gold labels its own "
                    "would replace; expected output=votes");
    }
    const std::string name = gold ? "" : NameOf(flags, model, corpus, steps);
    steps.push_back({std::move(bitext), model, name, corpus});
  }
  return steps;
}

void Note(const Common& common, const std::string& text) {
  if (!common.quiet) PrintNote(text + "\n");
}

using Taggers = std::map<std::string, Model>;  // by path

std::optional<Result> TagSource(const Step& step, const std::string& labels, const Common& common,
                                Taggers* taggers) {
  if (step.model.empty()) return std::nullopt;
  auto found = taggers->find(step.model);
  if (found == taggers->end()) {
    found = taggers->emplace(step.model, Model::Load(step.model)).first;
  }
  const Model& tagger = found->second;
  const Corpus source = step.bitext.bitext.source();
  Note(common, "tagging the source side with " + step.model + ": " +
                   Counted(source.sentences(), "sentence") + ", " +
                   Counted(source.tokens(), "token"));
  return DecodeData(tagger, source, common,
                    labels == "soft" ? WEFT_WANT_MARGINALS : WEFT_WANT_LABELS);
}

std::string Percent(double share) { return Fixed(100 * share, 1) + " %"; }

size_t CountOf(const Json& report, const char* key) { return report.at(key).get<size_t>(); }

std::string DescribeGold(const Json& report) {
  const Json& tokens = report.at("tokens");
  std::string text;
  if (report.contains("gold")) {
    const Json& gold = report.at("gold");
    text += "agreement with the target side's gold labels: " +
            Percent(gold.at("agreement").get<double>()) + " of " +
            Counted(CountOf(gold, "compared"), "token") + "; " +
            Percent(gold.at("named_agreement").get<double>()) + " of the " +
            Count(CountOf(gold, "named_compared")) + " of which either says more than O\n";
  }
  const size_t kept = CountOf(tokens, "gold_kept");
  if (kept > 0) {
    text += Counted(kept, "target token") +
            " keep their own gold label, which is learned before any vote "
            "(target_gold=drop leaves them out)\n";
  }
  return text;
}

// Entries of the label map that no bitext has a label for, between blanks.
std::string UnusedEntries(const Json& reports) {
  std::map<std::string, size_t> unused_by;
  for (const Json& report : reports) {
    std::istringstream entries(report.at("unused_map_entries").get<std::string>());
    for (std::string entry; entries >> entry;) ++unused_by[entry];
  }
  std::string unused;
  for (const auto& [entry, bitexts] : unused_by) {
    if (bitexts == reports.size()) unused += (unused.empty() ? "" : " ") + entry;
  }
  return unused;
}

}  // namespace

bool ProjectsGold(const BitextFlags& flags) {
  return ProjectingOptions(flags).Get("output") == "gold";
}

Projected ProjectBitexts(const BitextFlags& flags, const Common& common) {
  const std::vector<Step> steps = PlanSteps(flags, common);
  const std::vector<Corpus> targets = TargetsOf(steps);
  RequireNewNames(steps, targets);
  std::vector<Corpus> corpora = TargetsOf(steps);
  Taggers taggers;
  Json reports = Json::array();
  for (const Step& step : steps) {
    const std::optional<Result> result = TagSource(step, flags.labels, common, &taggers);
    Options options = ProjectingOptions(flags);
    if (!step.name.empty()) options.Set("name", step.name);
    const Result* labels = result ? &*result : nullptr;
    const Bitext& bitext = step.bitext.bitext;
    const Projection projection = bitext.WithTarget(corpora[step.corpus]).Project(labels, &options);
    // An earlier step may have dropped the gold labels that this one's are compared with.
    const Corpus& target = targets[step.corpus];
    const bool dropped = target.has_gold() && !corpora[step.corpus].has_gold();
    const Report found = dropped ? bitext.WithTarget(target).Project(labels, &options).report()
                                 : projection.report();
    corpora[step.corpus] = projection.corpus();
    Json report = {{"bitext", step.bitext.name}, {"model", nullptr}, {"name", nullptr}};
    if (!step.model.empty()) report["model"] = step.model;
    if (!step.name.empty()) report["name"] = step.name;
    report.update(Json::parse(found.json()));
    reports.push_back(std::move(report));
  }
  if (corpora.size() > 1) {
    Note(common, "the target sides have " + std::to_string(corpora.size()) +
                     " sets of sentences: joined one after the other");
  }
  return {Joined(std::move(corpora), common), std::move(reports)};
}

std::string Describe(const Json& reports) {
  std::string text;
  for (const Json& report : reports) {
    const Json &pairs = report.at("pairs"), &tokens = report.at("tokens");
    text += report.at("bitext").get<std::string>() + ": " + Counted(CountOf(pairs, "all"), "pair") +
            ", " + Count(CountOf(pairs, "used")) + " used";
    for (const char* why : {"skipped", "unlinked", "sparse", "uneven"}) {
      if (CountOf(pairs, why) > 0) text += ", " + Count(CountOf(pairs, why)) + " " + why;
    }
    text += "; " + Counted(CountOf(report, "links"), "link") + "\nof " +
            Counted(CountOf(tokens, "all"), "target token") + " " +
            Count(CountOf(tokens, "labelled")) + " (" + Percent(tokens.at("share").get<double>()) +
            ") have an expectation; " + Count(CountOf(tokens, "many_to_one")) +
            " from several source tokens";
    for (const auto& [key, what] :
         {std::pair{"repaired", " with B and I repaired"}, {"outside", " O without a link"}}) {
      if (CountOf(tokens, key) > 0) text += ", " + Count(CountOf(tokens, key)) + what;
    }
    text += "\n";
    const size_t silent = CountOf(tokens, "unlabelled") + CountOf(tokens, "unmapped");
    if (silent > 0) {
      text += Counted(silent, "token") +
              " linked to source tokens without a label that the target side has\n";
    }
    text += DescribeGold(report);
    Table table({"label", "expected tokens", "share"});
    for (const auto& [label, found] : report.at("labels").items()) {
      table.Add({label, Fixed(found.at("expected").get<double>(), 1),
                 Fixed(found.at("share").get<double>(), 4)});
    }
    text += table.Text();
  }
  const std::string unused = UnusedEntries(reports);
  if (!unused.empty()) {
    text += "warning: the label map has entries for what is no source label: " + unused + "\n";
  }
  return text;
}

}  // namespace weft::cli
