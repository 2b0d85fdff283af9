#include "active/similarity.h"

#include <algorithm>
#include <cmath>

#include "encode/string_index.h"

namespace weft {

SentenceSimilarity::SentenceSimilarity(const Corpus& corpus) {
  StringIndex words;
  std::vector<double> sentences_with;  // by word
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const size_t first = entries_.size();
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      const int32_t word = words.Insert(corpus.token(t));
      if (static_cast<size_t>(word) == sentences_with.size()) sentences_with.push_back(0);
      entries_.push_back({word, 1});
    }
    const auto begin = entries_.begin() + static_cast<ptrdiff_t>(first);
    std::sort(begin, entries_.end(),
              [](const Entry& a, const Entry& b) { return a.word < b.word; });
    size_t last = first;
    for (size_t i = first; i < entries_.size(); ++i) {
      if (i > first && entries_[i].word == entries_[last - 1].word) {
        ++entries_[last - 1].weight;
      } else {
        entries_[last++] = entries_[i];
      }
    }
    entries_.resize(last);
    for (size_t i = first; i < last; ++i) ++sentences_with[static_cast<size_t>(entries_[i].word)];
    ends_.push_back(last);
  }
  words_ = sentences_with.size();
  const double sentences = static_cast<double>(ends_.size());
  for (int64_t s = 0; s < static_cast<int64_t>(ends_.size()); ++s) {
    double squares = 0;
    for (size_t i = begin(s); i < ends_[static_cast<size_t>(s)]; ++i) {
      Entry& entry = entries_[i];
      // Words of every sentence still say a little, so that no vector is zero.
      const double rare = std::log(1 + sentences / sentences_with[static_cast<size_t>(entry.word)]);
      entry.weight *= static_cast<float>(rare);
      squares += static_cast<double>(entry.weight) * static_cast<double>(entry.weight);
    }
    for (size_t i = begin(s); i < ends_[static_cast<size_t>(s)]; ++i) {
      entries_[i].weight /= static_cast<float>(std::sqrt(squares));
    }
  }
}

template <typename Use>
void SentenceSimilarity::Products(const std::vector<double>& dense, Use use) const {
  for (size_t s = 0; s < ends_.size(); ++s) {
    double sum = 0;
    for (size_t i = begin(static_cast<int64_t>(s)); i < ends_[s]; ++i) {
      sum += static_cast<double>(entries_[i].weight) * dense[static_cast<size_t>(entries_[i].word)];
    }
    use(s, std::clamp(sum, 0.0, 1.0));
  }
}

std::vector<double> SentenceSimilarity::Density(const std::vector<uint8_t>& among) const {
  std::vector<double> mean(words_, 0.0), density(ends_.size());
  double count = 0;
  for (size_t s = 0; s < ends_.size(); ++s) {
    if (!among[s]) continue;
    ++count;
    for (size_t i = begin(static_cast<int64_t>(s)); i < ends_[s]; ++i) {
      mean[static_cast<size_t>(entries_[i].word)] += static_cast<double>(entries_[i].weight);
    }
  }
  for (double& value : mean) value /= std::max(1.0, count);
  Products(mean, [&](size_t s, double product) { density[s] = product; });
  return density;
}

void SentenceSimilarity::Raise(int64_t s, std::vector<double>* most) const {
  std::vector<double> dense(words_, 0.0);
  for (size_t i = begin(s); i < ends_[static_cast<size_t>(s)]; ++i) {
    dense[static_cast<size_t>(entries_[i].word)] = static_cast<double>(entries_[i].weight);
  }
  Products(dense, [&](size_t other, double product) {
    (*most)[other] = std::max((*most)[other], product);
  });
}

}  // namespace weft
