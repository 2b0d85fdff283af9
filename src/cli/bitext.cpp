#include "bitext.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "data.h"
#include "settings.h"
#include "table.h"

namespace weft::cli {
namespace {

// A file of one side is a sentence a line unless its name, or --read, says otherwise.
Corpus ReadSide(const std::string& path, const Common& common) {
  Options reading = ReadingOptions(common.read);
  const std::string ending = EndingOf(path);
  constexpr const char* kOthers[] = {".jsonl", ".json", ".conll", ".conllu",
                                     ".iob",   ".bio",  ".tsv"};
  const bool known = std::find(std::begin(kOthers), std::end(kOthers), ending) != std::end(kOthers);
  if (!known && reading.Get("format") == "auto") reading.Set("format", "lines");
  return Corpus::Read(path, &reading);
}

Options AligningOptions(const BitextFlags& flags) {
  Options options("bitext");
  if (!flags.alignment.empty()) options.Set("alignment", flags.alignment);
  if (!flags.reverse_alignment.empty()) options.Set("reverse_alignment", flags.reverse_alignment);
  ApplySettings(flags.align, "--align", &options);
  return options;
}

struct NamedBitext {
  std::string name;
  Bitext bitext;
};

std::vector<NamedBitext> ReadBitexts(const BitextFlags& flags, const Common& common) {
  const Options aligning = AligningOptions(flags);
  std::vector<NamedBitext> all;
  for (const std::string& path : flags.bitexts) {
    all.push_back({path, Bitext::Read(path, &aligning)});
  }
  if (!flags.source.empty()) {
    all.push_back(
        {flags.source + " " + flags.target,
         Bitext::Align(ReadSide(flags.source, common), ReadSide(flags.target, common), aligning)});
  }
  if (flags.through.empty()) return all;
  // Options of files of links were of the first step.
  Options second("bitext");
  for (const char* key : {"links", "reverse_links", "symmetrize", "first_index", "on_error"}) {
    second.Set(key, aligning.Get(key));
  }
  const Bitext next = Bitext::Read(flags.through, &second);
  for (NamedBitext& named : all) {
    named.bitext = named.bitext.Through(next);
    named.name += " through " + flags.through;
  }
  return all;
}

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

// The same links with another corpus of the same tokens on the target side.
Bitext Onto(const Bitext& bitext, const Corpus& target) {
  std::vector<std::vector<int32_t>> links;
  std::vector<float> confidences;
  for (size_t p = 0; p < bitext.pairs(); ++p) {
    const View<int32_t> pair = bitext.links(p);
    links.emplace_back(pair.begin(), pair.end());
    const View<float> sure = bitext.confidences(p);
    confidences.insert(confidences.end(), sure.begin(), sure.end());
  }
  return Bitext::Link(bitext.source(), target, links, confidences);
}

Options ProjectingOptions(const BitextFlags& flags, const std::string& name) {
  Options options("project");
  options.Set("name", name);
  ApplySettings(flags.project, "--project", &options);
  return options;
}

std::string NameOf(const BitextFlags& flags, size_t i, const std::string& model) {
  if (!flags.names.empty()) return flags.names[i];
  return model.empty() ? "projected" : std::filesystem::path(model).stem().string();
}

void Note(const Common& common, const std::string& text) {
  if (!common.quiet) PrintNote(text + "\n");
}

std::optional<Result> TagSource(const Bitext& bitext, const std::string& model,
                                const std::string& labels, const Common& common) {
  if (model.empty()) return std::nullopt;
  const Model tagger = Model::Load(model);
  const Corpus source = bitext.source();
  Note(common, "tagging the source side with " + model + ": " +
                   Counted(source.sentences(), "sentence") + ", " +
                   Counted(source.tokens(), "token"));
  return DecodeData(tagger, source, common,
                    labels == "soft" ? WEFT_WANT_MARGINALS : WEFT_WANT_LABELS);
}

std::string Percent(double share) { return Fixed(100 * share, 1) + " %"; }

}  // namespace

void AddBitextFlags(CLI::App* app, BitextFlags* flags) {
  app->add_option(
         "--bitext", flags->bitexts,
         "Both sides in one file: JSON lines with src, tgt and links, or lines \"source ||| "
         "target\" with --alignment. Given again: one more source")
      ->type_name("FILE")
      ->allow_extra_args(false);
  CLI::Option* source =
      app->add_option("--source", flags->source,
                      "The source side in a file of its own: a sentence a line, or any corpus")
          ->type_name("FILE");
  CLI::Option* target =
      app->add_option("--target", flags->target, "The target side likewise")->type_name("FILE");
  source->needs(target);
  target->needs(source);
  app->add_option("--alignment", flags->alignment,
                  "Links, a line per sentence pair: 0-0 1-2 ... (Pharaoh, fast_align, AWESoME)")
      ->type_name("FILE");
  app->add_option("--reverse-alignment", flags->reverse_alignment,
                  "Links of an aligner's run in the other direction")
      ->type_name("FILE");
  app->add_option("--through", flags->through,
                  "Bitext from the target language of --bitext to another: go through it")
      ->type_name("FILE");
  app->add_option(
         "--source-model", flags->models,
         "The tagger of the source language; without one, the source side's gold labels are "
         "projected. Given again: one for each bitext")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  app->add_option(
         "--name", flags->names,
         "What the source of the projected votes is called; by default as the model's file")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app->add_option("--labels", flags->labels,
                  "Project the tagger's marginals (soft), or its best labels (hard)")
      ->check(CLI::IsMember({"soft", "hard"}))
      ->capture_default_str();
  app->add_option("--align", flags->align, "An option of how bitext is read (weft options bitext)")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void CheckBitextFlags(const BitextFlags& flags) {
  const size_t count = flags.bitexts.size() + !flags.source.empty();
  if (count == 0) throw UsageError("expected --bitext FILE, or --source, --target and --alignment");
  if (!flags.source.empty() && flags.alignment.empty()) {
    throw UsageError("--source and --target expect --alignment, a file of links");
  }
  if (flags.models.size() > 1 && flags.models.size() != count) {
    throw UsageError("expected one --source-model, or one for each of " + std::to_string(count) +
                     " bitexts, found " + std::to_string(flags.models.size()));
  }
  if (!flags.names.empty() && flags.names.size() != count) {
    throw UsageError("expected one --name for each of " + std::to_string(count) +
                     " bitexts, found " + std::to_string(flags.names.size()));
  }
}

bool ProjectsGold(const BitextFlags& flags) {
  return ProjectingOptions(flags, "any").Get("output") == "gold";
}

Projected ProjectBitexts(const BitextFlags& flags, const Common& common) {
  std::vector<Corpus> parts;
  Json reports = Json::array();
  size_t i = 0;
  for (NamedBitext& named : ReadBitexts(flags, common)) {
    const std::string model =
        flags.models.empty() ? "" : flags.models[flags.models.size() > 1 ? i : 0];
    const std::string name = NameOf(flags, i++, model);
    const std::optional<Result> result = TagSource(named.bitext, model, flags.labels, common);
    const Options options = ProjectingOptions(flags, name);
    const bool same = !parts.empty() && SameTokens(parts.back(), named.bitext.target());
    if (same && options.Get("output") == "gold") {
      throw Failure(named.name +
                    " has the target sentences of the bitext before it, whose gold "
                    "labels its own would replace; expected output=votes");
    }
    if (same) {
      named.bitext = Onto(named.bitext, parts.back());
      parts.pop_back();
    }
    const Projection projection = named.bitext.Project(result ? &*result : nullptr, &options);
    parts.push_back(projection.corpus());
    Json report = {{"bitext", named.name}, {"model", nullptr}, {"name", options.Get("name")}};
    if (!model.empty()) report["model"] = model;
    report.update(Json::parse(projection.report().json()));
    reports.push_back(std::move(report));
  }
  return {Joined(std::move(parts)), std::move(reports)};
}

std::string Describe(const Json& reports) {
  std::string text;
  for (const Json& report : reports) {
    const Json &pairs = report.at("pairs"), &tokens = report.at("tokens");
    const auto count = [](const Json& of, const char* key) { return of.at(key).get<size_t>(); };
    text += report.at("bitext").get<std::string>() + ": " + Counted(count(pairs, "all"), "pair") +
            ", " + Count(count(pairs, "used")) + " used";
    for (const char* why : {"skipped", "sparse", "uneven"}) {
      if (count(pairs, why) > 0) text += ", " + Count(count(pairs, why)) + " " + why;
    }
    text += "; " + Counted(count(report, "links"), "link") + "\nof " +
            Counted(count(tokens, "all"), "target token") + " " + Count(count(tokens, "labelled")) +
            " (" + Percent(tokens.at("share").get<double>()) + ") have an expectation; " +
            Count(count(tokens, "many_to_one")) + " from several source tokens, " +
            Count(count(tokens, "repaired")) + " with B and I repaired\n";
    const size_t silent = count(tokens, "unlabelled") + count(tokens, "unmapped");
    if (silent > 0) {
      text += Counted(silent, "token") +
              " linked to source tokens without a label that the target "
              "side has\n";
    }
    if (report.contains("gold")) {
      const Json& gold = report.at("gold");
      text += "agreement with the target side's gold labels: " +
              Percent(gold.at("agreement").get<double>()) + " of " +
              Counted(count(gold, "compared"), "token") + "; " +
              Percent(gold.at("named_agreement").get<double>()) + " of the " +
              Count(count(gold, "named_compared")) + " of which either says more than O\n";
    }
    Table table({"label", "expected tokens", "share"});
    for (const auto& [label, found] : report.at("labels").items()) {
      table.Add({label, Fixed(found.at("expected").get<double>(), 1),
                 Fixed(found.at("share").get<double>(), 4)});
    }
    text += table.Text();
  }
  return text;
}

}  // namespace weft::cli
