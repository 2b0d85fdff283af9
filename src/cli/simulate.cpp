// weft active simulate: how fast a tagger learns that is answered from gold labels.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>
#include <random>

#include "active.h"
#include "curves.h"
#include "progress.h"
#include "settings.h"
#include "system.h"
#include "table.h"

namespace weft::cli {
namespace {

struct Arguments {
  ActiveFlags flags;
  std::string test, out;
  std::vector<std::string> curves;
  double test_share = 0.3, labelled = 0.1;
  int64_t updates = 50, seeds = 1;

  int64_t first_seed() const { return flags.common.seed.value_or(1); }
};

// The loop of a curve with a seed.
Options LoopOf(const Arguments& a, const std::string& curve, int64_t seed) {
  std::vector<std::string> settings = a.flags.loop;
  for (std::string& setting : SplitSettings(curve)) settings.push_back(std::move(setting));
  for (const std::string& setting : settings) {
    if (setting.rfind("seed=", 0) == 0) {
      throw UsageError(setting + ": each run has a seed of its own; give --seed the first");
    }
  }
  Common common = a.flags.common;
  common.seed = seed;
  settings.insert(settings.begin(), "labelled=" + Json(a.labelled).dump());
  return LoopOptions(common, settings, "--loop or --curve");
}

// What must be the same for a simulation to go on in a folder.
Json Identity(const Arguments& a) {
  return {{"data", a.flags.data.data},   {"split", a.flags.data.part()}, {"test", a.test},
          {"test_share", a.test_share},  {"tagger", TaggerOf(a.flags)},  {"labelled", a.labelled},
          {"set", a.flags.common.set},   {"read", a.flags.common.read},  {"loop", a.flags.loop},
          {"first_seed", a.first_seed()}};
}

Json ReadJson(const std::string& path) {
  std::ifstream file(path);
  const Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) throw Failure(path + ": is not what a simulation wrote there");
  return json;
}

void WriteJson(const std::string& path, const Json& json) { WriteFile(path, json.dump(1) + "\n"); }

void OpenFolder(const Arguments& a) {
  std::error_code failure;
  std::filesystem::create_directories(a.out, failure);
  if (failure) throw Failure(a.out + ": cannot be made (" + failure.message() + ")");
  const std::string path = a.out + "/simulation.json";
  const Json expected = Identity(a);
  if (!std::filesystem::exists(path)) return WriteJson(path, expected);
  const Json found = ReadJson(path);
  for (const auto& [key, value] : expected.items()) {
    const Json before = found.value(key, Json());
    if (before == value) continue;
    throw UsageError(a.out + " holds another simulation (" + key + " " + before.dump() + ", not " +
                     value.dump() + "); give --out another folder");
  }
}

// Where a run is kept: by the text of its curve, so that curves can be added and left out.
std::string StateOf(const Arguments& a, const std::string& curve, int64_t seed) {
  std::string name = curve.empty() ? "defaults" : curve;
  for (char& c : name) {
    if (c == '/' || c == '\\') c = '_';
  }
  return a.out + "/" + name + "-seed" + std::to_string(seed);
}

// What there is to learn from, and what to score on.
struct Corpora {
  Corpus pool, test;
};

Corpora ReadCorpora(const Arguments& a, int64_t seed) {
  const Options reading = ReadingOptions(a.flags.common.read);
  Corpus all = ReadPart(a.flags.data.data, a.flags.data.part(), reading);
  if (!all.has_gold()) throw Failure("a simulation needs gold labels, to answer from");
  if (!a.test.empty()) return {std::move(all), ReadPart(a.flags.data.data, a.test, reading)};
  std::vector<size_t> sentences(all.sentences());
  std::iota(sentences.begin(), sentences.end(), size_t{0});
  std::mt19937_64 random(static_cast<uint64_t>(seed));
  for (size_t i = sentences.size(); i > 1; --i)
    std::swap(sentences[i - 1], sentences[random() % i]);
  const auto middle =
      sentences.begin() +
      static_cast<ptrdiff_t>(std::llround(a.test_share * static_cast<double>(sentences.size())));
  if (middle == sentences.begin() || middle == sentences.end()) {
    throw Failure("of " + Counted(sentences.size(), "sentence") +
                  ", --test-share leaves none to learn from or none to score on");
  }
  return {all.Select({middle, sentences.end()}), all.Select({sentences.begin(), middle})};
}

class Simulation {
 public:
  /// Goes on with what is kept under `state`, where there is any.
  Simulation(const Options& loop, const Options& tagger, const Corpora& corpora,
             const Common& common, const std::string& state)
      : corpora_(corpora),
        common_(common),
        points_path_(state + ".points.json"),
        session_(Begin(loop, tagger, corpora.pool, state + ".session")) {
    for (size_t s = 0; s < corpora.pool.sentences(); ++s) {
      const View<int32_t> labels = corpora.pool.gold(s);
      gold_.insert(gold_.end(), labels.begin(), labels.end());
    }
    if (!std::filesystem::exists(points_path_)) return;
    for (const Json& point : ReadJson(points_path_)) points_.push_back(PointFromJson(point));
  }

