// A German tagger from an English one's expectations over bitext (Wang and Manning 2014), beside
// what projected labels make as gold ones.
#include <zlib.h>

#include <fstream>

#include "figures.h"
#include "support/data.h"

namespace weft::testing {
namespace {

using Strings = std::vector<std::string>;

// GermEval's twelve types as CoNLL-2003's four, in which adjectives of names are MISC.
constexpr char kGermanTypes[] =
    "label_map=OTH=MISC LOCderiv=MISC ORGderiv=MISC OTHderiv=MISC PERderiv=MISC LOCpart=LOC "
    "ORGpart=ORG OTHpart=MISC PERpart=PER";

std::string GermanSplit(const std::string& split) {
  return DataFolder("germeval14-de") + "/" + split + ".jsonl.gz";
}

Strings Joined(Strings words, const Strings& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

double F1(const std::string& model, const std::string& data, const Strings& flags = {}) {
  return At(RunWeft(Joined({"eval", model, "--data", data}, flags)), "span.f1");
}

// The path of a model that is trained.
std::string Train(const std::string& name, const Strings& words) {
  const std::string model = ScratchPath(name + ".weft");
  RunWeft(Joined({"train", "--out", model}, words));
  return model;
}

std::string EnglishTagger() {
  return Train("en", {"--tagger", "crf", "--data", DataFolder("conll-ws"), "--dev", "none"});
}

// The German side of the bitext with what the tagger says of the English side.
std::string Project(const std::string& name, const std::string& tagger, const Strings& flags) {
  const std::string out = ScratchPath(name + ".jsonl");
  RunWeft(Joined({"project", "--bitext", DataFolder("ende-bitext") + "/train.jsonl.gz", "--align",
                  "links=inter", "--source-model", tagger, "--out", out},
                 flags));
  return out;
}

const Strings kAsGold = {"--labels", "hard", "--set", "output=gold"};

// The first sentences of GermEval's valid split.
std::string FirstSentences(int count) {
  const std::string path = ScratchPath("german_" + std::to_string(count) + ".jsonl");
  std::ofstream out(path);
  gzFile in = gzopen(GermanSplit("valid").c_str(), "rb");
  std::string line(1 << 16, '\0');
  for (int i = 0; i < count && gzgets(in, &line[0], static_cast<int>(line.size())); ++i) {
    out << line.c_str();
  }
  gzclose(in);
  return path;
}

}  // namespace

// No German labels but for stopping and for choosing the weight, .3 of .1, .3 and 1, on GermEval's
// valid split.
std::vector<Figure> GermanNames() {
  const std::string tagger = EnglishTagger();
  const std::string expectations = Project("expectations", tagger, {});
  const std::string labels =
      Project("labels", tagger, Joined(kAsGold, {"--set", "unaligned=outside"}));
  const Strings german = {"--read", kGermanTypes};
  const Strings dev = Joined(german, {"--dev", GermanSplit("valid")});
  const std::string project =
      Train("project", Joined({"--tagger", "crf", "--data", labels, "--set", "patience=20"}, dev));
  const std::string converged =
      Train("converged", {"--tagger", "crf", "--data", labels, "--set", "max_iterations=300"});
  const Strings ge =
      Joined({"--method", "ge", "--data", expectations, "--set", "ge_weight=0.3"}, dev);
  const std::string soft = Train("soft", ge);
  const std::string hard = Train("hard", Joined(ge, {"--set", "projection=hard"}));
  const std::string europarl = DataFolder("europarl-ner-de") + "/test.jsonl.gz";
  const std::string germeval = GermanSplit("test");
  const double project_e = F1(project, europarl), project_g = F1(project, germeval, german);
  const double converged_e = F1(converged, europarl), converged_g = F1(converged, germeval, german);
  const double hard_e = F1(hard, europarl), hard_g = F1(hard, germeval, german);
  const double soft_e = F1(soft, europarl), soft_g = F1(soft, germeval, german);
  return {{"English CoNLL test", F1(tagger, DataFolder("conll-ws") + "/test.jsonl.gz")},
          {"Europarl, project then train", project_e},
          {"Europarl, project then train to the end", converged_e},
          {"Europarl, hard", hard_e, Figure::kAtLeast, project_e},
          {"Europarl, soft", soft_e, Figure::kAtLeast, hard_e},
          {"Europarl, soft above project then train", soft_e - std::max(project_e, converged_e),
           Figure::kAtLeast, 0.02},
          {"GermEval, project then train", project_g},
          {"GermEval, project then train to the end", converged_g},
          {"GermEval, hard", hard_g, Figure::kAtLeast, project_g},
          {"GermEval, soft", soft_g, Figure::kAtLeast, hard_g},
          {"GermEval, soft above project then train", soft_g - std::max(project_g, converged_g),
           Figure::kAtLeast, 0.12}};
}

// With German sentences, beside a CRF that learns from those alone.
std::vector<Figure> GermanNamesWithFew() {
  const std::string expectations = Project("expectations", EnglishTagger(), {});
  const Strings german = {"--read", kGermanTypes};
  std::vector<Figure> figures;
  for (const int sentences : {100, 500, 1000, 2000}) {
    const Strings few = Joined({"--dev", "none", "--data", FirstSentences(sentences)}, german);
    const double alone =
        F1(Train("alone", Joined({"--tagger", "crf"}, few)), GermanSplit("test"), german);
    const double both =
        F1(Train("both",
                 Joined({"--method", "ge", "--with", expectations, "--set", "ge_weight=0.3"}, few)),
           GermanSplit("test"), german);
    const std::string name = std::to_string(sentences) + " sentences";
    figures.push_back({name + " alone", alone});
    figures.push_back({name + " and bitext", both, Figure::kAtLeast,
                       alone + (sentences == 500 || sentences == 1000 ? 0.01 : 0)});
  }
  return figures;
}

// Parts of speech, without German ones to stop or choose by.
std::vector<Figure> GermanTags() {
  const Strings plain = {"--read", "scheme=plain"};
  const std::string tagger = Train("tags", Joined({"--tagger", "crf", "--dev", "none", "--data",
                                                   DataFolder("ud-lines-en") + "/train.conll"},
                                                  plain));
  const std::string expectations = Project("tag_expectations", tagger, {});
  const std::string labels = Project("tag_labels", tagger, kAsGold);
  const Strings run = Joined({"--dev", "none", "--set", "max_iterations=100"}, plain);
  const auto accuracy = [&](const std::string& name, const Strings& words) {
    return At(RunWeft(Joined({"eval", Train(name, Joined(words, run)), "--data",
                              DataFolder("pud") + "/de.conll"},
                             plain)),
              "token.accuracy");
  };
  const double project = accuracy("tags_project", {"--tagger", "crf", "--data", labels});
  const double hard =
      accuracy("tags_hard", {"--method", "ge", "--data", expectations, "--set", "projection=hard"});
  const double soft = accuracy("tags_soft", {"--method", "ge", "--data", expectations});
  return {{"PUD, project then train", project},
          {"PUD, hard", hard, Figure::kAtLeast, project},
          {"PUD, soft", soft, Figure::kAtLeast, hard}};
}

}  // namespace weft::testing
