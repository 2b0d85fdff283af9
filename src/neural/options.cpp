#include "neural/options.h"

#include <initializer_list>
#include <limits>

#include "core/error.h"
#include "weak/methods.h"
#include "weak/vote_options.h"

namespace weft {
namespace {

constexpr int64_t kMany = std::numeric_limits<int32_t>::max();

// Of word vectors.
void AddVectorOptions(OptionTable* table) {
  table
      ->String("word_vectors", "",
               "path of pre-trained word vectors: text of GloVe, word2vec or fastText, also .gz")
      .Int("vocabulary", 100000, 0, kMany,
           "words kept from the beginning of word_vectors beside those of the corpora");
}

// Of the encoder that reads words one by one.
void AddBilstmOptions(OptionTable* table) {
  AddVectorOptions(table);
  table->Int("word_width", 100, 1, 10000, "numbers per word where there are no word_vectors")
      .Int("min_count", 1, 1, kMany,
           "words without a vector that training has more rarely are unknown")
      .Int("units", 100, 1, 10000, "LSTM units of each direction")
      .Int("layers", 1, 1, 16, "LSTM layers")
      .Float("unknown_rate", 0.5, 0, 1,
             "share of the time that words which stand once, without a vector, are read as unknown")
      .Bool("freeze_words", false, "leave word vectors as they are");
}

// Of a pre-trained encoder.
void AddTransformerOptions(OptionTable* table) {
  table
      ->String("encoder", "",
               "folder with vocab.txt and a Hugging Face model (config.json, model.safetensors) or "
               "a TorchScript module (encoder.pt)")
      .Bool("encoder_in_model", true,
            "false: the model file refers to the encoder's folder, by path and hash, for all that "
            "training left as it is there")
      .Choice("subword", "first", {"first", "first_only"},
              "feed all pieces of a word and read the first, or feed the first alone")
      .Int("encoder_layers", 0, 0, 1000,
           "its layers from the lowest that are used, as a shorter encoder; 0: all")
      .Bool("special_tokens", true, "[CLS] before each sentence, [SEP] after it")
      .Int("context", 64, 0, 100000,
           "pieces beside each word where a sentence is longer than the encoder's window");
}

// What need not be computed again where training leaves it as it is.
void AddCacheOption(OptionTable* table) {
  table->String(
      "embedding_cache", "",
      "folder that keeps what the encoder made of the corpora, for further runs; \"\": none");
}

// How training changes it.
void AddLayerOptions(OptionTable* table) {
  table
      ->Int("frozen_layers", 0, -1, 1000,
            "lowest layers that training leaves as they are, the embeddings with them; -1: all")
      .Float("layer_decay", 1, 0.01, 1, "of the learning rate, from a layer to the one below it");
}

// How words are spelled, beside either.
void AddSpellingOptions(OptionTable* table) {
  table
      ->Choice("letters", "none", {"none", "cnn", "lstm"},
               "read words letter by letter too: by filters of three letters, or an LSTM")
      .Int("letter_width", 25, 1, 1000, "numbers per letter")
      .Int("spelled_width", 50, 1, 10000, "numbers that a word's letters become; even for lstm")
      .Int("letter_min_count", 2, 1, kMany, "letters that training has more rarely are unknown")
      .Int("casing_width", 0, 0, 1000,
           "numbers for a word's casing (Title, UPPER, digits, …); 0: none");
}

// How a network is trained, and what differs between the methods' defaults.
struct TrainingDefaults {
  double dropout = 0.5;
  int64_t batch_size = 16;
};
void AddTrainingOptions(OptionTable* table, const TrainingDefaults& defaults = {}) {
  table
      ->Float("dropout", defaults.dropout, 0, 0.99,
              "of words, LSTM states, and what the emissions read")
      .Int("batch_size", defaults.batch_size, 1, 100000, "sentences a step")
      .Int("epochs", 20, 1, 1000000, "passes over the corpus at most")
      .Int("max_steps", 0, 0, kMany, "steps of each stage at most; 0: as the epochs are")
      .Int("dev_period", 0, 0, kMany, "steps between evaluations on dev; 0: an epoch")
      .Int("patience", 5, 0, kMany,
           "stop after so many evaluations on dev without a better F1, and keep the best model; 0: "
           "train to the end and keep the last")
      .Float("learning_rate", 1e-3, 0, 10, "of encoder and emissions")
      .Float("weight_decay", 1e-6, 0, 10, "AdamW's, of encoder and emissions")
      .Int("warmup_steps", 0, 0, kMany, "steps of each stage in which the learning rates rise")
      .Choice("schedule", "linear", {"linear", "constant"},
              "learning rates fall to 0 over the epochs, or stay")
      .Float("clip_norm", 1, 0, 1e9, "gradients are scaled to this norm at most; 0: never")
      .Int("seed", 1, 0, kMany, "of initial weights, dropout and the order of sentences")
      .Choice("device", "cpu", {"cpu", "cuda"}, "where encoder and emissions are trained")
      .Choice("store", "f32", {"f32", "f16", "bf16"}, "numbers of the encoder in the model file");
}

// How its chain of labels is trained and decoded.
void AddChainOptions(OptionTable* table) {
  table->Float("learning_rate_chain", 1e-2, 0, 10, "of the label transitions")
      .Float("weight_decay_chain", 1e-8, 0, 10, "of the label transitions and source matrices")
      .Bool("transitions", true, "score pairs of neighbouring labels; false: each label by itself")
      .Float("transition_scale", 1, 0, 100, "of the transition scores when decoding")
      .Decoding()
      .Float("emission_scale", 1, 0, 100, "of the emission scores when decoding")
      .Decoding()
      .Bool("constrained", true, "decode only label sequences that the tag scheme allows")
      .Decoding();
}

// Of the hidden CRF's source matrices.
template <typename Refuse>
void CheckSourceOptions(const Options& options, Refuse refuse) {
  if (options.GetString("weak_rows") == "free") {
    refuse({"smoothing"}, "where weak_rows is free");
    refuse({"vote_weight"}, "where weak_rows is free: free scores find their own weights");
    Require(!options.IsSet("redundancy") || !options.GetBool("redundancy"),
            "option redundancy must be false where weak_rows is free: free scores find their own "
            "weights");
    Require(!options.IsSet("vote_context") || options.GetString("vote_context") == "none",
            "option vote_context must be none where weak_rows is free: free scores of neighbouring "
            "votes have no common sum");
  } else {
    refuse({"rho"}, "where weak_rows is normalised");
    if (!options.GetBool("redundancy")) {
      refuse({"redundancy_shrink"}, "where redundancy is false");
    }
  }
  if (options.GetString("initial_sources") == "identity") {
    refuse({"rho", "smoothing"}, "where initial_sources is identity");
  }
  if (options.GetBool("freeze_sources")) {
    refuse({"learning_rate_sources"}, "where freeze_sources is true");
  }
  if (options.GetInt("first_epochs") == 0) {
    refuse({"first_batch_size", "first_learning_rate", "first_learning_rate_chain"},
           "where first_epochs is 0");
  }
}

// An encoder that stays as it is beside the words' own vectors.
bool HasBoth(const OptionTable& table) {
  return table.Find("units") && !table.Find("frozen_layers");
}

}  // namespace

OptionTable BilstmCrfOptions() {
  OptionTable table;
  AddBilstmOptions(&table);
  AddTransformerOptions(&table);
  AddCacheOption(&table);
  AddSpellingOptions(&table);
  AddTrainingOptions(&table);
  AddChainOptions(&table);
  return table;
}

OptionTable TransformerCrfOptions() {
  OptionTable table;
  AddTransformerOptions(&table);
  AddLayerOptions(&table);
  AddSpellingOptions(&table);
  AddTrainingOptions(&table);
  AddChainOptions(&table);
  return table;
}

OptionTable NhcrfOptions() {
  OptionTable table;
  AddTransformerOptions(&table);
  AddLayerOptions(&table);
  AddBilstmOptions(&table);
  AddSpellingOptions(&table);
  AddTrainingOptions(&table);
  AddChainOptions(&table);
  table
      .Choice("weak_rows", "normalised", {"normalised", "free"},
              "rows of the source matrices: log-probabilities, or free scores as in the paper")
      .Choice("vote_context", "span", {"span", "none"},
              "span: one matrix for a source's tokens after one that it named and another for the "
              "rest (normalised rows); none: one for all, as in the paper")
      .Float("vote_weight", 1, 1e-3, 1,
             "of each vote in the likelihood (normalised rows); below 1 where sources repeat each "
             "other, or the votes on a span do")
      .Choice(
          "decode", "marginal", {"marginal", "tokens", "votes"},
          "score labels by emissions and transitions with what the sources could vote (marginal: "
          "p(t|x) as the model has it), by these alone (tokens: the same where rows are "
          "normalised), or with what the sources did vote (votes)")
      .Decoding()
      .Choice(
          "initial_sources", "votes", {"votes", "identity"},
          "source matrices begin as counts against the first labels, or as a diagonal: 1/K, as in "
          "the paper, or half of each row where rows are normalised")
      .Float("rho", 2, 0, 1000, "scale of the initial source matrices (free rows)")
      .Float("smoothing", 1, 1e-6, 1e6, "pseudo-count of the initial source matrices (normalised)")
      .Bool("freeze_sources", false, "leave the source matrices as they begin")
      .Float("learning_rate_sources", 1e-2, 0, 10, "of the source matrices")
      .Int("first_epochs", 20, 0, 1000000, "passes of the first stage, on the aggregator's labels")
      .Int("first_batch_size", 16, 1, 100000, "sentences a step of the first stage")
      .Float("first_learning_rate", 1e-3, 0, 10, "of encoder and emissions in the first stage")
      .Float("first_learning_rate_chain", 1e-2, 0, 10, "of the transitions in the first stage");
  AddVoteOptions(&table);
  AddRedundancyOptions(&table);
  return table;
}

const Method& StartOf(std::string_view method) {
  return method == "chmm" ? HmmMethod() : DsMethod();
}

OptionTable ChmmOptions(std::string_view method) {
  OptionTable table;
  AddTransformerOptions(&table);
  AddVectorOptions(&table);
  AddCacheOption(&table);
  table.Int("word_context", 1, 0, 10,
            "neighbours on either side whose word vectors stand beside a word's own");
  AddTrainingOptions(&table, {0.1, 32});
  table.Int("hidden_layers", 1, 0, 16, "layers between the embeddings and the matrices, ReLU")
      .Int("hidden_units", 200, 1, 10000, "of each of them")
      .Choice(
          "conditional", "transitions", {"both", "transitions", "sources"},
          "what depends on tokens: transitions (or priors) of labels, matrices of sources, both")
      .Choice(
          "em_gradient", "through", {"through", "detached"},
          "descend the expected log-likelihood, posteriors and all, or hold these fixed in each "
          "step, as EM does")
      .Float("anchor", 0, 0, 1e6,
             "weight of the squared distance between a token's matrices and those at the start")
      .Int("pretrain_epochs", 0, 0, 1000000,
           "passes that bring a random network to the matrices of the start; 0: it begins there")
      .Bool("constrained", true, "decode only label sequences that the tag scheme allows")
      .Decoding();
  if (method == "chmm") {
    table.Choice("start", "own", {"own", "outside"},
                 "before the first token there is a state of its own, or an O, as in the paper");
  }
  table.Nested(StartOf(method).name, StartOf(method).options);
  return table;
}

void CheckNeuralOptions(const Options& options) {
  const OptionTable& table = options.table();
  const auto is = [&](const char* key, const char* value) {
    return table.Find(key) && options.Get(key) == value;
  };
  const auto refuse = [&](std::initializer_list<const char*> keys, const char* where) {
    for (const char* key : keys) {
      const OptionSpec* spec = table.Find(key);
      Require(!spec || options.Get(key) == spec->default_value, "option ", key, " has no effect ",
              where);
    }
  };
  const bool vectors = table.Find("word_vectors") && !is("word_vectors", "");
  const bool encoder = table.Find("encoder") && !is("encoder", "");
  if (encoder && !HasBoth(table)) {
    OptionTable bilstm;
    AddBilstmOptions(&bilstm);
    for (const OptionSpec& spec : bilstm.specs()) {
      refuse({spec.key.c_str()}, "beside a pre-trained encoder (option encoder)");
    }
    refuse({"word_context"}, "beside a pre-trained encoder (option encoder)");
  } else {
    if (vectors) refuse({"word_width"}, "beside word_vectors, which have a width");
    if (!vectors) refuse({"vocabulary", "word_context"}, "without word_vectors");
  }
  if (!encoder) {
    refuse({"encoder_in_model", "subword", "special_tokens", "context", "encoder_layers",
            "frozen_layers", "layer_decay", "embedding_cache"},
           "without a pre-trained encoder (option encoder)");
  }
  if (is("letters", "none")) {
    refuse({"letter_width", "spelled_width", "letter_min_count"}, "where letters is none");
  }
  const bool frozen = table.Find("hidden_layers") || (encoder && HasBoth(table));
  if (frozen && !is("device", "cpu")) {
    Fail(Status::kUnsupported,
         "option device: expected cpu where the encoder stays as it is, found ",
         options.Get("device"));
  }
  if (is("hidden_layers", "0")) refuse({"hidden_units"}, "where hidden_layers is 0");
  if (is("transitions", "false")) {
    refuse({"learning_rate_chain", "first_learning_rate_chain"}, "where transitions is false");
  }
  if (table.Find("weak_rows")) CheckSourceOptions(options, refuse);
}

OptionTable NeuralOptions(std::string_view method) {
  if (method == "bilstm-crf") return BilstmCrfOptions();
  if (method == "transformer-crf") return TransformerCrfOptions();
  if (method == "nhcrf") return NhcrfOptions();
  if (method == "chmm" || method == "chmm-iid") return ChmmOptions(method);
  Fail(Status::kInternal, "\"", method, "\" is no neural method");
}

}  // namespace weft
