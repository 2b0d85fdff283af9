// What a projection is told, and what it reports.
#include "bitext/projection.h"
#include "core/error.h"

namespace weft {

OptionTable ProjectionOptions() {
  OptionTable table;
  table.String("name", "projected", "the name of the source whose votes the labels become")
      .Choice(
          "output", "votes", {"votes", "gold"},
          "the projected labels become votes of one more source, or take the place of gold ones")
      .Choice("target_gold", "keep", {"keep", "drop"},
              "gold labels that the target side has: they stay, and a learner takes them before "
              "votes, or only agreement with them is reported")
      .Choice("many_to_one", "mean", {"mean", "max", "intersect"},
              "of several source tokens linked to one: the mean of their distributions, or the "
              "highest or lowest probability of each label")
      .Bool("repair", true, "tell B and I apart anew on the target side")
      .Int("repair_gap", 1, 0, 1000,
           "tokens of which nothing is projected that a mention may go on over")
      .String("label_map", "",
              "FROM=TO entries between blanks, or the path of a file with such: labels or types of "
              "the source side and those of the target side; FROM=TO,TO shares (coarse to fine)")
      .Choice("unmapped", "error", {"error", "skip"},
              "source labels that are not among the target side's: fail, or count the tokens whose "
              "best label is one, and say nothing of them")
      .Choice(
          "unaligned", "none", {"none", "outside"},
          "tokens without links in pairs that have some: nothing is said of them, or they are O, "
          "which ends a mention: repair_gap has no effect then")
      .Float("min_confidence", 0, 0, 1, "links with less are left out")
      .Float("min_density", 0, 0, 1,
             "pairs in which a smaller share of the target tokens has a link are left out")
      .Float(
          "max_length_ratio", 0, 0, 1e6,
          "pairs whose longer sentence has more than so many times (1 or more) the tokens of the "
          "other are left out; 0: none")
      .Bool("weights", true,
            "keep what links of less than full confidence weigh, in a column weight:NAME");
  return table;
}

ProjectionSettings ProjectionSettings::From(const Options& options) {
  ProjectionSettings settings;
  const std::string& many = options.GetString("many_to_one");
  if (many != "mean")
    settings.many_to_one = many == "max" ? ManyToOne::kMax : ManyToOne::kIntersect;
  settings.repair = options.GetBool("repair");
  settings.repair_gap = options.GetInt("repair_gap");
  settings.map = LabelMap::Parse(options.GetString("label_map"));
  settings.skip_unmapped = options.GetString("unmapped") == "skip";
  settings.min_confidence = options.GetFloat("min_confidence");
  settings.min_density = options.GetFloat("min_density");
  settings.max_length_ratio = options.GetFloat("max_length_ratio");
  settings.outside = options.GetString("unaligned") == "outside";
  settings.gold = options.GetString("output") == "gold";
  settings.weights = options.GetBool("weights");
  settings.name = options.GetString("name");
  settings.drop_gold = options.GetString("target_gold") == "drop";
  Require(!settings.name.empty(), "option name must not be empty");
  Require(settings.max_length_ratio == 0 || settings.max_length_ratio >= 1,
          "option max_length_ratio must be 1 or more, or 0 for any, found ",
          settings.max_length_ratio);
  for (const char* key : {"name", "weights", "target_gold"}) {
    Require(!settings.gold || !options.IsSet(key), "option ", key,
            " is of votes; it does not go with output=gold");
  }
  return settings;
}

nlohmann::ordered_json ProjectionReport::ToJson() const {
  const auto share = [](double part, int64_t all) {
    return all > 0 ? part / static_cast<double>(all) : 0.0;
  };
  nlohmann::ordered_json json = {{"pairs",
                                  {{"all", pairs},
                                   {"used", linked_pairs},
                                   {"unlinked", unlinked_pairs},
                                   {"skipped", skipped_pairs},
                                   {"sparse", sparse_pairs},
                                   {"uneven", uneven_pairs}}},
                                 {"links", links},
                                 {"tokens",
                                  {{"all", tokens},
                                   {"linked", linked},
                                   {"labelled", labelled},
                                   {"share", share(static_cast<double>(labelled), tokens)},
                                   {"many_to_one", many_to_one},
                                   {"repaired", repaired},
                                   {"unlabelled", unlabelled},
                                   {"unmapped", unmapped},
                                   {"outside", outside},
                                   {"gold", gold},
                                   {"gold_kept", gold_kept ? gold : 0}}},
                                 {"unused_map_entries", unused_entries}};
  for (size_t y = 0; y < expected.size(); ++y) {
    json["labels"][labels.names()[y]] = {{"expected", expected[y]},
                                         {"share", share(expected[y], labelled)}};
  }
  if (compared > 0) {
    json["gold"] = {
        {"compared", compared},
        {"agreement", share(static_cast<double>(agreeing), compared)},
        {"named_compared", named_compared},
        {"named_agreement", share(static_cast<double>(named_agreeing), named_compared)}};
  }
  return json;
}

}  // namespace weft
