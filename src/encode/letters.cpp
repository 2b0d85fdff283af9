#include "encode/letters.h"

#include <algorithm>
#include <map>

#include "core/error.h"
#include "text/code_points.h"

namespace weft {

int32_t LetterVocabulary::Find(int32_t code_point) const {
  const auto at = std::lower_bound(letters.begin(), letters.end(), code_point);
  if (at == letters.end() || *at != code_point) return kUnknown;
  return kFirstLetter + static_cast<int32_t>(at - letters.begin());
}

int64_t LetterVocabulary::Append(std::string_view word, std::vector<int32_t>* ids) const {
  const size_t begin = ids->size();
  while (!word.empty()) ids->push_back(Find(NextCodePoint(&word)));
  const auto count = static_cast<int64_t>(ids->size() - begin);
  if (count <= longest_word) return count;
  const auto cut = ids->begin() + static_cast<std::ptrdiff_t>(begin) + (longest_word + 1) / 2;
  ids->erase(cut, cut + (count - longest_word));
  return longest_word;
}

LetterVocabulary BuildLetters(const Corpus& corpus, const LetterOptions& options) {
  Require(options.min_count >= 1 && options.longest_word >= 1,
          "expected letters to be counted from 1 and words of a letter and more, found ",
          options.min_count, " and ", options.longest_word);
  std::map<int32_t, int64_t> counts;
  for (int64_t t = 0; t < corpus.num_tokens(); ++t) {
    for (std::string_view word = corpus.token(t); !word.empty();) ++counts[NextCodePoint(&word)];
  }
  LetterVocabulary vocabulary;
  vocabulary.longest_word = options.longest_word;
  for (const auto& [letter, count] : counts) {
    if (count >= options.min_count) vocabulary.letters.push_back(letter);
  }
  return vocabulary;
}

void CheckLetters(const LetterVocabulary& vocabulary) {
  const std::vector<int32_t>& letters = vocabulary.letters;
  const bool ascending =
      std::adjacent_find(letters.begin(), letters.end(),
                         [](int32_t a, int32_t b) { return a >= b; }) == letters.end();
  if (!ascending || vocabulary.longest_word < 1) {
    Fail(Status::kCorrupt, "the letters of the model are damaged: expected ascending code points ",
         "and words of a letter and more, found ", letters.size(), " code points and ",
         vocabulary.longest_word);
  }
}

}  // namespace weft
