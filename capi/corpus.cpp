// Corpora: reading, writing and looking at them.
#include <algorithm>
#include <cstring>

#include "guard.h"
#include "handles.h"
#include "text/derive.h"
#include "text/read.h"
#include "text/read_options.h"

using weft::Corpus;
using weft::capi::CorpusOf;
using weft::capi::DecodedOf;
using weft::capi::Guard;
using weft::capi::GuardName;
using weft::capi::GuardValue;
using weft::capi::Lend;
using weft::capi::NameAt;
using weft::capi::NotNull;
using weft::capi::Path;
using weft::capi::Text;
using weft::capi::View;

namespace {

static_assert(weft::kNoLabel == WEFT_NO_LABEL);

weft::ReadOptions ReadingOf(const weft_options* reading) {
  if (!reading) return {};
  weft::Require(reading->name == "read", "expected options of \"read\", found those of ",
                reading->name);
  return weft::ReadOptionsFrom(reading->options);
}

constexpr weft::OffsetUnit kUnits[] = {weft::OffsetUnit::kBytes, weft::OffsetUnit::kCodePoints,
                                       weft::OffsetUnit::kUtf16};

weft::FlatTexts Cells(const char* bytes, const size_t* offsets, size_t count) {
  NotNull(offsets, "offsets");
  if (offsets[count] > 0) NotNull(bytes, "bytes");
  return {bytes, {offsets, count + 1}};
}

// Runs `read(options, &report)` and makes a handle of what it gives.
template <typename Read>
weft_status ReadInto(const weft_options* reading, weft_corpus** out, Read read) {
  return Guard([&] {
    NotNull(out, "out");
    weft::ReadReport report;
    auto corpus = read(ReadingOf(reading), &report);
    *out = new weft_corpus{std::move(corpus), report.spans_expanded, report.spans_dropped};
  });
}

int64_t CheckedSentence(const Corpus& corpus, size_t sentence) {
  if (sentence >= static_cast<size_t>(corpus.num_sentences())) {
    weft::Fail(weft::Status::kNotFound, "there is no sentence ", sentence, "; the corpus has ",
               corpus.num_sentences());
  }
  return static_cast<int64_t>(sentence);
}

int64_t CheckedToken(const Corpus& corpus, size_t token) {
  if (token >= static_cast<size_t>(corpus.num_tokens())) {
    weft::Fail(weft::Status::kNotFound, "there is no token ", token, "; the corpus has ",
               corpus.num_tokens());
  }
  return static_cast<int64_t>(token);
}

// The votes of a source on a sentence; empty where it did not annotate it.
weft::VoteRow VotesOf(const Corpus& corpus, size_t sentence, size_t source) {
  const int64_t s = CheckedSentence(corpus, sentence);
  if (source >= corpus.sources().size()) {
    weft::Fail(weft::Status::kNotFound, "there is no source ", source, "; the corpus has ",
               corpus.sources().size());
  }
  for (int64_t i = 0; i < corpus.num_votes(s); ++i) {
    const weft::VoteRow row = corpus.votes(s, i);
    if (static_cast<size_t>(row.source) == source) return row;
  }
  return {};
}

void LendIds(weft::Span<const int32_t> ids, const int32_t** labels, size_t* length) {
  NotNull(labels, "labels") = ids.data();
  NotNull(length, "length") = ids.size();
}

}  // namespace

const Corpus& weft::capi::CorpusOf(const weft_corpus* handle, const char* name) {
  return *NotNull(handle, name).corpus;
}

weft_status weft_corpus_read(const char* path, size_t path_size, const weft_options* reading,
                             weft_corpus** out) {
  return ReadInto(reading, out, [&](const weft::ReadOptions& options, weft::ReadReport* report) {
    return weft::ReadCorpus(Path(path, path_size, "path"), options, report);
  });
}

weft_status weft_corpus_read_split(const char* folder, size_t folder_size, const char* split,
                                   const weft_options* reading, weft_corpus** out) {
  return ReadInto(reading, out, [&](const weft::ReadOptions& options, weft::ReadReport* report) {
    return weft::ReadSplit(Path(folder, folder_size, "folder"), &NotNull(split, "split"), options,
                           report);
  });
}

weft_status weft_corpus_read_memory(const char* bytes, size_t size, const char* name,
                                    const weft_options* reading, weft_corpus** out) {
  return ReadInto(reading, out, [&](const weft::ReadOptions& options, weft::ReadReport* report) {
    return weft::ReadCorpusBytes(View(bytes, size, "bytes"), &NotNull(name, "name"), options,
                                 report);
  });
}

