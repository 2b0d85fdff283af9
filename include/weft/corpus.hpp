// Options and corpora: a part of weft.hpp, which says how its classes behave.
#ifndef WEFT_CORPUS_HPP_
#define WEFT_CORPUS_HPP_

#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <weft/handle.hpp>

namespace weft {
inline namespace host {

/// Values for the options of one method ("crf", "hmm", …) or of reading corpora ("read").
class Options : public detail::Handle<weft_options, weft_options_free> {
 public:
  explicit Options(const std::string& method)
      : Handle(detail::Make<weft_options>(weft_options_new, method.c_str())) {}

  explicit Options(weft_options* handle) : Handle(handle) {}
  /// From text, as on the command line.
  Options& Set(const std::string& key, std::string_view value) {
    detail::Check(weft_options_set(get(), key.c_str(), value.data(), value.size()));
    return *this;
  }
  Options& SetInt(const std::string& key, int64_t value) {
    detail::Check(weft_options_set_int(get(), key.c_str(), value));
    return *this;
  }
  Options& SetFloat(const std::string& key, double value) {
    detail::Check(weft_options_set_float(get(), key.c_str(), value));
    return *this;
  }
  Options& SetBool(const std::string& key, bool value) {
    detail::Check(weft_options_set_bool(get(), key.c_str(), value ? 1 : 0));
    return *this;
  }
  std::string_view Get(const std::string& key) const {
    const char* value;
    size_t size;
    detail::Check(weft_options_get(get(), key.c_str(), &value, &size));
    return {value, size};
  }
  bool Has(const std::string& key) const {
    for (size_t i = 0; i < weft_options_count(get()); ++i) {
      if (weft_options_key(get(), i) == key) return true;
    }
    return false;
  }
};

class Result;

/// Sentences of tokens with gold labels and votes.
class Corpus : public detail::Handle<weft_corpus, weft_corpus_free> {
 public:
  explicit Corpus(weft_corpus* handle) : Handle(handle) {}

  static Corpus Read(std::string_view path, const Options* reading = nullptr) {
    return Corpus(
        detail::Make<weft_corpus>(weft_corpus_read, path.data(), path.size(), Raw(reading)));
  }
  static Corpus ReadSplit(std::string_view folder, const std::string& split,
                          const Options* reading = nullptr) {
    return Corpus(detail::Make<weft_corpus>(weft_corpus_read_split, folder.data(), folder.size(),
                                            split.c_str(), Raw(reading)));
  }
  /// Bytes as one file; `name` stands in error texts.
  static Corpus ReadMemory(std::string_view bytes, const std::string& name,
                           const Options* reading = nullptr) {
    return Corpus(detail::Make<weft_corpus>(weft_corpus_read_memory, bytes.data(), bytes.size(),
                                            name.c_str(), Raw(reading)));
  }
  /// One file per annotator; `gold_path` may be "".
  static Corpus ReadAnnotators(const std::vector<std::string>& paths, std::string_view gold_path,
                               const Options* reading = nullptr) {
    const detail::Flat flat(paths);
    const char* gold = gold_path.empty() ? nullptr : gold_path.data();
    return Corpus(detail::Make<weft_corpus>(weft_corpus_read_annotators, flat.bytes.data(),
                                            flat.offsets.data(), flat.size(), gold,
                                            gold_path.size(), Raw(reading)));
  }
  /// Sentences of tokens alone: something to tag.
  static Corpus FromTokens(const std::vector<std::vector<std::string>>& sentences) {
    detail::Flat flat(std::vector<std::string>{});
    std::vector<size_t> ends = {0};
    for (const auto& sentence : sentences) {
      for (const auto& token : sentence) flat.Add(token);
      ends.push_back(flat.size());
    }
    return Corpus(detail::Make<weft_corpus>(weft_corpus_from_tokens, flat.bytes.data(),
                                            flat.offsets.data(), flat.size(), ends.data(),
                                            sentences.size()));
  }

  /// A sentence per text, cut into words and punctuation.
  static Corpus FromTexts(const std::vector<std::string>& texts) {
    const detail::Flat flat(texts);
    return Corpus(detail::Make<weft_corpus>(weft_corpus_from_texts, flat.bytes.data(),
                                            flat.offsets.data(), flat.size()));
  }

  void Write(std::string_view path, const std::string& format) const {
    detail::Check(weft_corpus_write(get(), path.data(), path.size(), format.c_str()));
  }
  std::string WriteMemory(const std::string& format) const {
    std::string bytes(tokens() * 16, '\0');  // Mostly enough, so that it is written once.
    size_t size = bytes.size();
    do {
      bytes.resize(size);
      detail::Check(
          weft_corpus_write_memory(get(), format.c_str(), &bytes[0], bytes.size(), &size));
    } while (size > bytes.size());
    bytes.resize(size);
    return bytes;
  }
  inline Corpus WithLabels(const Result& result) const;
  /// The sentences of all, one after the other.
  static Corpus Join(const std::vector<const Corpus*>& corpora) {
    std::vector<const weft_corpus*> handles;
    for (const Corpus* corpus : corpora) handles.push_back(corpus->get());
    return Corpus(detail::Make<weft_corpus>(weft_corpus_join, handles.data(), handles.size()));
  }
  /// Its sentences of those indices, in that order.
  Corpus Select(const std::vector<size_t>& sentences) const {
    return Corpus(
        detail::Make<weft_corpus>(weft_corpus_select, get(), sentences.data(), sentences.size()));
  }

  size_t sentences() const { return weft_corpus_sentence_count(get()); }
  size_t tokens() const { return weft_corpus_token_count(get()); }
  size_t labels() const { return weft_corpus_label_count(get()); }
  size_t sources() const { return weft_corpus_source_count(get()); }
  std::string_view label(size_t i) const { return detail::Name(weft_corpus_label, get(), i); }
  std::string_view source(size_t i) const { return detail::Name(weft_corpus_source, get(), i); }
  std::string_view scheme() const { return weft_corpus_scheme(get()); }
  bool has_gold() const { return weft_corpus_has_gold(get()) != 0; }
  bool has_votes() const { return weft_corpus_has_votes(get()) != 0; }
  /// Tokens of a sentence are [sentence_begin(s), sentence_begin(s + 1)).
  size_t sentence_begin(size_t s) const { return weft_corpus_sentence_begin(get(), s); }
  std::string_view token(size_t t) const { return Text(weft_corpus_token, t); }
  std::string_view sentence_id(size_t s) const { return Text(weft_corpus_sentence_id, s); }
  std::string_view text(size_t s) const { return Text(weft_corpus_text, s); }
  /// Bytes of text(s), [first, second).
  std::pair<size_t, size_t> token_offsets(size_t t) const {
    std::pair<size_t, size_t> bounds;
    detail::Check(weft_corpus_token_offsets(get(), t, &bounds.first, &bounds.second));
    return bounds;
  }
  /// [tokens, 2]: begin and end of every token in its sentence's text, or in its tokens joined by
  /// blanks, in a unit (WEFT_UTF16, …).
  std::vector<int64_t> offsets(int32_t unit) const {
    std::vector<int64_t> bounds(tokens() * 2);
    detail::Check(weft_corpus_offsets(get(), unit, bounds.data(), bounds.size()));
    return bounds;
  }
  View<int32_t> gold(size_t s) const {
    const int32_t* labels;
    size_t length;
    detail::Check(weft_corpus_gold(get(), s, &labels, &length));
    return {labels, length};
  }
  /// Empty where the source did not annotate the sentence.
  View<int32_t> votes(size_t s, size_t source) const {
    const int32_t* labels;
    size_t length;
    detail::Check(weft_corpus_votes(get(), s, source, &labels, &length));
    return {labels, length};
  }

  /// [tokens of s, labels]; empty where its votes there are hard, or missing.
  View<float> soft_votes(size_t s, size_t source) const {
    const float* probabilities;
    size_t count;
    detail::Check(weft_corpus_soft_votes(get(), s, source, &probabilities, &count));
    return {probabilities, count};
  }

 private:
  static const weft_options* Raw(const Options* options) {
    return options ? options->get() : nullptr;
  }
  std::string_view Text(weft_status (*getter)(const weft_corpus*, size_t, const char**, size_t*),
                        size_t i) const {
    const char* text;
    size_t size;
    detail::Check(getter(get(), i, &text, &size));
    return {text, size};
  }
};

/// Builds a corpus sentence by sentence.
class CorpusBuilder : public detail::Handle<weft_corpus_builder, weft_corpus_builder_free> {
 public:
  explicit CorpusBuilder(const Options* reading = nullptr)
      : Handle(detail::Make<weft_corpus_builder>(weft_corpus_builder_new,
                                                 reading ? reading->get() : nullptr)) {}

  CorpusBuilder& Sentence(const std::vector<std::string>& tokens, std::string_view id = {}) {
    const detail::Flat flat(tokens);
    detail::Check(weft_corpus_builder_sentence(get(), flat.bytes.data(), flat.offsets.data(),
                                               flat.size(), id.empty() ? nullptr : id.data(),
                                               id.size()));
    return *this;
  }
  /// A further column, such as "pos"; every sentence has those of the first.
  CorpusBuilder& Column(std::string_view name, const std::vector<std::string>& texts) {
    const detail::Flat flat(texts);
    detail::Check(weft_corpus_builder_column(get(), name.data(), name.size(), flat.bytes.data(),
                                             flat.offsets.data(), flat.size()));
    return *this;
  }
  /// Gold labels; "" where a token has none.
  CorpusBuilder& Labels(const std::vector<std::string>& labels) {
    const detail::Flat flat(labels);
    detail::Check(
        weft_corpus_builder_labels(get(), flat.bytes.data(), flat.offsets.data(), flat.size()));
    return *this;
  }
  /// Hard votes; "" where the source abstains.
  CorpusBuilder& Votes(std::string_view source, const std::vector<std::string>& labels) {
    const detail::Flat flat(labels);
    detail::Check(weft_corpus_builder_votes(get(), source.data(), source.size(), flat.bytes.data(),
                                            flat.offsets.data(), flat.size()));
    return *this;
  }
  /// Distributions [tokens, labels], row-major; a row of zeros abstains.
  /// [tokens, width] row-major: the host's own vectors of the sentence's tokens.
  CorpusBuilder& Embeddings(const std::vector<float>& values, size_t width) {
    detail::Check(weft_corpus_builder_embeddings(get(), values.data(), values.size(), width));
    return *this;
  }
  CorpusBuilder& SoftVotes(std::string_view source, const std::vector<std::string>& labels,
                           const std::vector<float>& probabilities) {
    const detail::Flat flat(labels);
    const size_t tokens = labels.empty() ? 0 : probabilities.size() / labels.size();
    detail::Check(weft_corpus_builder_soft_votes(get(), source.data(), source.size(),
                                                 flat.bytes.data(), flat.offsets.data(),
                                                 flat.size(), probabilities.data(), tokens));
    return *this;
  }
  CorpusBuilder& Attribute(size_t token, std::string_view name, float value = 1) {
    detail::Check(weft_corpus_builder_attribute(get(), token, name.data(), name.size(), value));
    return *this;
  }
  Corpus Finish() { return Corpus(detail::Make<weft_corpus>(weft_corpus_builder_finish, get())); }
};

}  // namespace host
}  // namespace weft

#endif  // WEFT_CORPUS_HPP_
