// Active learning on tagged corpora: what the k best paths ask for and let in beside a threshold,
// how long an update takes, and how many tokens a CRF needs beside random sentences.
#include <algorithm>
#include <filesystem>
#include <limits>

#include "figures.h"
#include "support/data.h"

namespace weft::testing {
namespace {

using Strings = std::vector<std::string>;
using Json = nlohmann::json;

std::string TaggedCorpus(const std::string& name) {
  return DataFolder("pos") + "/" + name + ".conll.gz";
}

// The mean points of each curve. Some updates a call: the next call goes on.
std::vector<Json> Simulate(const std::string& name, const Strings& curves, int updates,
                           const Strings& flags) {
  const std::string out = ScratchPath("active_" + name);
  std::filesystem::remove_all(out);
  Strings words = {"active", "simulate", "--read", "scheme=plain", "--out", out};
  words.insert(words.end(), flags.begin(), flags.end());
  for (const std::string& curve : curves) words.insert(words.end(), {"--curve", curve});
  Json result;
  for (int done = 0; done < updates;) {
    done = std::min(updates, done + 3);
    Strings some = words;
    some.insert(some.end(), {"--updates", std::to_string(done)});
    result = RunWeft(some);
  }
  std::vector<Json> means;
  for (const Json& curve : result.at("curves")) means.push_back(curve.at("mean"));
  return means;
}

double Last(const Json& points, const std::string& key) { return points.back().at(key); }

// A column where `asked` tokens were answered: between the points around it, in a straight line.
double AtAsked(const Json& points, double asked, const std::string& key) {
  for (size_t i = 1; i < points.size(); ++i) {
    const double before = points[i - 1].at("asked"), here = points[i].at("asked");
    if (here < asked) continue;
    const double share = here > before ? (asked - before) / (here - before) : 1;
    const double low = points[i - 1].at(key), high = points[i].at(key);
    return low + share * (high - low);
  }
  return Last(points, key);
}

double SecondsOfUpdate(const Json& points) {
  std::vector<double> seconds;
  for (size_t i = 1; i < points.size(); ++i) seconds.push_back(points[i].at("seconds"));
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

// Answered tokens up to the first point of at least this accuracy; infinite where there is none.
double AskedToReach(const Json& points, double accuracy) {
  for (const Json& point : points) {
    if (point.at("accuracy").get<double>() >= accuracy) return point.at("asked");
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

// Šabata, Borovička and Holeňa 2017, § 5.3–5.5: 12 tags, 30 % of the pool labelled.
std::vector<Figure> ActiveOnBrown() {
  const std::vector<Json> by =
      Simulate("brown",
               {"query=sesal,threshold=0.48", "k=10", "k=50", "k=100", "k=200", "query=fusal",
                "query=fusal,utility=random"},
               40,
               {"--data", TaggedCorpus("brown"), "--labelled", "0.3", "--set", "unknown=uniform",
                "--seeds", "2", "--threads", "2"});
  const Json& threshold = by[0];
  const Json& k100 = by[3];
  const double asked = std::min(Last(threshold, "asked"), Last(k100, "asked"));
  return {
      {"accuracy at first (paper: .9399)", k100[0].at("accuracy"), Figure::kAtLeast, 0.9379},
      {"errors let in by k=100, as many asked", AtAsked(k100, asked, "errors"), Figure::kAtMost,
       AtAsked(threshold, asked, "errors")},
      {"tokens asked for by k=10", Last(by[1], "asked"), Figure::kAtMost, Last(by[2], "asked")},
      {"tokens asked for by k=50", Last(by[2], "asked"), Figure::kAtMost, Last(by[3], "asked")},
      {"tokens asked for by k=100", Last(by[3], "asked"), Figure::kAtMost, Last(by[4], "asked")},
      {"errors let in by k=200", Last(by[4], "errors"), Figure::kAtMost, Last(by[3], "errors")},
      {"errors let in by k=100", Last(by[3], "errors"), Figure::kAtMost, Last(by[2], "errors")},
      {"errors let in by k=50", Last(by[2], "errors"), Figure::kAtMost, Last(by[1], "errors")},
      {"fusal, accuracy after 40 sentences", Last(by[5], "accuracy"), Figure::kAtLeast,
       Last(by[6], "accuracy")},
      {"seconds of an update, 40,138 sentences", SecondsOfUpdate(k100), Figure::kAtMost, 1}};
}

// To the accuracy of a CRF that 60 % of the sentences, drawn at random, were labelled for.
std::vector<Figure> ActiveCrf() {
  const auto flags = [](const std::string& batch) {
    return Strings{"--data",     TaggedCorpus("treebank"),
                   "--tagger",   "crf",
                   "--loop",     "batch=" + batch,
                   "--labelled", "0.05",
                   "--threads",  "2"};
  };
  const Json random = Simulate("crf_random", {"utility=random,query=fusal"}, 6, flags("250"))[0];
  const std::vector<Json> by = Simulate("crf", {"k=100", "query=sesal"}, 26, flags("50"));
  const double accuracy = Last(random, "accuracy"), asked = Last(random, "asked");
  return {{"accuracy of 60 % at random", accuracy},
          {"tokens asked for at random", asked},
          {"share of those that k=100 asks for", AskedToReach(by[0], accuracy) / asked,
           Figure::kAtMost, 0.5},
          {"share of those that sesal asks for", AskedToReach(by[1], accuracy) / asked,
           Figure::kAtMost, 0.5}};
}

}  // namespace weft::testing
