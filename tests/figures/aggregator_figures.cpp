// Aggregators: published majority votes to four digits, hidden Markov models against the papers'.
#include "figures.h"

namespace weft::testing {
namespace {

using Strings = std::vector<std::string>;

void AddScores(const std::string& name, const nlohmann::json& json, double precision, double recall,
               double f1, std::vector<Figure>* figures) {
  figures->push_back(
      {name + " precision", At(json, "span.precision"), Figure::kExactly, precision});
  figures->push_back({name + " recall", At(json, "span.recall"), Figure::kExactly, recall});
  figures->push_back({name + " F1", At(json, "span.f1"), Figure::kExactly, f1});
}

}  // namespace

std::vector<Figure> CrowdMajority() {
  std::vector<Figure> figures;
  const auto json =
      Aggregate("conll-mturk", "train",
                {"--method", "mv", "--set", "convention=crowd", "--mode", "conlleval"});
  AddScores("conll-mturk train", json, .7912, .5850, .6727, &figures);
  return figures;
}

std::vector<Figure> WrenchMajority() {
  std::vector<Figure> figures;
  const Strings flags = {"--method", "mv", "--set", "convention=wrench"};
  AddScores("wikigold-ws test", Aggregate("wikigold-ws", "test", flags), .4895, .5600, .5224,
            &figures);
  AddScores("mit-restaurant-ws test", Aggregate("mit-restaurant-ws", "test", flags), .7425, .3624,
            .4871, &figures);
  AddScores("conll-ws test", Aggregate("conll-ws", "test", flags), .5908, .6174, .6038, &figures);
  return figures;
}

// Asked: the F1 that the papers give for their hidden Markov model.
std::vector<Figure> HmmOnRules() {
  struct Asked {
    const char* corpus;
    double f1;
  };
  std::vector<Figure> figures;
  for (const Asked& asked :
       {Asked{"wikigold-ws", .5636}, Asked{"mit-restaurant-ws", .4265}, Asked{"conll-ws", .6218}}) {
    const auto json = Aggregate(asked.corpus, "test", {"--method", "hmm"});
    figures.push_back(
        {std::string(asked.corpus) + " test F1", At(json, "span.f1"), Figure::kAtLeast, asked.f1});
  }
  return figures;
}

std::vector<Figure> HmmOnCrowd() {
  const auto f1 = [](const std::string& method) {
    return At(Aggregate("conll-mturk", "train", {"--method", method, "--mode", "conlleval"}),
              "span.f1");
  };
  return {{"conll-mturk train F1", f1("hmm"), Figure::kAtLeast, .7476},
          {"conll-mturk train F1 of ds", f1("ds")}};
}

std::vector<Figure> HmmOnSpecialists() {
  std::vector<Figure> figures;
  for (const std::string corpus : {"bc5cdr-ws", "ncbi-disease-ws", "laptop-ws"}) {
    for (const std::string method : {"hmm", "mv"}) {
      const auto json = Aggregate(corpus, "test", {"--method", method});
      figures.push_back({corpus + " test F1 of " + method, At(json, "span.f1")});
    }
  }
  return figures;
}

}  // namespace weft::testing