weft_status weft_corpus_read_annotators(const char* paths, const size_t* path_offsets, size_t count,
                                        const char* gold_path, size_t gold_path_size,
                                        const weft_options* reading, weft_corpus** out) {
  return ReadInto(reading, out, [&](const weft::ReadOptions& options, weft::ReadReport*) {
    std::vector<std::string> files;
    for (size_t i = 0; i < count; ++i) {
      const size_t begin = (&NotNull(path_offsets, "path_offsets"))[i];
      weft::Require(path_offsets[i + 1] >= begin, "path offset ", i + 1,
                    " is below the one before");
      files.push_back(Path(&NotNull(paths, "paths") + begin, path_offsets[i + 1] - begin, "paths"));
    }
    const std::string gold =
        gold_path && gold_path_size > 0 ? Path(gold_path, gold_path_size, "gold_path") : "";
    return weft::ReadAnnotatorFiles(files, gold, options);
  });
}

weft_status weft_corpus_from_tokens(const char* bytes, const size_t* token_offsets, size_t tokens,
                                    const size_t* sentence_offsets, size_t sentences,
                                    weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    NotNull(sentence_offsets, "sentence_offsets");
    *out = new weft_corpus{weft::CorpusFromColumns({"token"}, Cells(bytes, token_offsets, tokens),
                                                   {sentence_offsets, sentences + 1})};
  });
}

weft_status weft_corpus_from_columns(const char* names, const size_t* name_offsets, size_t columns,
                                     const char* bytes, const size_t* offsets, size_t tokens,
                                     const size_t* sentence_offsets, size_t sentences,
                                     weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    NotNull(sentence_offsets, "sentence_offsets");
    const weft::FlatTexts named = Cells(names, name_offsets, columns);
    std::vector<std::string> list;
    for (size_t c = 0; c < columns; ++c) list.emplace_back(named[c]);
    weft::Require(tokens == 0 || columns <= SIZE_MAX / tokens, "no memory holds ", tokens,
                  " tokens of ", columns, " columns");
    *out = new weft_corpus{weft::CorpusFromColumns(list, Cells(bytes, offsets, tokens * columns),
                                                   {sentence_offsets, sentences + 1})};
  });
}

weft_status weft_corpus_from_texts(const char* bytes, const size_t* offsets, size_t texts,
                                   weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_corpus{weft::CorpusFromTexts(Cells(bytes, offsets, texts))};
  });
}

weft_status weft_corpus_offsets(const weft_corpus* corpus, int32_t unit, int64_t* bounds,
                                size_t capacity) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    const auto wanted = static_cast<size_t>(c.num_tokens()) * 2;
    weft::Require(unit >= WEFT_BYTES && unit <= WEFT_UTF16,
                  "unit must be WEFT_BYTES, WEFT_CODE_POINTS or WEFT_UTF16, found ", unit);
    weft::Require(capacity >= wanted, "bounds must hold ", wanted, " numbers, found ", capacity);
    if (wanted > 0) NotNull(bounds, "bounds");
    weft::TokenBounds(c, kUnits[unit], {bounds, wanted});
  });
}

weft_status weft_corpus_select(const weft_corpus* corpus, const size_t* sentences, size_t count,
                               weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::Corpus& from = weft::capi::CorpusOf(corpus);
    if (count > 0) NotNull(sentences, "sentences");
    std::vector<int64_t> chosen;
    for (size_t i = 0; i < count; ++i) {
      if (sentences[i] >= static_cast<size_t>(from.num_sentences())) {
        weft::Fail(weft::Status::kNotFound, "there is no sentence ", sentences[i],
                   "; the corpus has ", from.num_sentences());
      }
      chosen.push_back(static_cast<int64_t>(sentences[i]));
    }
    *out = new weft_corpus{weft::SelectSentences(from, chosen)};
  });
}

void weft_corpus_free(weft_corpus* corpus) { delete corpus; }

weft_status weft_corpus_write(const weft_corpus* corpus, const char* path, size_t path_size,
                              const char* format) {
  return Guard([&] {
    weft::WriteCorpus(CorpusOf(corpus), Path(path, path_size, "path"),
                      weft::FormatFromName(&NotNull(format, "format")));
  });
}

weft_status weft_corpus_write_memory(const weft_corpus* corpus, const char* format, char* buffer,
                                     size_t capacity, size_t* size) {
  return Guard([&] {
    const std::string bytes =
        weft::WriteCorpusBytes(CorpusOf(corpus), weft::FormatFromName(&NotNull(format, "format")));
    NotNull(size, "size") = bytes.size();
    if (capacity < bytes.size()) return;
    std::memcpy(&NotNull(buffer, "buffer"), bytes.data(), bytes.size());
  });
}

weft_status weft_corpus_with_labels(const weft_corpus* corpus, const weft_result* result,
                                    weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::Decoded& decoded = DecodedOf(result, CorpusOf(corpus));
    *out = new weft_corpus{weft::ReplaceGold(CorpusOf(corpus), decoded.labels_of_model,
                                             decoded.labels, decoded.scheme)};
  });
}

