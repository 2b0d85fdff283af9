// weft curve: how well methods do with more and more labelled sentences.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <weft/weft.hpp>

#include "data.h"
#include "output.h"
#include "plot.h"
#include "settings.h"
#include "table.h"
#include "training.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  DataFlags data;
  std::string test = "test", dev, out;
  std::vector<size_t> sizes;
  std::vector<std::string> runs;
};

// One line of the plot: "method=ge,with=projected.jsonl,ge_weight=0.3".
struct Contender {
  std::string name, method, with;
  std::vector<std::string> settings;
};

struct Point {
  size_t sentences;
  double f1, precision, recall, accuracy, seconds;
  int64_t iterations;
};

Contender ParseRun(const std::string& text) {
  Contender run;
  run.name = text;
  for (const std::string& setting : SplitSettings(text)) {
    const size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    if (equals == std::string::npos) {
      throw UsageError("--run expects KEY=VALUE,..., found \"" + setting + "\"");
    }
    if (key == "method") {
      run.method = setting.substr(equals + 1);
    } else if (key == "with") {
      run.with = setting.substr(equals + 1);
    } else if (key == "name") {
      run.name = setting.substr(equals + 1);
    } else {
      run.settings.push_back(setting);
    }
  }
  if (run.method.empty()) {
    throw UsageError("--run \"" + text + "\": expected method=METHOD among its settings");
  }
  return run;
}

Options OptionsOf(const Arguments& a, const Contender& run) {
  Common common = a.common;
  common.set.insert(common.set.end(), run.settings.begin(), run.settings.end());
  Options options = TrainingOptions(run.method, common);
  if (!a.dev.empty() && a.dev != "none") ChooseByDevelopment(run.method, common, &options);
  return options;
}

// The sentences with gold labels, in their order, or shuffled where there is a seed.
std::vector<size_t> Labelled(const Corpus& corpus, const std::optional<int64_t>& seed) {
  std::vector<size_t> sentences;
  for (size_t s = 0; s < corpus.sentences(); ++s) {
    const View<int32_t> gold = corpus.gold(s);
    if (std::any_of(gold.begin(), gold.end(), [](int32_t y) { return y != WEFT_NO_LABEL; })) {
      sentences.push_back(s);
    }
  }
  if (!seed) return sentences;
  std::mt19937_64 random(static_cast<uint64_t>(*seed));
  for (size_t i = sentences.size(); i > 1; --i) {
    std::swap(sentences[i - 1], sentences[random() % i]);
  }
  return sentences;
}

class CurveRun {
 public:
  explicit CurveRun(const Arguments& a)
      : a_(a),
        reading_(ReadingOptions(a.common.read)),
        train_(ReadPart(a.data.data, a.data.part(), reading_)),
        test_(ReadPart(a.data.data, a.test, reading_)),
        dev_(a.dev.empty() ? std::nullopt : ReadDevelopment(a.data.data, a.dev, reading_)),
        labelled_(Labelled(train_, a.common.seed)) {
    if (!test_.has_gold()) throw Failure(a.test + " has no gold labels to score by");
    const size_t most = *std::max_element(a.sizes.begin(), a.sizes.end());
    if (most > labelled_.size()) {
      throw UsageError("--sizes: expected at most " + Count(labelled_.size()) +
                       ", as many sentences as have gold labels, found " + Count(most));
    }
  }

  // What `run` trains on beside the labelled sentences. Before Measure.
  void Read(const Contender& run) {
    if (run.with.empty() || with_.count(run.with) > 0) return;
    with_.emplace(run.with, ReadPart(run.with, "", reading_));
  }

  Point Measure(const Contender& run, size_t sentences) {
    const Options options = OptionsOf(a_, run);
    const Corpus corpus = TrainingCorpus(run, sentences);
    Run trained = Train(options, corpus, dev_ ? &*dev_ : nullptr, Checkpoint(), a_.common.quiet,
                        &interrupts_);
    if (trained.interrupted || !trained.model) {
      throw Failure("interrupted; what was measured before is in " + a_.out);
    }
    const Result result = DecodeData(*trained.model, test_, a_.common);
    const Report report = Report::Evaluate(test_, result);
    return {sentences,
            report.Number("span.f1"),
            report.Number("span.precision"),
            report.Number("span.recall"),
            report.Number("token.accuracy"),
            trained.progress.seconds,
            trained.progress.iteration};
  }

 private:
  Corpus TrainingCorpus(const Contender& run, size_t sentences) {
    const Corpus part =
        train_.Select({labelled_.begin(), labelled_.begin() + static_cast<ptrdiff_t>(sentences)});
    if (run.with.empty()) return Corpus::Join({&part});
    const Corpus& with = with_.at(run.with);
    return sentences == 0 ? Corpus::Join({&with}) : Corpus::Join({&part, &with});
  }

  const Arguments& a_;
  const Options reading_;
  const Corpus train_, test_;
  const std::optional<Corpus> dev_;
  const std::vector<size_t> labelled_;
  std::map<std::string, Corpus> with_;
  Interrupts interrupts_;
};

using Curves = std::vector<std::pair<Contender, std::vector<Point>>>;

