#include "neural/piece_encoder.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "encode/windows.h"
#include "neural/ops.h"

namespace weft {
namespace {

// A corpus in pieces, cut into windows.
struct PieceInput : EncoderInput {
  struct Cut {
    Window window;
    int64_t first_piece;  // of its sentence
  };
  const Corpus* corpus = nullptr;
  std::vector<int32_t> pieces;         // sentences end to end
  std::vector<int64_t> word_begins;    // [tokens]: within the sentence
  std::vector<int64_t> sentence_ends;  // in pieces
  std::vector<Cut> cuts;
  std::vector<int64_t> cut_ends;  // by sentence
  SpelledWords spelled;

  int64_t begin(int64_t s) const { return s == 0 ? 0 : sentence_ends[static_cast<size_t>(s) - 1]; }
  int64_t cut_begin(int64_t s) const { return s == 0 ? 0 : cut_ends[static_cast<size_t>(s) - 1]; }
  int64_t Cost(int64_t s) const override {
    return sentence_ends[static_cast<size_t>(s)] - begin(s);
  }
};

}  // namespace

PieceEncoder::PieceEncoder(std::unique_ptr<const PieceStates> states,
                           std::shared_ptr<const WordPieces> pieces, const PieceOptions& options,
                           std::unique_ptr<Spelling> spelling)
    : states_(std::move(states)),
      pieces_(std::move(pieces)),
      options_(options),
      spelling_(std::move(spelling)) {
  if (options_.special_tokens && (pieces_->cls() < 0 || pieces_->sep() < 0)) {
    Fail(Status::kFormat, "special_tokens needs the pieces ", pieces_->settings().cls, " and ",
         pieces_->settings().sep, ", which the encoder's vocabulary lacks");
  }
  if (Room() < 2) {
    Fail(Status::kFormat, "the encoder reads ", states_->longest(),
         " pieces at once, special tokens among them: that is too few");
  }
}

int64_t PieceEncoder::width() const {
  return states_->width() + (spelling_ ? spelling_->width() : 0);
}

// Pieces of words in a window.
int64_t PieceEncoder::Room() const {
  int64_t room = std::numeric_limits<int32_t>::max();
  for (const int64_t bound : {states_->longest(), pieces_->settings().longest}) {
    if (bound > 0) room = std::min(room, bound);
  }
  return room - (options_.special_tokens ? 2 : 0);
}

std::unique_ptr<EncoderInput> PieceEncoder::Read(const Corpus& corpus) const {
  auto input = std::make_unique<PieceInput>();
  input->corpus = &corpus;
  WordPieceReader reader(pieces_);
  const int64_t room = Room();
  const int64_t context = std::min(options_.context, room / 2 - 1);
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const auto first = static_cast<int64_t>(input->pieces.size());
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      input->word_begins.push_back(static_cast<int64_t>(input->pieces.size()) - first);
      const Span<const int32_t> cut = reader.Cut(corpus.token(t));
      if (cut.empty()) {
        input->pieces.push_back(pieces_->unk());
      } else if (options_.subwords == Subwords::kFirstOnly) {
        input->pieces.push_back(cut[0]);
      } else {
        input->pieces.insert(input->pieces.end(), cut.begin(), cut.end());
      }
    }
    const auto end = static_cast<int64_t>(input->pieces.size());
    input->sentence_ends.push_back(end);
    const Span<const int64_t> begins(input->word_begins.data() + corpus.begin(s),
                                     static_cast<size_t>(corpus.length(s)));
    if (end > first) {
      for (const Window& window : CutWindows(begins, end - first, room, context)) {
        input->cuts.push_back({window, first});
      }
    }
    input->cut_ends.push_back(static_cast<int64_t>(input->cuts.size()));
  }
  if (spelling_) input->spelled = spelling_->Read(corpus);
  return input;
}

at::Tensor PieceEncoder::Forward(const EncoderInput& any, Span<const int64_t> sentences,
                                 ForwardPass* pass) const {
  const auto& input = static_cast<const PieceInput&>(any);
  std::vector<int64_t> ids, ends, rows, tokens;
  for (const int64_t s : sentences) {
    const int64_t first_token = input.corpus->begin(s);
    for (int64_t c = input.cut_begin(s); c < input.cut_ends[static_cast<size_t>(s)]; ++c) {
      const PieceInput::Cut& cut = input.cuts[static_cast<size_t>(c)];
      if (options_.special_tokens) ids.push_back(pieces_->cls());
      const int64_t begin = static_cast<int64_t>(ids.size()) - cut.window.begin;
      for (int64_t w = cut.window.first_word; w < cut.window.last_word; ++w) {
        rows.push_back(begin + input.word_begins[static_cast<size_t>(first_token + w)]);
        tokens.push_back(first_token + w);
      }
      ids.insert(ids.end(), input.pieces.begin() + cut.first_piece + cut.window.begin,
                 input.pieces.begin() + cut.first_piece + cut.window.end);
      if (options_.special_tokens) ids.push_back(pieces_->sep());
      ends.push_back(static_cast<int64_t>(ids.size()));
    }
  }
  at::Tensor words = SelectRows(states_->Forward(ids, ends, pass), rows);
  if (spelling_) words = at::cat({words, spelling_->Forward(input.spelled, tokens, pass)}, 1);
  return pass->Drop(words, options_.dropout);
}

std::vector<Section> PieceEncoder::Save() const {
  std::vector<Section> sections = states_->Save();
  sections.push_back({"encoder.vocabulary", pieces_->VocabularyText()});
  sections.push_back({"encoder.pieces", WordPieceSettingsJson(pieces_->settings())});
  if (spelling_) sections.push_back(SaveLetters(*spelling_));
  return sections;
}

std::vector<std::pair<std::string, std::string>> PieceEncoder::Describe() const {
  return {{"encoder", states_->Describe()}, {"vocabulary", StrCat(pieces_->size(), " pieces")}};
}

}  // namespace weft
