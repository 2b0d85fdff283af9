#include "bitext.h"

#include <algorithm>

#include "data.h"
#include "output.h"
#include "settings.h"

namespace weft::cli {
namespace {

constexpr char kNone[] = "none";

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

// "KEY=VALUE" is of every bitext, "2:KEY=VALUE" of the second alone: 0 and 2.
size_t BitextOf(const std::string& setting) {
  const size_t colon = setting.find(':');
  const bool numbered = colon != std::string::npos && colon > 0 && colon < 9 &&
                        setting.find_first_not_of("0123456789") == colon;
  return numbered ? std::stoul(setting) : 0;
}

std::string WithoutNumber(const std::string& setting) {
  return BitextOf(setting) > 0 ? setting.substr(setting.find(':') + 1) : setting;
}

// Those of --align that are of bitext i, from 0.
std::vector<std::string> AlignSettings(const BitextFlags& flags, size_t i) {
  std::vector<std::string> settings;
  for (const std::string& setting : flags.align) {
    const size_t of = BitextOf(setting);
    if (of == 0 || of == i + 1) settings.push_back(WithoutNumber(setting));
  }
  return settings;
}

// How bitext i is aligned.
Options AligningOptions(const BitextFlags& flags, size_t i) {
  Options options("bitext");
  const auto name = [&](const std::vector<std::string>& files, const char* key) {
    if (i < files.size() && files[i] != kNone) options.Set(key, files[i]);
  };
  name(flags.alignments, "alignment");
  name(flags.reverse_alignments, "reverse_alignment");
  ApplySettings(AlignSettings(flags, i), "--align", &options);
  return options;
}

// The second step is read as the first, but that its files and members are its own.
Options ThroughOptions(const BitextFlags& flags) {
  Options first("bitext"), second("bitext");
  ApplySettings(AlignSettings(flags, flags.count()), "--align", &first);
  for (const char* key : {"first_index", "on_error"}) second.Set(key, first.Get(key));
  ApplySettings(flags.through_align, "--through-align", &second);
  return second;
}

void RequireOneForEach(const std::string& flag, size_t found, size_t count) {
  if (found == 0 || found == count) return;
  throw UsageError("expected one " + flag + " for each of " + std::to_string(count) +
                   " bitexts, found " + std::to_string(found));
}

}  // namespace

void AddBitextFlags(CLI::App* app, BitextFlags* flags) {
  const auto list = [app](const char* flag, std::vector<std::string>* values, const char* help) {
    return app->add_option(flag, *values, help)->allow_extra_args(false);
  };
  list("--bitext", &flags->bitexts,
       "Both sides in one file: JSON lines with src, tgt and links, lines \"source ||| target ||| "
       "links\", or \"source ||| target\" with --alignment. Given again: one more source")
      ->type_name("FILE");
  CLI::Option* source =
      app->add_option("--source", flags->source,
                      "The source side in a file of its own: a sentence a line, or any corpus")
          ->type_name("FILE");
  CLI::Option* target =
      app->add_option("--target", flags->target, "The target side likewise")->type_name("FILE");
  source->needs(target);
  target->needs(source);
  list("--alignment", &flags->alignments,
       "Links, a line per sentence pair: 0-0 1-2 ... (Pharaoh, fast_align, AWESoME). Given again: "
       "one for each bitext; none: its own lines have them")
      ->type_name("FILE");
  list("--reverse-alignment", &flags->reverse_alignments,
       "Links of an aligner's run in the other direction, likewise")
      ->type_name("FILE");
  app->add_option("--through", flags->through,
                  "Bitext from the target language of --bitext to another: go through it. Its "
                  "source sentences are the target sentences of --bitext")
      ->type_name("FILE");
  list("--source-model", &flags->models,
       "The tagger of the source language; without one, the source side's gold labels are "
       "projected. Given again: one for each bitext")
      ->type_name("MODEL");
  list("--name", &flags->names,
       "What the source of the projected votes is called; by default as the model's file. Given "
       "again: one for each bitext")
      ->type_name("NAME");
  app->add_option("--labels", flags->labels,
                  "Project the tagger's marginals (soft), or its best labels (hard)")
      ->check(CLI::IsMember({"soft", "hard"}))
      ->capture_default_str();
  list(
      "--align", &flags->align,
      "An option of how every --bitext is read (weft options bitext); 2:KEY=VALUE is of the second "
      "alone. first_index and on_error are of --through too")
      ->type_name("[N:]KEY=VALUE");
  list("--through-align", &flags->through_align, "An option of how --through is read")
      ->type_name("KEY=VALUE");
}

void CheckBitextFlags(const BitextFlags& flags, const std::string& out) {
  const size_t count = flags.count();
  if (count == 0) throw UsageError("expected --bitext FILE, or --source, --target and --alignment");
  RequireOneForEach("--alignment", flags.alignments.size(), count);
  RequireOneForEach("--reverse-alignment", flags.reverse_alignments.size(), count);
  RequireOneForEach("--name", flags.names.size(), count);
  for (const std::string& setting : flags.align) {
    if (BitextOf(setting) <= count) continue;
    throw UsageError("--align " + setting + ": there are " + std::to_string(count) + " bitexts");
  }
  if (flags.models.size() != 1) RequireOneForEach("--source-model", flags.models.size(), count);
  if (!flags.source.empty() && (flags.alignments.empty() || flags.alignments.back() == kNone)) {
    throw UsageError("--source and --target expect --alignment, a file of links");
  }
  if (flags.through.empty() && !flags.through_align.empty()) {
    throw UsageError("--through-align goes with --through");
  }
  const auto differ = [&](const char* flag, const std::vector<std::string>& files) {
    for (const std::string& file : files) RequireDifferentFiles({{flag, file}, {"--out", out}});
  };
  differ("--bitext", flags.bitexts);
  differ("--source", {flags.source});
  differ("--target", {flags.target});
  differ("--through", {flags.through});
  differ("--alignment", flags.alignments);
  differ("--reverse-alignment", flags.reverse_alignments);
  differ("--source-model", flags.models);
  // Whatever files options name.
  const auto values = [&](const char* flag, const std::vector<std::string>& settings) {
    for (const std::string& numbered : settings) {
      const std::string setting = WithoutNumber(numbered);
      for (const std::string key :
           {"alignment=", "reverse_alignment=", "confidences=", "label_map="}) {
        if (setting.compare(0, key.size(), key) == 0) differ(flag, {setting.substr(key.size())});
      }
    }
  };
  values("--align", flags.align);
  values("--through-align", flags.through_align);
  values(flags.project_flag.c_str(), flags.project);
  for (const std::string& name : flags.names) {
    if (name.empty()) throw UsageError("--name must not be empty");
  }
}

void RefuseLoneBitextFlags(const BitextFlags& flags) {
  const bool lone = !flags.through.empty() ||
                    flags.alignments.size() + flags.reverse_alignments.size() +
                            flags.models.size() + flags.names.size() + flags.align.size() +
                            flags.through_align.size() + flags.project.size() >
                        0;
  if (flags.any() || !lone) return;
  throw UsageError(
      "--alignment, --reverse-alignment, --through, --through-align, --source-model, --name, "
      "--align and " +
      flags.project_flag + " go with --bitext, or --source and --target");
}

std::vector<NamedBitext> ReadBitexts(const BitextFlags& flags, const Common& common) {
  std::vector<NamedBitext> all;
  for (const std::string& path : flags.bitexts) {
    const Options aligning = AligningOptions(flags, all.size());
    all.push_back({path, Bitext::Read(path, &aligning)});
  }
  if (!flags.source.empty()) {
    all.push_back({flags.source + " " + flags.target,
                   Bitext::Align(ReadSide(flags.source, common), ReadSide(flags.target, common),
                                 AligningOptions(flags, all.size()))});
  }
  if (flags.through.empty()) return all;
  const Options second = ThroughOptions(flags);
  const Bitext next = Bitext::Read(flags.through, &second);
  for (NamedBitext& named : all) {
    named.bitext = named.bitext.Through(next);
    named.name += " through " + flags.through;
  }
  return all;
}

}  // namespace weft::cli