  const std::vector<CurvePoint>& points() const { return points_; }
  /// Stops Run; from any thread.
  void Cancel() { session_.Cancel(); }

  /// Until there are as many points, `go_on` says no after one, or nothing is left to ask.
  void Run(size_t wanted, const std::function<bool()>& go_on) {
    // Killed after an update and before its point, it has done nothing since.
    const int64_t updates = session_.progress().updates;
    if (updates > 0 && (points_.empty() || points_.back().update < updates)) AddPoint();
    session_.OnUpdate([&] {
      AddPoint();
      return go_on() && points_.size() < wanted;
    });
    while (points_.size() < wanted) {
      begin_ = Clock::now();
      try {
        if (!session_.Next()) return;
      } catch (const error& e) {
        if (e.status() != WEFT_CANCELLED) throw;
        return;
      }
      Stop();
      Answer();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  static Session Begin(const Options& loop, const Options& tagger, const Corpus& pool,
                       const std::string& path) {
    std::optional<Session> session = ResumeSession(pool, nullptr, path);
    return session ? std::move(*session) : Session(&loop, tagger, pool, nullptr, path);
  }

  // Adds what has passed since `begin_`.
  void Stop() {
    seconds_ += std::chrono::duration<double>(Clock::now() - begin_).count();
    begin_ = Clock::now();
  }

  // Where nothing has a label there is no model, and nothing to say of it.
  std::optional<Model> ModelOfNow() {
    try {
      return session_.TakeModel();
    } catch (const error& e) {
      if (e.status() != WEFT_STATE) throw;
      return std::nullopt;
    }
  }

  void AddPoint() {
    const std::optional<Model> model = ModelOfNow();
    Stop();
    if (!model) return;
    CurvePoint point;
    point.update = session_.progress().updates;
    point.seconds = std::exchange(seconds_, 0);
    CountLabels(&point);
    const Report report =
        Report::Evaluate(corpora_.test, DecodeData(*model, corpora_.test, common_));
    point.accuracy = report.Number("token.accuracy");
    point.f1 = report.Number("span.f1");
    points_.push_back(point);
    Json list = Json::array();
    for (const CurvePoint& one : points_) list.push_back(ToJson(one));
    WriteJson(points_path_, list);
    begin_ = Clock::now();
  }

  void CountLabels(CurvePoint* point) const {
    const View<int32_t> labels = session_.labels();
    const View<uint8_t> origins = session_.origins();
    for (size_t s = 0; s < corpora_.pool.sentences(); ++s) {
      bool all = true, any = false;
      for (size_t t = corpora_.pool.sentence_begin(s); t < corpora_.pool.sentence_begin(s + 1);
           ++t) {
        const bool by_model = origins[t] == WEFT_BY_MODEL, answered = origins[t] == WEFT_ANSWERED;
        all &= origins[t] != WEFT_UNLABELLED;
        any |= by_model || answered;
        point->asked += answered;
        point->by_model += by_model;
        point->errors += by_model && labels[t] != gold_[t];
      }
      point->sentences += all && any;
    }
  }

  void Answer() {
    const auto s = static_cast<size_t>(session_.sentence());
    std::vector<int32_t> tokens, labels;
    for (const int32_t token : session_.asked()) {
      tokens.push_back(token);
      labels.push_back(gold_[corpora_.pool.sentence_begin(s) + static_cast<size_t>(token)]);
      if (labels.back() == WEFT_NO_LABEL) return session_.Skip(s);  // nobody knows
    }
    session_.Answer(s, tokens, labels);
  }

  const Corpora& corpora_;
  const Common& common_;
  const std::string points_path_;
  Session session_;
  std::vector<int32_t> gold_;
  std::vector<CurvePoint> points_;
  Clock::time_point begin_ = Clock::now();
  double seconds_ = 0;
};

// What cannot be right must be known before anything runs.
void CheckCurves(const Arguments& a, const Corpora& corpora) {
  const Options tagger = TrainingOptions(TaggerOf(a.flags), a.flags.common);
  for (const std::string& curve : a.curves) {
    try {
      const Options loop = LoopOf(a, curve, a.first_seed());
      Session(&loop, tagger, corpora.pool);
    } catch (const error& e) {
      if (e.status() != WEFT_INVALID_ARGUMENT) throw;
      throw UsageError((curve.empty() ? "" : "--curve " + curve + ": ") + e.what());
    }
  }
}

// All curves with one seed. False: it was interrupted.
bool RunSeed(const Arguments& a, int64_t seed, Interrupts* interrupts, std::vector<Curve>* curves) {
  const Corpora corpora = ReadCorpora(a, seed);
  if (seed == a.first_seed()) {
    CheckCurves(a, corpora);
    OpenFolder(a);
  }
  const Options tagger = TrainingOptions(TaggerOf(a.flags), a.flags.common);
  ProgressLine line(a.flags.common.quiet);
  for (size_t c = 0; c < curves->size() && !interrupts->seen(); ++c) {
    Curve& curve = (*curves)[c];
    Simulation simulation(LoopOf(a, a.curves[c], seed), tagger, corpora, a.flags.common,
                          StateOf(a, a.curves[c], seed));
    const InterruptAction action(interrupts, [&simulation] { simulation.Cancel(); });
    // The first point is what it began with.
    simulation.Run(static_cast<size_t>(a.updates) + 1, [&] {
      if (simulation.points().empty()) return true;
      const CurvePoint& point = simulation.points().back();
      line.Show({curve.name + ", seed " + std::to_string(seed),
                 static_cast<int64_t>(simulation.points().size()) - 1, a.updates, "updates",
                 Counted(static_cast<size_t>(point.asked), "token") + " asked for, accuracy " +
                     Fixed(point.accuracy, 4)});
      return !interrupts->seen();
    });
    curve.seeds.push_back(simulation.points());
  }
  return !interrupts->seen();
}

void PrintOutcome(const Arguments& a, const std::vector<Curve>& curves) {
  if (a.flags.common.json) {
    PrintJson({{"out", a.out}, {"curves", CurvesJson(curves, a.first_seed())}});
    return;
  }
  Table table({"curve", "sentences", "asked", "by model", "errors", "accuracy", "F1", "s/update"},
              1);
  for (const Curve& curve : curves) {
    const std::vector<CurvePoint> mean = curve.Mean();
    double seconds = 0;
    for (size_t i = 1; i < mean.size(); ++i) seconds += mean[i].seconds;
    const CurvePoint last = mean.empty() ? CurvePoint() : mean.back();
    table.Add({curve.name, Fixed(last.sentences, 1), Fixed(last.asked, 1), Fixed(last.by_model, 1),
               Fixed(last.errors, 1), Fixed(last.accuracy, 4), Fixed(last.f1, 4),
               Fixed(seconds / static_cast<double>(std::max<size_t>(1, mean.size() - 1)), 3)});
  }
  PrintText(table.Text() + "wrote " + a.out +
            "/curves.csv, curves.json, accuracy_by_asked.svg, accuracy_by_sentences.svg, "
            "asked_and_errors.svg\n");
}

int RunSimulate(Arguments a) {
  RequireMethod(TaggerOf(a.flags), false);
  if (!a.test.empty() && a.test == a.flags.data.part()) {
    throw UsageError("--test " + a.test +
                     " is what there is to learn from; expected another split");
  }
  if (a.curves.empty()) a.curves.push_back("");
  std::vector<Curve> curves;
  for (const std::string& settings : a.curves) {
    if (std::count(a.curves.begin(), a.curves.end(), settings) > 1) {
      throw UsageError("--curve " + settings + " stands twice");
    }
    std::string name = settings;
    for (const std::string& setting : a.flags.loop) {
      if (settings.empty()) name += (name.empty() ? "" : ",") + setting;
    }
    curves.push_back({name.empty() ? "defaults" : name, {}});
  }
  Interrupts interrupts;
  interrupts.OnInterrupt([] {});
  for (int64_t i = 0; i < a.seeds; ++i) {
    if (RunSeed(a, a.first_seed() + i, &interrupts, &curves)) continue;
    throw Failure("interrupted; the same call goes on from " + a.out);
  }
  WriteCurves(curves, a.first_seed(), a.out);
  PrintOutcome(a, curves);
  return kDone;
}

}  // namespace

Verb AddSimulate(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  a->flags.data.default_split = "train";
  CLI::App* app = AddVerb(parent, "simulate", "Learning curves, with answers from gold labels",
                          &a->flags.common);
  AddActiveFlags(app, &a->flags);
  app->add_option("--labelled", a->labelled,
                  "The share of the pool that is labelled at first, drawn at random (default 0.1)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  CLI::Option* test =
      app->add_option("--test", a->test, "The split to score on")->type_name("SPLIT");
  app->add_option("--test-share", a->test_share,
                  "Without --test: the share of the sentences, drawn at random for each seed, to "
                  "score on (default 0.3)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0001, 0.9999))
      ->excludes(test);
  app->add_option("--curve,-c", a->curves,
                  "One curve: options of the loop that are its own, such as "
                  "query=kbest-sesal,k=100; as often as there are curves to compare")
      ->type_name("KEY=VALUE,...")
      ->allow_extra_args(false);
  app->add_option("--updates,-n", a->updates, "Updates of the model to go through (default 50)")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{1000000000}));
  app->add_option("--seeds", a->seeds, "Runs to average, with seeds from --seed (default 1) on")
      ->type_name("N")
      ->check(CLI::Range(int64_t{1}, int64_t{10000}));
  app->add_option("--out,-o", a->out,
                  "The folder for curves and plots. The same call goes on where one was stopped or "
                  "killed; more --updates, --seeds or other --curve may be asked for")
      ->type_name("FOLDER")
      ->required();
  return {app, [a] { return RunSimulate(*a); }};
}

}  // namespace weft::cli
