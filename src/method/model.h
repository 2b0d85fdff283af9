// What every method is to the rest of weft: a trainer that takes steps and yields a model, a model
// that can be saved and makes decoders, a decoder that scores sentences into lattices.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chain/lattice.h"
#include "core/options.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "text/corpus.h"

namespace weft {

/// What a model reads to decode.
enum class Reads : int32_t { kTokens = 0, kVotes = 1 };

/// A named piece of a model file or checkpoint: bytes that its kind understands.
struct Section {
  std::string name;
  std::string bytes;
};

/// What an aggregator believes about one source. Rows are true labels, columns are votes.
struct SourceEstimate {
  std::string name;
  std::vector<double> confusion;  ///< [K, K + 1]: p(vote | true); the last column is "abstains"
  double accuracy = 0;  ///< p(vote = true | it votes), over tokens whose truth or vote is not O
  double opinions = 0;  ///< expected number of those tokens; 0: accuracy is not known
  double weight = 1;    ///< of its votes, for methods that weigh sources
  int64_t tokens = 0;   ///< tokens of sentences that it annotated
  /// [K]: how many of those are expected to have each true label; empty: not known.
  std::vector<double> truths;
  bool adversarial = false;  ///< below chance
};

/// Turns sentences into lattices. One per thread; holds scratch. Keeps its model alive.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Attaches a corpus: names of columns, sources and labels are matched here, once. The corpus
  /// must outlive the decoder's use of it. `twin`: another decoder of the model that is attached to
  /// this corpus, whose reading of it is shared.
  void Bind(const Corpus& corpus, const Decoder* twin = nullptr);
  /// Scores sentence `s`, once however often it is asked for in a row. The lattice borrows the
  /// decoder's memory until another sentence is scored.
  const Lattice& Score(int64_t s);
  /// The best labels [L], as ids of the model's labels. By default Viterbi over Score(s); voting
  /// conventions that are no lattice have their own.
  virtual void Labels(int64_t s, Span<int32_t> labels);
  /// What of the bound corpus the model cannot read, with counts.
  virtual std::vector<std::string> Warnings() const { return {}; }
  /// The first token of sentence `s` where what was observed contradicts every path that the model
  /// allows, or −1: even its best `labels` are impossible there in the model's eyes.
  virtual int64_t Contradiction(int64_t /*s*/, Span<const int32_t> /*labels*/) { return -1; }

 protected:
  virtual void Attach(const Corpus& corpus) = 0;
  /// For those whose reading takes long.
  virtual void AttachWith(const Decoder& /*twin*/, const Corpus& corpus) { Attach(corpus); }
  virtual const Lattice& ScoreSentence(int64_t s) = 0;

  ChainWorkspace workspace_;

 private:
  const Lattice* scored_lattice_ = nullptr;
  int64_t scored_ = -1;  // the sentence that it holds
};

/// A trained model. Immutable; shared by any number of threads.
class Model : public std::enable_shared_from_this<Model> {
 public:
  virtual ~Model() = default;
  virtual std::string_view method() const = 0;  ///< its registry name, "hmm", "crf", …
  virtual Reads reads() const = 0;
  virtual std::unique_ptr<Decoder> NewDecoder() const = 0;
  virtual std::vector<Section> Save() const = 0;
  /// Shares or copies what it holds.
  virtual std::shared_ptr<Model> Copy() const = 0;
  /// Facts for people, in print order: ("features", "452755"), ….
  virtual std::vector<std::pair<std::string, std::string>> Describe() const { return {}; }
  virtual std::vector<SourceEstimate> Sources() const { return {}; }
  /// What of a corpus's votes the model cannot read, with counts.
  virtual std::vector<std::string> Unread(const Corpus& /*corpus*/) const { return {}; }

  const LabelSet& labels() const { return labels_; }
  Scheme scheme() const { return scheme_; }
  /// The options it was trained with, every one, by key.
  const std::map<std::string, std::string>& options() const { return options_; }
  /// Free text of the host's: name, language, date. Kept in the file.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// The value of one; `fallback` where the model knows none of that key.
  std::string option(const std::string& key, const char* fallback) const;
  double number(const std::string& key, double fallback) const;

  // What the file's "common" section holds; set by trainers and by the loader.
  void SetCommon(LabelSet labels, Scheme scheme, std::map<std::string, std::string> options) {
    labels_ = std::move(labels);
    scheme_ = scheme;
    options_ = std::move(options);
  }
  void SetMetadata(std::map<std::string, std::string> metadata) { metadata_ = std::move(metadata); }

 private:
  LabelSet labels_;
  Scheme scheme_ = Scheme::kPlain;
  std::map<std::string, std::string> options_, metadata_;
};