size_t weft_corpus_sentence_count(const weft_corpus* corpus) {
  return GuardValue(size_t{0},
                    [&] { return static_cast<size_t>(CorpusOf(corpus).num_sentences()); });
}

size_t weft_corpus_token_count(const weft_corpus* corpus) {
  return GuardValue(size_t{0}, [&] { return static_cast<size_t>(CorpusOf(corpus).num_tokens()); });
}

size_t weft_corpus_label_count(const weft_corpus* corpus) {
  return GuardValue(size_t{0}, [&] { return CorpusOf(corpus).labels().names().size(); });
}

const char* weft_corpus_label(const weft_corpus* corpus, size_t label, size_t* size) {
  return GuardName(size, [&] { return NameAt(CorpusOf(corpus).labels().names(), label, size); });
}

size_t weft_corpus_source_count(const weft_corpus* corpus) {
  return GuardValue(size_t{0}, [&] { return CorpusOf(corpus).sources().size(); });
}

const char* weft_corpus_source(const weft_corpus* corpus, size_t source, size_t* size) {
  return GuardName(size, [&] { return NameAt(CorpusOf(corpus).sources(), source, size); });
}

int32_t weft_corpus_has_gold(const weft_corpus* corpus) {
  return GuardValue(0, [&] { return CorpusOf(corpus).has_gold() ? 1 : 0; });
}

int32_t weft_corpus_has_votes(const weft_corpus* corpus) {
  return GuardValue(0, [&] { return CorpusOf(corpus).has_votes() ? 1 : 0; });
}

const char* weft_corpus_scheme(const weft_corpus* corpus) {
  return GuardValue("", [&] { return weft::SchemeName(CorpusOf(corpus).scheme()); });
}

size_t weft_corpus_sentence_begin(const weft_corpus* corpus, size_t sentence) {
  return GuardValue(size_t{0}, [&] {
    const Corpus& c = CorpusOf(corpus);
    const int64_t sentences = c.num_sentences();
    const int64_t s = static_cast<int64_t>(std::min(sentence, static_cast<size_t>(sentences)));
    return static_cast<size_t>(s < sentences ? c.begin(s) : c.num_tokens());
  });
}

weft_status weft_corpus_token(const weft_corpus* corpus, size_t token, const char** text,
                              size_t* size) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    Lend(c.token(CheckedToken(c, token)), text, size);
  });
}

weft_status weft_corpus_sentence_id(const weft_corpus* corpus, size_t sentence, const char** text,
                                    size_t* size) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    Lend(c.id(CheckedSentence(c, sentence)), text, size);
  });
}

weft_status weft_corpus_text(const weft_corpus* corpus, size_t sentence, const char** text,
                             size_t* size) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    Lend(c.text(CheckedSentence(c, sentence)), text, size);
  });
}

weft_status weft_corpus_token_offsets(const weft_corpus* corpus, size_t token, size_t* begin,
                                      size_t* end) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    const int64_t t = CheckedToken(c, token);
    const weft::TokenOffsets offsets = c.has_offsets() ? c.offsets(t) : weft::TokenOffsets{-1, -1};
    if (offsets.begin < 0) {
      weft::Fail(weft::Status::kNotFound, "token ", token, " came without a text to stand in");
    }
    NotNull(begin, "begin") = static_cast<size_t>(offsets.begin);
    NotNull(end, "end") = static_cast<size_t>(offsets.end);
  });
}

weft_status weft_corpus_gold(const weft_corpus* corpus, size_t sentence, const int32_t** labels,
                             size_t* length) {
  return Guard([&] {
    const Corpus& c = CorpusOf(corpus);
    LendIds(c.gold(CheckedSentence(c, sentence)), labels, length);
  });
}

weft_status weft_corpus_votes(const weft_corpus* corpus, size_t sentence, size_t source,
                              const int32_t** labels, size_t* length) {
  return Guard(
      [&] { LendIds(VotesOf(CorpusOf(corpus), sentence, source).labels, labels, length); });
}

weft_status weft_corpus_soft_votes(const weft_corpus* corpus, size_t sentence, size_t source,
                                   const float** probabilities, size_t* count) {
  return Guard([&] {
    const weft::Span<const float> soft = VotesOf(CorpusOf(corpus), sentence, source).soft;
    NotNull(probabilities, "probabilities") = soft.empty() ? nullptr : soft.data();
    NotNull(count, "count") = soft.size();
  });
}

int64_t weft_corpus_spans_expanded(const weft_corpus* corpus) {
  return corpus ? corpus->spans_expanded : 0;
}

int64_t weft_corpus_spans_dropped(const weft_corpus* corpus) {
  return corpus ? corpus->spans_dropped : 0;
}
