// weft for C++17 hosts: move-only classes over weft.h, which says what every function does. Needs
// nothing but weft.h and libweft. Failures are thrown as weft::error. Views (string_view, View)
// live as long as the object that they came from, or as weft.h says.
#ifndef WEFT_WEFT_HPP_
#define WEFT_WEFT_HPP_

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <weft/corpus.hpp>

namespace weft {
inline namespace host {

/// A trained model.
class Model : public detail::Handle<weft_model, weft_model_free> {
 public:
  explicit Model(weft_model* handle) : Handle(handle) {}
  static Model Load(std::string_view path) {
    return Model(detail::Make<weft_model>(weft_model_load, path.data(), path.size()));
  }
  static Model LoadMemory(std::string_view bytes) {
    return Model(detail::Make<weft_model>(weft_model_load_memory, bytes.data(), bytes.size()));
  }
  void Save(std::string_view path) const {
    detail::Check(weft_model_save(get(), path.data(), path.size()));
  }
  std::string SaveMemory() const {
    size_t size = 0;
    detail::Check(weft_model_save_memory(get(), nullptr, 0, &size));
    std::string bytes(size, '\0');
    detail::Check(weft_model_save_memory(get(), &bytes[0], bytes.size(), &size));
    return bytes;
  }
  Model WithMetadata(std::string_view key, std::string_view value) const {
    return Model(detail::Make<weft_model>(weft_model_with_metadata, get(), key.data(), key.size(),
                                          value.data(), value.size()));
  }
  Model WithOption(const std::string& key, std::string_view value) const {
    return Model(detail::Make<weft_model>(weft_model_with_option, get(), key.c_str(), value.data(),
                                          value.size()));
  }
  std::string_view method() const { return weft_model_method(get()); }
  std::string_view scheme() const { return weft_model_scheme(get()); }
  bool reads_votes() const { return weft_model_reads(get()) == WEFT_READS_VOTES; }
  size_t labels() const { return weft_model_label_count(get()); }
  std::string_view label(size_t i) const { return detail::Name(weft_model_label, get(), i); }
  size_t facts() const { return weft_model_fact_count(get()); }
  std::string_view fact_key(size_t i) const { return detail::Name(weft_model_fact_key, get(), i); }
  std::string_view fact_value(size_t i) const {
    return detail::Name(weft_model_fact_value, get(), i);
  }
  size_t sources() const { return weft_model_source_count(get()); }
  std::string_view source(size_t i) const { return detail::Name(weft_model_source, get(), i); }
  double source_accuracy(size_t i) const { return weft_model_source_accuracy(get(), i); }
  double source_weight(size_t i) const { return weft_model_source_weight(get(), i); }
  bool source_adversarial(size_t i) const { return weft_model_source_adversarial(get(), i) != 0; }
  /// Of the types that the labels name, rows of weft_model_source_reliability.
  View<double> source_reliability(size_t source) const {
    const double* values = nullptr;
    size_t count = 0;
    detail::Check(weft_model_source_reliability(get(), source, &values, &count));
    return {values, count};
  }
  size_t types() const { return weft_model_type_count(get()); }
  std::string_view type(size_t i) const { return detail::Name(weft_model_type, get(), i); }
  /// [labels, labels + 1]: p(vote | true label); the last column is "abstains".
  View<double> source_confusion(size_t i) const {
    const double* values;
    size_t count;
    detail::Check(weft_model_source_confusion(get(), i, &values, &count));
    return {values, count};
  }
};

/// One training run.
class Trainer : public detail::Handle<weft_trainer, weft_trainer_free> {
 public:
  using Progress = weft_progress;

  Trainer(const Options& options, const Corpus& train, const Corpus* dev = nullptr)
      : Handle(detail::Make<weft_trainer>(weft_trainer_new, options.get(), train.get(),
                                          dev ? dev->get() : nullptr)) {}

  /// Goes on where a run of these options and corpora was saved.
  static Trainer Resume(const Options& options, const Corpus& train, const Corpus* dev,
                        std::string_view path) {
    return Trainer(detail::Make<weft_trainer>(weft_trainer_resume, options.get(), train.get(),
                                              dev ? dev->get() : nullptr, path.data(),
                                              path.size()));
  }
  /// Writes a checkpoint for Resume; between steps, a progress callback included.
  void Save(std::string_view path) const {
    detail::Check(weft_trainer_save(get(), path.data(), path.size()));
  }

  /// Called after each step; false stops the run. What it throws stops the run too, and comes out
  /// of Step or Run.
  void OnProgress(std::function<bool(const Progress&)> callback) {
    calls_->progress = std::move(callback);
    detail::Check(weft_trainer_on_progress(get(), &Calls::Progressed, calls_.get()));
  }
  void OnLog(std::function<void(int32_t level, std::string_view text)> callback) {
    calls_->log = std::move(callback);
    detail::Check(weft_trainer_on_log(get(), &Calls::Logged, calls_.get()));
  }
  /// One iteration; false when the run has finished.
  bool Step() {
    int32_t more = 0;
    CheckRun(weft_trainer_step(get(), &more));
    return more != 0;
  }
  void Run() { CheckRun(weft_trainer_run(get())); }
  /// Stops the run at its next step; from any thread.
  void Cancel() noexcept { weft_trainer_cancel(get()); }
  Progress progress() const {
    Progress progress;
    detail::Check(weft_trainer_progress(get(), &progress));
    return progress;
  }
  std::string_view phase() const { return weft_trainer_phase(get()); }
  std::string_view stop_reason() const { return weft_trainer_stop_reason(get()); }
  View<double> objectives() const {
    const double* values;
    size_t count;
    detail::Check(weft_trainer_objectives(get(), &values, &count));
    return {values, count};
  }
  /// The best model so far.
  Model TakeModel() { return Model(detail::Make<weft_model>(weft_trainer_model, get())); }

 private:
  struct Calls {  // Stays where it is when its trainer moves.
    std::function<bool(const Progress&)> progress;
    std::function<void(int32_t, std::string_view)> log;
    std::exception_ptr thrown;

    static int32_t Progressed(const Progress* progress, void* user) {
      Calls& calls = *static_cast<Calls*>(user);
      try {
        return !calls.thrown && calls.progress(*progress) ? WEFT_CONTINUE : WEFT_STOP;
      } catch (...) {
        calls.thrown = std::current_exception();
        return WEFT_STOP;
      }
    }
    static void Logged(int32_t level, const char* text, void* user) {
      Calls& calls = *static_cast<Calls*>(user);
      try {
        calls.log(level, text);
      } catch (...) {
        calls.thrown = std::current_exception();
      }
    }
  };
  explicit Trainer(weft_trainer* handle) : Handle(handle) {}
  void CheckRun(weft_status status) {
    if (calls_->thrown) std::rethrow_exception(std::exchange(calls_->thrown, nullptr));
    detail::Check(status);
  }
  std::unique_ptr<Calls> calls_ = std::make_unique<Calls>();
};

/// What was decoded.
class Result : public detail::Handle<weft_result, weft_result_free> {
 public:
  explicit Result(weft_result* handle) : Handle(handle) {}
  size_t sentences() const { return weft_result_sentence_count(get()); }
  size_t sentence_begin(size_t s) const { return weft_result_sentence_begin(get(), s); }
  size_t labels() const { return weft_result_label_count(get()); }
  std::string_view label(size_t i) const { return detail::Name(weft_result_label, get(), i); }
  /// [tokens]
  View<int32_t> label_ids() const { return List(weft_result_labels); }
  /// [tokens, labels]; empty where they were not wanted, as are the next two [sentences].
  View<double> marginals() const { return List(weft_result_marginals); }
  View<double> log_probabilities() const { return List(weft_result_log_probabilities); }
  View<double> log_partitions() const { return List(weft_result_log_partitions); }
  /// The sources that vote for each token's label, token after token, and how many each has.
  View<int32_t> supporters() const { return List(weft_result_supporters); }
  View<int32_t> supporter_counts() const { return List(weft_result_supporter_counts); }
  /// The k best paths of each sentence (Tagger::DecodeKBest): how many it has, their labels path
  /// after path, and their log-probabilities.
  View<int32_t> path_counts() const { return List(weft_result_path_counts); }
  View<int32_t> path_labels() const { return List(weft_result_path_labels); }
  View<double> path_log_probabilities() const { return List(weft_result_path_log_probabilities); }
  /// By their probabilities among themselves: the entropy of each sentence's, and p(label) of every
  /// token among them, [tokens, labels], where marginals were wanted too.
  View<double> path_entropies() const { return List(weft_result_path_entropies); }
  View<double> path_marginals() const { return List(weft_result_path_marginals); }
  /// What the model cannot read of the corpus, and sentences that contradict all it allows.
  size_t warnings() const { return weft_result_warning_count(get()); }
  std::string_view warning(size_t i) const { return weft_result_warning(get(), i); }
  /// By sentence, then by first token.
  View<weft_span> spans() const { return List(weft_result_spans); }
  size_t types() const { return weft_result_type_count(get()); }
  std::string_view type(size_t i) const { return detail::Name(weft_result_type, get(), i); }

 private:
  template <typename T>
  View<T> List(const T* (*getter)(const weft_result*, size_t*)) const {
    size_t count = 0;
    const T* values = getter(get(), &count);
    return {values, count};
  }
};

inline Corpus Corpus::WithLabels(const Result& result) const {
  return Corpus(detail::Make<weft_corpus>(weft_corpus_with_labels, get(), result.get()));
}

/// Decodes with one model; one per thread.
class Tagger : public detail::Handle<weft_tagger, weft_tagger_free> {
 public:
  explicit Tagger(const Model& model)
      : Handle(detail::Make<weft_tagger>(weft_tagger_new, model.get())) {}
  /// Threads that decode a corpus, 1 at first; 0: one per core.
  void SetThreads(int32_t threads) { detail::Check(weft_tagger_set_threads(get(), threads)); }
  /// `want`: a sum of WEFT_WANT_ values.
  Result Decode(const Corpus& corpus, int32_t want = WEFT_WANT_LABELS) {
    return Result(detail::Make<weft_result>(weft_tagger_decode, get(), corpus.get(), want));
  }
  /// The same with the k best label paths of each sentence, or all where there are fewer.
  Result DecodeKBest(const Corpus& corpus, size_t k, int32_t want = WEFT_WANT_LABELS) {
    return Result(
        detail::Make<weft_result>(weft_tagger_decode_k_best, get(), corpus.get(), k, want));
  }
};

/// An active-learning session: asks for labels of tokens, learns from the answers.
class Session : public detail::Handle<weft_session, weft_session_free> {
 public:
  using Counts = weft_session_counts;

  /// `active`: options of "active", or null; `path`: the file that it is kept in; none: in memory.
  Session(const Options* active, const Options& tagger, const Corpus& pool,
          const Corpus* dev = nullptr, std::string_view path = {})
      : Handle(detail::Make<weft_session>(weft_session_new, active ? active->get() : nullptr,
                                          tagger.get(), pool.get(), dev ? dev->get() : nullptr,
                                          path.data(), path.size())) {}
  /// Goes on with the session of a file.
  static Session Resume(const Corpus& pool, const Corpus* dev, std::string_view path) {
    return Session(detail::Make<weft_session>(
        weft_session_resume, pool.get(), dev ? dev->get() : nullptr, path.data(), path.size()));
  }

  /// Called within Next after each time that it has learned; false stops Next, which throws
  /// WEFT_CANCELLED. What it throws stops Next too, and comes out of it.
  void OnUpdate(std::function<bool()> callback) {
    calls_->update = std::move(callback);
    detail::Check(weft_session_on_update(get(), &Calls::Updated, calls_.get()));
  }
  /// Stops the call that is under way, or the next; from any thread.
  void Cancel() noexcept { weft_session_cancel(get()); }
  /// Finds what to ask now; false where nothing is left.
  bool Next() {
    int32_t more = 0;
    const weft_status status = weft_session_next(get(), &more);
    if (calls_->thrown) std::rethrow_exception(std::exchange(calls_->thrown, nullptr));
    detail::Check(status);
    return more != 0;
  }
  /// Of the last Next: the sentence, and its tokens that were to be asked for.
  int64_t sentence() const { return weft_session_sentence(get()); }
  View<int32_t> asked() const { return List(weft_session_asked); }
  /// What the model says of a sentence, given what is known: a result of that sentence alone.
  Result Suggest(size_t sentence, size_t k) {
    return Result(detail::Make<weft_result>(weft_session_suggest, get(), sentence, k));
  }
  /// Ids of the pool's labels for tokens of a sentence; WEFT_NO_LABEL takes an answer back.
  void Answer(size_t sentence, const std::vector<int32_t>& tokens,
              const std::vector<int32_t>& labels) {
    if (tokens.size() != labels.size()) {
      throw error(WEFT_INVALID_ARGUMENT, "expected as many labels as tokens");
    }
    detail::Check(
        weft_session_answer(get(), sentence, tokens.data(), labels.data(), tokens.size()));
  }
  void Skip(size_t sentence) { detail::Check(weft_session_skip(get(), sentence)); }
  /// Learns all answers now.
  void Update() { detail::Check(weft_session_update(get())); }
  /// The model of what was learned so far.
  Model TakeModel() { return Model(detail::Make<weft_model>(weft_session_model, get())); }
  /// The pool with all labels that are known now.
  Corpus Labelled() const { return Corpus(detail::Make<weft_corpus>(weft_session_corpus, get())); }
  /// [tokens] of the pool: known labels, and where they come from (WEFT_ANSWERED, …).
  View<int32_t> labels() const { return List(weft_session_labels); }
  View<uint8_t> origins() const { return List(weft_session_origins); }
  Counts progress() const {
    Counts counts;
    detail::Check(weft_session_progress(get(), &counts));
    return counts;
  }
  std::string_view method() const { return weft_session_method(get()); }
  /// Those that it was begun with.
  Options ActiveOptions() const {
    return Options(detail::Make<weft_options>(weft_session_active_options, get()));
  }
  Options TaggerOptions() const {
    return Options(detail::Make<weft_options>(weft_session_tagger_options, get()));
  }

 private:
  struct Calls {  // Stays where it is when its session moves.
    std::function<bool()> update;
    std::exception_ptr thrown;

    static int32_t Updated(weft_session*, void* user) {
      Calls& calls = *static_cast<Calls*>(user);
      try {
        return calls.update() ? WEFT_CONTINUE : WEFT_STOP;
      } catch (...) {
        calls.thrown = std::current_exception();
        return WEFT_STOP;
      }
    }
  };
  explicit Session(weft_session* handle) : Handle(handle) {}
  template <typename T>
  View<T> List(const T* (*getter)(const weft_session*, size_t*)) const {
    size_t count = 0;
    const T* values = getter(get(), &count);
    return {values, count};
  }
  std::unique_ptr<Calls> calls_ = std::make_unique<Calls>();
};

/// Numbers by key ("span.f1"), and the same as JSON.
class Report : public detail::Handle<weft_report, weft_report_free> {
 public:
  explicit Report(weft_report* handle) : Handle(handle) {}
  static Report Evaluate(const Corpus& corpus, const Result& result, int32_t mode = WEFT_STRICT) {
    return Report(detail::Make<weft_report>(weft_evaluate, corpus.get(), result.get(), mode));
  }
  /// Of sources; `result` adds their accuracy against it.
  static Report Analyze(const Corpus& corpus, const Result* result = nullptr) {
    return Report(
        detail::Make<weft_report>(weft_analyze, corpus.get(), result ? result->get() : nullptr));
  }
  double Number(const std::string& key) const {
    double value = 0;
    detail::Check(weft_report_number(get(), key.c_str(), &value));
    return value;
  }
  std::string_view json() const {
    size_t size = 0;
    const char* text = weft_report_json(get(), &size);
    return {text, size};
  }
};

}  // namespace host
}  // namespace weft

#include <weft/bitext.hpp>  // NOLINT: needs all of the above

#endif  // WEFT_WEFT_HPP_
