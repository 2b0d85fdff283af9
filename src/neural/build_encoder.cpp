// Encoders from options: new ones that read what the options name, and those of model files.
#include "core/error.h"
#include "method/archive.h"
#include "neural/bilstm.h"
#include "neural/frozen_encoder.h"
#include "neural/network.h"
#include "neural/torch_script.h"
#include "neural/transformer.h"

namespace weft {
namespace {

bool HasOption(const Options& options, const char* key) {
  return options.table().Find(key) != nullptr;
}

// Training leaves the whole encoder as it is.
bool AllFrozen(const Options& options) {
  return !HasOption(options, "frozen_layers") || options.GetInt("frozen_layers") < 0;
}

bool Spells(const Options& options) {
  if (!HasOption(options, "letters")) return false;
  return options.GetString("letters") != "none" || options.GetInt("casing_width") > 0;
}

SpellingOptions SpellingFrom(const Options& options) {
  SpellingOptions spelling;
  const std::string& letters = options.GetString("letters");
  spelling.letters = letters == "cnn"    ? LetterEncoder::kConvolution
                     : letters == "lstm" ? LetterEncoder::kLstm
                                         : LetterEncoder::kNone;
  spelling.letter_width = options.GetInt("letter_width");
  spelling.word_width = options.GetInt("spelled_width");
  spelling.casing_width = options.GetInt("casing_width");
  spelling.dropout = options.GetFloat("dropout");
  return spelling;
}

std::unique_ptr<Spelling> NewSpelling(const Options& options, const Corpus& train,
                                      Parameters* parameters, Random* random) {
  if (!Spells(options)) return nullptr;
  LetterOptions letters;
  letters.min_count = options.GetInt("letter_min_count");
  return std::make_unique<Spelling>(SpellingFrom(options), BuildLetters(train, letters), parameters,
                                    random);
}

std::unique_ptr<Spelling> LoadSpelling(const Options& options, const std::vector<Section>& sections,
                                       Parameters* parameters, Random* random) {
  if (!Spells(options)) return nullptr;
  LetterVocabulary letters;
  FromSection(FindSection(sections, "letters"), "letters", letters.letters, letters.longest_word);
  if (options.GetString("letters") != "none") CheckLetters(letters);
  return std::make_unique<Spelling>(SpellingFrom(options), std::move(letters), parameters, random);
}

BilstmOptions BilstmFrom(const Options& options) {
  BilstmOptions bilstm;
  bilstm.units = options.GetInt("units");
  bilstm.layers = options.GetInt("layers");
  bilstm.dropout = options.GetFloat("dropout");
  bilstm.unknown_rate = options.GetFloat("unknown_rate");
  bilstm.freeze_words = options.GetBool("freeze_words");
  return bilstm;
}

PieceOptions PiecesFrom(const Options& options) {
  PieceOptions pieces;
  pieces.subwords =
      options.GetString("subword") == "first" ? Subwords::kFirst : Subwords::kFirstOnly;
  pieces.special_tokens = options.GetBool("special_tokens");
  pieces.context = options.GetInt("context");
  pieces.dropout = options.GetFloat("dropout");
  return pieces;
}

TransformerOptions TransformerFrom(const Options& options) {
  TransformerOptions transformer;
  if (!HasOption(options, "frozen_layers")) return transformer;
  transformer.frozen_layers = options.GetInt("frozen_layers");
  transformer.layer_decay = options.GetFloat("layer_decay");
  return transformer;
}

// The layers of a TorchScript module are not known, and what it holds beside its parameters stays
// where it is.
void CheckScriptOptions(const Options& options) {
  const int64_t layers = options.GetInt("encoder_layers");
  Require(layers == 0, "option encoder_layers of a TorchScript encoder: expected 0, found ",
          layers);
  if (!HasOption(options, "frozen_layers")) return;
  const int64_t frozen = options.GetInt("frozen_layers");
  Require(frozen == 0 || frozen == -1, "option frozen_layers of a TorchScript encoder: expected 0 ",
          "(none) or -1 (all), found ", frozen);
  const double decay = options.GetFloat("layer_decay");
  Require(decay == 1, "option layer_decay of a TorchScript encoder: expected 1, found ", decay);
  const std::string& device = options.GetString("device");
  if (device != "cpu") {
    Fail(Status::kUnsupported, "option device of a TorchScript encoder: expected cpu, found ",
         device);
  }
}

// A pre-trained encoder is named; the method's options have one, and may have others instead.
bool HasEncoder(const Options& options) {
  if (!HasOption(options, "encoder")) return false;
  const bool given = !options.GetString("encoder").empty();
  Require(given || HasOption(options, "word_vectors"),
          "option encoder must name the folder of a pre-trained model");
  return given;
}

WordVectors ReadVectors(const Options& options, const Corpus& train, const Corpus* dev) {
  StringIndex wanted;
  AddWantedWords(train, &wanted);
  if (dev) AddWantedWords(*dev, &wanted);
  WordVectorOptions reading;
  reading.wanted = &wanted;
  reading.max_words = options.GetInt("vocabulary");
  return ReadWordVectors(options.GetString("word_vectors"), reading);
}

InitialWords ReadWords(const Options& options, const Corpus& train, const Corpus* dev,
                       Random* random) {
  const int64_t min_count = options.GetInt("min_count");
  if (options.GetString("word_vectors").empty()) {
    return MakeWords(train, nullptr, options.GetInt("word_width"), min_count, random);
  }
  const WordVectors vectors = ReadVectors(options, train, dev);
  return MakeWords(train, &vectors, vectors.dimension, min_count, random);
}

// The option encoder_layers: the encoder's upper ones are left away.
EncoderConfig Shortened(EncoderConfig config, const Options& options) {
  const int64_t layers = options.GetInt("encoder_layers");
  Require(layers <= config.num_layers, "option encoder_layers: the encoder has ", config.num_layers,
          " layers, found ", layers);
  if (layers > 0) config.num_layers = layers;
  return config;
}

std::unique_ptr<PieceStates> OpenPieceStates(EncoderFolder* folder, const WordPieces& pieces,
                                             const Options& options, Parameters* parameters) {
  if (folder->Has(TorchScript::kFile) && !folder->Has("model.safetensors")) {
    CheckScriptOptions(options);
    return TorchScript::Open(folder, pieces.size(), AllFrozen(options), parameters);
  }
  const EncoderConfig config = Shortened(ReadEncoderConfig(folder), options);
  pieces.RequireFits(config.vocab_size);
  auto states = std::make_unique<Transformer>(config, TransformerFrom(options), parameters);
  states->LoadWeights(folder);
  return states;
}

// `path` is where model files shall look for the folder.
BuiltEncoder OpenFolder(EncoderFolder* folder, const std::string& path, const Options& options,
                        std::unique_ptr<Spelling> spelling, Parameters* parameters) {
  const size_t first = parameters->size();
  std::shared_ptr<const WordPieces> pieces = WordPieces::Read(folder);
  std::unique_ptr<PieceStates> states = OpenPieceStates(folder, *pieces, options, parameters);
  BuiltEncoder built;
  if (!options.GetBool("encoder_in_model")) {
    built.reference = ReferTo(*folder, path, *parameters, first);
  }
  built.encoder = std::make_unique<PieceEncoder>(std::move(states), std::move(pieces),
                                                 PiecesFrom(options), std::move(spelling));
  return built;
}

std::unique_ptr<PieceStates> LoadPieceStates(const std::vector<Section>& sections,
                                             const WordPieces& pieces, const Options& options,
                                             Parameters* parameters) {
  if (HasSection(sections, TorchScript::kSection)) {
    CheckScriptOptions(options);
    return TorchScript::Load(FindSection(sections, TorchScript::kSection), AllFrozen(options),
                             parameters);
  }
  const EncoderConfig config =
      ParseEncoderConfig(FindSection(sections, "encoder.config"), "section \"encoder.config\"");
  pieces.RequireFits(config.vocab_size);
  return std::make_unique<Transformer>(config, TransformerFrom(options), parameters);
}

BuiltEncoder NewPieces(const Options& options, std::unique_ptr<Spelling> spelling,
                       Parameters* parameters) {
  EncoderFolder folder(options.GetString("encoder"));
  return OpenFolder(&folder, folder.AbsolutePath(), options, std::move(spelling), parameters);
}

BuiltEncoder LoadPieces(const Options& options, const std::vector<Section>& sections,
                        std::unique_ptr<Spelling> spelling, Parameters* parameters) {
  std::string path;
  if (const auto folder = EncoderReference::Find(sections, &path)) {
    return OpenFolder(folder.get(), path, options, std::move(spelling), parameters);
  }
  auto pieces = std::make_shared<const WordPieces>(
      FindSection(sections, "encoder.vocabulary"),
      ParseWordPieceSettings(FindSection(sections, "encoder.pieces"), "section \"encoder.pieces\""),
      "section \"encoder.vocabulary\"");
  std::unique_ptr<PieceStates> states = LoadPieceStates(sections, *pieces, options, parameters);
  return {std::make_unique<PieceEncoder>(std::move(states), std::move(pieces), PiecesFrom(options),
                                         std::move(spelling))};
}

InitialWords LoadWords(const std::vector<Section>& sections) {
  std::vector<std::string> words;
  InitialWords loaded;
  WordVocabulary& vocabulary = loaded.vocabulary;
  int64_t width = 0;
  FromSection(FindSection(sections, "encoder.words"), "encoder.words", words,
              vocabulary.with_vectors, width);
  for (const std::string& word : words) vocabulary.words.Insert(word);
  vocabulary.rare.assign(words.size() + 1, 0);
  if (width <= 0 || static_cast<size_t>(vocabulary.words.size()) != words.size()) {
    Fail(Status::kCorrupt, "the model's vocabulary has a word twice, or words without width");
  }
  loaded.rows = at::zeros({static_cast<int64_t>(words.size()) + 1, width});
  return loaded;
}

// All that changes how an encoder reads.
std::string ReadingOf(const Options& options) {
  std::string text;
  for (const char* key : {"subword", "special_tokens", "context"}) text += options.Get(key) + ";";
  return text;
}

std::unique_ptr<TokenStates> NewWordStates(const Options& options, const Corpus& train,
                                           const Corpus* dev, Parameters* parameters) {
  const WordVectors vectors = ReadVectors(options, train, dev);
  at::Tensor rows = at::empty({vectors.size(), vectors.dimension}, at::kFloat);
  std::copy(vectors.values.begin(), vectors.values.end(), rows.data_ptr<float>());
  StringIndex words;
  for (int64_t i = 0; i < vectors.size(); ++i) {
    words.Insert(vectors.words.key(static_cast<int32_t>(i)));
  }
  return std::make_unique<WordStates>(std::move(words), std::move(rows),
                                      options.GetInt("word_context"), parameters);
}

struct BuiltStates {
  std::unique_ptr<TokenStates> states;
  std::shared_ptr<const EncoderReference> reference;
};

// `writing`: to the cache, if any.
BuiltStates Frozen(BuiltEncoder built, const Options& options, bool writing,
                   Parameters* parameters) {
  const StatesCache cache{options.GetString("embedding_cache"), writing};
  return {std::make_unique<EncodedStates>(std::move(built.encoder), parameters, cache,
                                          ReadingOf(options)),
          std::move(built.reference)};
}

BuiltStates NewStates(const Options& options, const Corpus& train, const Corpus* dev,
                      Parameters* parameters) {
  if (HasEncoder(options)) {
    return Frozen(NewPieces(options, nullptr, parameters), options, true, parameters);
  }
  if (!options.GetString("word_vectors").empty()) {
    return {NewWordStates(options, train, dev, parameters), {}};
  }
  Require(train.embedding_width() > 0,
          "nothing tells tokens apart: expected the option encoder (the folder of a pre-trained "
          "model), the option word_vectors, or a corpus with embeddings of its own, which ",
          train.name(), " does not have");
  return {std::make_unique<GivenStates>(static_cast<int64_t>(train.embedding_width())), {}};
}

BuiltStates LoadStates(const Options& options, const std::vector<Section>& sections,
                       Parameters* parameters) {
  if (HasEncoder(options)) {
    return Frozen(LoadPieces(options, sections, nullptr, parameters), options, false, parameters);
  }
  if (HasSection(sections, "encoder.given")) return {GivenStates::Load(sections), {}};
  return {WordStates::Load(sections, options.GetInt("word_context"), parameters), {}};
}

// Layers over states alone.
bool IsFrozen(const Options& options) { return HasOption(options, "hidden_layers"); }
// The encoder itself learns.
bool IsFineTuned(const Options& options) {
  return HasOption(options, "frozen_layers") && HasEncoder(options);
}

BuiltEncoder Over(BuiltStates built, const Options& options, Parameters* parameters,
                  Random* random) {
  FrozenOptions frozen;
  frozen.layers = options.GetInt("hidden_layers");
  frozen.units = options.GetInt("hidden_units");
  frozen.dropout = options.GetFloat("dropout");
  return {std::make_unique<FrozenEncoder>(std::move(built.states), frozen, parameters, random),
          std::move(built.reference)};
}

BuiltEncoder OverWords(InitialWords words, BuiltStates built, std::unique_ptr<Spelling> spelling,
                       const Options& options, Parameters* parameters, Random* random) {
  return {std::make_unique<BilstmEncoder>(std::move(words.vocabulary), std::move(words.rows),
                                          BilstmFrom(options), std::move(built.states),
                                          std::move(spelling), parameters, random),
          std::move(built.reference)};
}

}  // namespace

BuiltEncoder NewEncoder(const Options& options, const Corpus& train, const Corpus* dev,
                        Parameters* parameters, Random* random) {
  if (IsFrozen(options)) {
    return Over(NewStates(options, train, dev, parameters), options, parameters, random);
  }
  if (IsFineTuned(options)) {
    return NewPieces(options, NewSpelling(options, train, parameters, random), parameters);
  }
  BuiltStates states;
  if (HasEncoder(options)) states = NewStates(options, train, dev, parameters);
  auto spelling = NewSpelling(options, train, parameters, random);
  return OverWords(ReadWords(options, train, dev, random), std::move(states), std::move(spelling),
                   options, parameters, random);
}

BuiltEncoder LoadEncoder(const Options& options, const std::vector<Section>& sections,
                         Parameters* parameters) {
  Random random(1);
  if (IsFrozen(options)) {
    return Over(LoadStates(options, sections, parameters), options, parameters, &random);
  }
  if (IsFineTuned(options)) {
    return LoadPieces(options, sections, LoadSpelling(options, sections, parameters, &random),
                      parameters);
  }
  BuiltStates states;
  if (HasEncoder(options)) states = LoadStates(options, sections, parameters);
  auto spelling = LoadSpelling(options, sections, parameters, &random);
  return OverWords(LoadWords(sections), std::move(states), std::move(spelling), options, parameters,
                   &random);
}

}  // namespace weft