Json ToJson(const Curves& curves) {
  Json list = Json::array();
  for (const auto& [run, points] : curves) {
    Json measured = Json::array();
    for (const Point& p : points) {
      measured.push_back({{"sentences", p.sentences},
                          {"f1", p.f1},
                          {"precision", p.precision},
                          {"recall", p.recall},
                          {"accuracy", p.accuracy},
                          {"iterations", p.iterations},
                          {"seconds", p.seconds}});
    }
    list.push_back({{"run", run.name}, {"points", measured}});
  }
  return list;
}

// Span F1; of tags without spans, accuracy.
void WriteCurves(const Curves& curves, const std::string& folder) {
  std::string csv = "run,sentences,f1,precision,recall,accuracy,iterations,seconds\n";
  const bool spans = !std::isnan(curves.front().second.front().f1);
  Plot plot{"labelled sentences", spans ? "F1" : "accuracy", {}};
  for (size_t i = 0; i < curves.size(); ++i) {
    plot.lines.push_back({curves[i].first.name, i, false, {}});
    for (const Point& p : curves[i].second) {
      csv += CsvText(curves[i].first.name) + "," + std::to_string(p.sentences);
      for (const double value : {p.f1, p.precision, p.recall, p.accuracy}) {
        csv += "," + (std::isnan(value) ? std::string() : Json(value).dump());
      }
      csv += "," + std::to_string(p.iterations) + "," + Json(p.seconds).dump() + "\n";
      plot.lines.back().points.emplace_back(p.sentences, spans ? p.f1 : p.accuracy);
    }
  }
  WriteFile(folder + "/curve.csv", csv);
  WriteFile(folder + "/curve.json", ToJson(curves).dump(1) + "\n");
  WriteFile(folder + "/curve.svg", Svg(plot));
}

std::string CurvesTable(const Curves& curves) {
  Table table({"run", "sentences", "f1", "accuracy", "iterations", "seconds"});
  for (const auto& [run, points] : curves) {
    for (const Point& p : points) {
      table.Add({run.name, Count(p.sentences), Fixed(p.f1, 4), Fixed(p.accuracy, 4),
                 std::to_string(p.iterations), Fixed(p.seconds, 2)});
    }
  }
  return table.Text();
}

int RunCurve(const Arguments& a) {
  Curves curves;
  for (const std::string& text : a.runs) curves.push_back({ParseRun(text), {}});
  for (const char* file : {"/curve.csv", "/curve.json", "/curve.svg"}) {
    for (const std::string& part : {a.data.part(), a.test, a.dev}) {
      RequireOutIsNoInput("what is read", a.data.data, part, "--out", a.out + file);
    }
    for (const auto& curve : curves) {
      RequireDifferentFiles({{"--run with=", curve.first.with}, {"--out", a.out + file}});
    }
  }
  for (const auto& [run, points] : curves) {
    OptionsOf(a, run);  // what is wrong with one is known before any has run
    if (run.with.empty() && std::count(a.sizes.begin(), a.sizes.end(), size_t{0}) > 0) {
      throw UsageError("--sizes: run \"" + run.name + "\" has nothing to train on at 0 sentences");
    }
  }
  std::error_code failure;
  std::filesystem::create_directories(a.out, failure);
  if (failure) throw Failure(a.out + ": cannot be made (" + failure.message() + ")");
  CurveRun measured(a);
  for (const auto& curve : curves) measured.Read(curve.first);
  for (auto& [run, points] : curves) {
    for (const size_t sentences : a.sizes) {
      if (!a.common.quiet) PrintNote(run.name + " with " + Counted(sentences, "sentence") + "\n");
      points.push_back(measured.Measure(run, sentences));
      Curves sofar;
      for (const auto& curve : curves) {
        if (!curve.second.empty()) sofar.push_back(curve);
      }
      WriteCurves(sofar, a.out);
    }
  }
  if (a.common.json) {
    PrintJson({{"out", a.out}, {"curves", ToJson(curves)}});
  } else {
    PrintText(CurvesTable(curves) + "wrote curve.csv, curve.json and curve.svg in " + a.out + "\n");
  }
  return kDone;
}

}  // namespace

Verb AddCurve(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  a->data.default_split = "train";
  CLI::App* app = AddVerb(
      parent, "curve", "Train with more and more labelled sentences, and plot how well that does",
      &a->common);
  AddDataFlags(app, &a->data);
  app->add_option("--sizes", a->sizes,
                  "How many labelled sentences, the first ones (shuffled with --seed)")
      ->type_name("N,N,...")
      ->delimiter(',')
      ->required();
  app->add_option(
         "--run", a->runs,
         "A line of the plot: method=METHOD, options of the method, with=FILE, sentences that are "
         "always there, such as what weft project writes, and name=NAME in the legend")
      ->type_name("KEY=VALUE,...")
      ->allow_extra_args(false)
      ->required();
  app->add_option("--test", a->test, "What is scored on: a split, or a file")
      ->type_name("SPLIT")
      ->capture_default_str();
  app->add_option("--dev", a->dev,
                  "Keep the iteration that is best on this split, as weft train does")
      ->type_name("SPLIT");
  app->add_option("--out,-o", a->out, "A folder for curve.csv, curve.json and curve.svg")
      ->type_name("DIR")
      ->required();
  return {app, [a] { return RunCurve(*a); }};
}

}  // namespace weft::cli
