#include "neural/spelling.h"

#include <limits>
#include <unordered_map>

#include "core/error.h"
#include "method/archive.h"
#include "neural/ops.h"
#include "text/casing.h"

namespace weft {
namespace {

constexpr int64_t kFilterLength = 3;  // letters

}  // namespace

Spelling::Spelling(const SpellingOptions& options, LetterVocabulary vocabulary,
                   Parameters* parameters, Random* random)
    : options_(options), vocabulary_(std::move(vocabulary)) {
  const int64_t in = options_.letter_width, out = options_.word_width;
  if (options_.letters != LetterEncoder::kNone) {
    letters_ = &parameters->Add("letters", UniformWeights({vocabulary_.size(), in}, 0.1, random),
                                ParameterGroup::kEncoder);
    letters_->rows = true;
  }
  if (options_.letters == LetterEncoder::kConvolution) {
    filters_ = &parameters->Add("letters.filters", GlorotWeights(out, kFilterLength * in, random),
                                ParameterGroup::kEncoder);
    filter_bias_ =
        &parameters->Add("letters.filter_bias", at::zeros({out}), ParameterGroup::kEncoder);
  } else if (options_.letters == LetterEncoder::kLstm) {
    Require(out % 2 == 0, "option spelled_width must be even where letters is lstm, found ", out);
    lstm_ = std::make_unique<LstmLayer>("letters.lstm", in, out / 2, parameters, random);
  }
  if (options_.casing_width > 0) {
    casings_ = &parameters->Add("casings",
                                UniformWeights({kNumCasings, options_.casing_width}, 0.1, random),
                                ParameterGroup::kEncoder);
    casings_->rows = true;
  }
}

int64_t Spelling::width() const {
  return options_.casing_width + (letters_ ? options_.word_width : 0);
}

SpelledWords Spelling::Read(const Corpus& corpus) const {
  SpelledWords read;
  std::unordered_map<std::string_view, int32_t> known;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    const std::string_view word = corpus.token(t);
    const auto [place, added] = known.emplace(word, static_cast<int32_t>(read.words.size()));
    read.word_of_token.push_back(place->second);
    if (!added) continue;
    read.words.push_back(word);
    read.casings.push_back(CasingOf(word));
    if (letters_) {
      if (vocabulary_.Append(word, &read.letters) == 0) {
        read.letters.push_back(LetterVocabulary::kUnknown);  // an empty word has a letter too
      }
    }
    read.letter_ends.push_back(static_cast<int64_t>(read.letters.size()));
  }
  return read;
}

at::Tensor Spelling::Forward(const SpelledWords& words, const std::vector<int64_t>& tokens,
                             ForwardPass* pass) const {
  std::vector<at::Tensor> parts;
  if (letters_) {
    // Each word is spelled once, however often it stands there.
    std::unordered_map<int32_t, int64_t> places;
    std::vector<int32_t> some;
    std::vector<int64_t> rows;
    for (const int64_t token : tokens) {
      const int32_t word = words.word_of_token[static_cast<size_t>(token)];
      const auto [place, added] = places.emplace(word, static_cast<int64_t>(some.size()));
      if (added) some.push_back(word);
      rows.push_back(place->second);
    }
    const at::Tensor spelled = lstm_ ? RunLstm(words, some, pass) : Convolve(words, some, pass);
    parts.push_back(SelectRows(spelled, rows));
  }
  if (casings_) {
    std::vector<int64_t> ids;
    for (const int64_t token : tokens) {
      ids.push_back(
          words.casings[static_cast<size_t>(words.word_of_token[static_cast<size_t>(token)])]);
    }
    parts.push_back(pass->Rows(*casings_, ids));
  }
  return at::cat(parts, 1);
}

// Ma and Hovy 2016, § 2.1: filters over the letters, and the highest value of each over a word.
at::Tensor Spelling::Convolve(const SpelledWords& words, const std::vector<int32_t>& some,
                              ForwardPass* pass) const {
  int64_t longest = 1;
  for (const int32_t word : some) {
    const auto w = static_cast<size_t>(word);
    longest = std::max(longest, words.letter_ends[w] - words.letter_begin(w));
  }
  const auto count = static_cast<int64_t>(some.size());
  std::vector<int64_t> ids(static_cast<size_t>(count * longest), LetterVocabulary::kPadding);
  for (size_t i = 0; i < some.size(); ++i) {
    const auto w = static_cast<size_t>(some[i]);
    std::copy(words.letters.begin() + words.letter_begin(w),
              words.letters.begin() + words.letter_ends[w],
              ids.begin() + static_cast<int64_t>(i) * longest);
  }
  const at::Tensor there = at::tensor(ids)
                               .ne(LetterVocabulary::kPadding)
                               .view({count, longest, 1})
                               .to(letters_->value.device());
  at::Tensor x = pass->Rows(*letters_, ids).view({count, longest, options_.letter_width});
  x = pass->Drop(x, options_.dropout) * there;
  const at::Tensor padded = at::constant_pad_nd(x, {0, 0, kFilterLength / 2, kFilterLength / 2});
  std::vector<at::Tensor> shifted;
  for (int64_t i = 0; i < kFilterLength; ++i) {
    shifted.push_back(padded.slice(1, i, i + longest));
  }
  const at::Tensor windows =
      at::cat(shifted, 2).view({count * longest, kFilterLength * options_.letter_width});
  const at::Tensor found = Linear(windows, filters_->value, filter_bias_->value)
                               .view({count, longest, options_.word_width});
  const double lowest = -std::numeric_limits<float>::infinity();
  return at::relu(found.masked_fill(there.logical_not(), lowest).amax(1));
}

// Lample et al. 2016, § 4.1: the last states of both directions.
at::Tensor Spelling::RunLstm(const SpelledWords& words, const std::vector<int32_t>& some,
                             ForwardPass* pass) const {
  std::vector<int64_t> ids, lengths;
  for (const int32_t word : some) {
    const auto w = static_cast<size_t>(word);
    ids.insert(ids.end(), words.letters.begin() + words.letter_begin(w),
               words.letters.begin() + words.letter_ends[w]);
    lengths.push_back(words.letter_ends[w] - words.letter_begin(w));
  }
  const at::Tensor x = pass->Drop(pass->Rows(*letters_, ids), options_.dropout);
  return lstm_->Last(x, StepOrder(lengths));
}

Section SaveLetters(const Spelling& spelling) {
  const LetterVocabulary& letters = spelling.vocabulary();
  return {"letters", ToSection(letters.letters, letters.longest_word)};
}

}  // namespace weft