/// Labels of a corpus in the place of its gold labels: what an aggregator hands a tagger.
struct SoftLabels {
  LabelSet labels;            ///< the K labels of the columns
  std::vector<double> unary;  ///< [tokens, K]; empty where they are hard. Zeros on all tokens of a
                              ///< sentence: its labels are not known
  std::vector<int32_t> hard;  ///< [tokens], kNoLabel where the label is not known; or empty
  std::vector<double>
      pairwise_sum;  ///< [sentences, K, K], or empty: products of neighbours stand in
};

/// What a trainer is given. Corpora and executor must outlive it.
struct TrainingInput {
  std::shared_ptr<const Corpus> train;
  std::shared_ptr<const Corpus> dev;       ///< may be null
  std::shared_ptr<const SoftLabels> soft;  ///< may be null; then the gold labels of `train`
  /// May be null; else a model of this method with the same labels, at whose parameters training
  /// begins. Only of methods that continue.
  std::shared_ptr<const Model> start;
  std::vector<float> sentence_weights;  ///< [sentences], or empty: 1 each
  Options options;                      ///< of this method
  /// Further options of the run, by key: where its labels come from. The model keeps them.
  std::map<std::string, std::string> origin;
  std::shared_ptr<Executor> executor;
  Logger log;  ///< may be empty
  /// Called once per evaluation with this process's partial sums (objective value and gradient, or
  /// expected counts). A distributed engine replaces them with the sums over all processes here;
  /// empty: this process is alone.
  std::function<void(Span<double>)> reduce;
  std::shared_ptr<const CancelFlag> cancel;  ///< may be null

  /// Every option that the model is trained with, by key.
  std::map<std::string, std::string> AllOptions() const {
    std::map<std::string, std::string> all = options.All();
    all.insert(origin.begin(), origin.end());
    return all;
  }
};

/// One training run, advanced by its caller. Not thread-safe; cancel goes through the flag.
class Trainer {
 public:
  virtual ~Trainer() = default;
  /// One iteration (an EM step, an L-BFGS iteration, an epoch). Returns false when there is nothing
  /// left to do: `progress().finished` is true then.
  virtual bool Step() = 0;
  virtual const Progress& progress() const = 0;
  /// The best model so far: by dev F1 where the method stops by it, else the latest. Fails with
  /// kState before the first step.
  virtual std::shared_ptr<const Model> TakeModel() = 0;
  /// Objective after each iteration, nats.
  virtual const std::vector<double>& objectives() const = 0;
  /// Where the run stands between two steps: what Restore takes. Only of methods that are
  /// resumable; others fail with kUnsupported.
  virtual std::vector<Section> Save() const;
  /// Before the first step, and with the input (but for its executor) of the run that was saved:
  /// goes on where that stood, to the same model to the last bit. Fails with kCorrupt where the
  /// sections do not fit together, with kInvalidArgument where they do not fit what files that
  /// options name hold now; the trainer is of no use then.
  virtual void Restore(std::vector<Section> sections);
};

class SentenceLearner;

/// A method by name: what it is, its options, how to train and how to load it.
struct Method {
  enum class Kind : int32_t { kAggregator = 0, kTagger = 1 };
  std::string name;
  Kind kind;
  std::string summary;  ///< one line
  OptionTable options;
  std::unique_ptr<Trainer> (*train)(TrainingInput input);
  /// Rebuilds a model from what Save() gave; labels, scheme and options are set by the caller
  /// before first use. Fails with kCorrupt where the sections do not fit together.
  std::shared_ptr<Model> (*load)(const std::vector<Section>& sections, const LabelSet& labels);
  /// Taggers: where the labels that they learn from come from unless told otherwise.
  struct Labels {
    const char* aggregator = "gold";
    const char* kind = "soft";  ///< what an aggregator hands over
  };
  Labels labels_from = {};
  bool resumable = false;          ///< its trainers can be saved and restored
  bool continues = false;          ///< they can begin at a model
  bool learns_unlabelled = false;  ///< a tagger that learns from sentences without labels too
  /// Fails with kInvalidArgument where options contradict each other; null: none do. Before
  /// anything is trained.
  void (*check)(const Options& options) = nullptr;
  /// It fits the aggregator of a run itself: `train` and `check` get the options of the whole run.
  bool whole_run = false;
  /// A tagger that learns from gold labels and votes at once: its runs have no aggregator.
  bool gold_and_votes = false;
  /// A learner of sentences of `train`, which has learned nothing; null: the method has none.
  std::unique_ptr<SentenceLearner> (*learn_sentences)(TrainingInput input) = nullptr;
};

/// Has a development corpus choose a run's best step, by whichever option does that, where none is
/// set.
void StopByDevelopment(Options* options);

bool HasSection(const std::vector<Section>& sections, std::string_view name);
/// The section of that name; kCorrupt where it is missing.
const std::string& FindSection(const std::vector<Section>& sections, std::string_view name);

}  // namespace weft
