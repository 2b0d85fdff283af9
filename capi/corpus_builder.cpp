// Building corpora sentence by sentence.
#include <algorithm>
#include <exception>
#include <optional>

#include "guard.h"
#include "handles.h"
#include "text/read_options.h"

using weft::capi::Guard;
using weft::capi::NotNull;
using weft::capi::Text;

struct weft_corpus_builder {
  explicit weft_corpus_builder(const weft::CorpusOptions& options) : builder(options) {}

  weft::CorpusBuilder builder;
  std::optional<weft::SentenceData> sentence;  // begun, not yet added
  std::vector<std::string> columns;            // beside the tokens; settled by the first sentence
  size_t begun = 0;
  bool finished = false;
  std::exception_ptr failure;  // a sentence was refused: the corpus would not be whole

  void CheckOpen() const {
    if (failure) std::rethrow_exception(failure);
    if (finished) weft::Fail(weft::Status::kClosed, "the builder has handed its corpus over");
  }

  weft::SentenceData& Current() {
    CheckOpen();
    if (!sentence) {
      weft::Fail(weft::Status::kState, "begin a sentence before adding to it");
    }
    return *sentence;
  }

  template <typename Body>
  auto KeepingFailure(Body body) {
    try {
      return body();
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
  }

  void AddCurrent() {
    if (!sentence) return;
    weft::SentenceData complete = std::move(*sentence);
    sentence.reset();
    KeepingFailure([&] {
      if (begun <= 1) builder.SetColumns(columns);
      builder.Add(complete);
    });
  }
};

namespace {

std::vector<std::string> Texts(const char* bytes, const size_t* offsets, size_t count,
                               const char* what) {
  std::vector<std::string> texts;
  if (count == 0) return texts;
  NotNull(offsets, "offsets");
  for (size_t i = 0; i < count; ++i) {
    weft::Require(offsets[i + 1] >= offsets[i], "offset ", i + 1, " of ", what, " is ",
                  offsets[i + 1], ", below the one before, ", offsets[i]);
    const size_t size = offsets[i + 1] - offsets[i];
    texts.push_back(size > 0 ? Text(&NotNull(bytes, "bytes") + offsets[i], size, "bytes") : "");
  }
  return texts;
}

void CheckLength(const weft::SentenceData& sentence, size_t tokens, const char* what) {
  weft::Require(tokens == sentence.tokens.size(), sentence.where, ": expected ",
                sentence.tokens.size(), " ", what, ", one a token, found ", tokens);
}

}  // namespace

weft_status weft_corpus_builder_new(const weft_options* reading, weft_corpus_builder** out) {
  return Guard([&] {
    NotNull(out, "out");
    weft::ReadOptions options;
    if (reading) options = weft::ReadOptionsFrom(reading->options);
    *out = new weft_corpus_builder(options.corpus);
  });
}

void weft_corpus_builder_free(weft_corpus_builder* builder) { delete builder; }

weft_status weft_corpus_builder_sentence(weft_corpus_builder* builder, const char* bytes,
                                         const size_t* offsets, size_t tokens, const char* id,
                                         size_t id_size) {
  return Guard([&] {
    NotNull(builder, "builder").CheckOpen();
    weft::SentenceData next;
    next.tokens = Texts(bytes, offsets, tokens, "tokens");
    if (id) next.id = Text(id, id_size, "id");
    next.where = weft::StrCat("sentence ", builder->begun);
    builder->AddCurrent();
    builder->sentence = std::move(next);
    ++builder->begun;
  });
}

weft_status weft_corpus_builder_column(weft_corpus_builder* builder, const char* name,
                                       size_t name_size, const char* bytes, const size_t* offsets,
                                       size_t tokens) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    CheckLength(sentence, tokens, "texts of a column");
    const std::string wanted = Text(name, name_size, "name");
    std::vector<std::string>& columns = builder->columns;
    const auto at = std::find(columns.begin(), columns.end(), wanted);
    const auto c = static_cast<size_t>(at - columns.begin());
    if (at == columns.end()) {
      weft::Require(builder->begun == 1, sentence.where, ": the first sentence has no column \"",
                    wanted, "\"; every sentence has the same columns");
      columns.push_back(wanted);
    }
    sentence.columns.resize(columns.size());
    sentence.columns[c] = Texts(bytes, offsets, tokens, "column");
  });
}

weft_status weft_corpus_builder_labels(weft_corpus_builder* builder, const char* bytes,
                                       const size_t* offsets, size_t tokens) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    CheckLength(sentence, tokens, "labels");
    sentence.labels = Texts(bytes, offsets, tokens, "labels");
  });
}

weft_status weft_corpus_builder_votes(weft_corpus_builder* builder, const char* source,
                                      size_t source_size, const char* bytes, const size_t* offsets,
                                      size_t tokens) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    CheckLength(sentence, tokens, "votes");
    weft::NamedVotes votes;
    votes.source = Text(source, source_size, "source");
    votes.labels = Texts(bytes, offsets, tokens, "votes");
    sentence.votes.push_back(std::move(votes));
  });
}

weft_status weft_corpus_builder_soft_votes(weft_corpus_builder* builder, const char* source,
                                           size_t source_size, const char* bytes,
                                           const size_t* offsets, size_t labels,
                                           const float* probabilities, size_t tokens) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    CheckLength(sentence, tokens, "distributions");
    const std::vector<std::string> names = Texts(bytes, offsets, labels, "labels");
    weft::NamedVotes votes;
    votes.source = Text(source, source_size, "source");
    votes.soft.resize(tokens);
    for (size_t t = 0; t < tokens; ++t) {
      for (size_t k = 0; k < labels; ++k) {
        const float p = (&NotNull(probabilities, "probabilities"))[t * labels + k];
        if (p != 0) votes.soft[t].emplace_back(names[k], p);
      }
    }
    sentence.votes.push_back(std::move(votes));
  });
}

weft_status weft_corpus_builder_attribute(weft_corpus_builder* builder, size_t token,
                                          const char* name, size_t name_size, float value) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    weft::Require(token < sentence.tokens.size(), sentence.where, ": there is no token ", token,
                  "; it has ", sentence.tokens.size());
    sentence.attributes.resize(sentence.tokens.size());
    sentence.attributes[token].emplace_back(Text(name, name_size, "name"), value);
  });
}

weft_status weft_corpus_builder_embeddings(weft_corpus_builder* builder, const float* values,
                                           size_t size, size_t width) {
  return Guard([&] {
    weft::SentenceData& sentence = NotNull(builder, "builder").Current();
    const size_t tokens = sentence.tokens.size();
    weft::Require(width > 0 && size % width == 0 && size / width == tokens, sentence.where,
                  ": embeddings must have ", tokens, " rows of ", width,
                  " numbers, one a token; found ", size, " numbers");
    if (size > 0) NotNull(values, "values");
    sentence.embeddings.assign(values, values + size);
    sentence.embedding_width = width;
  });
}

weft_status weft_corpus_builder_finish(weft_corpus_builder* builder, weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    NotNull(builder, "builder").CheckOpen();
    builder->AddCurrent();
    auto corpus = builder->KeepingFailure([&] { return builder->builder.Finish(); });
    builder->finished = true;
    *out = new weft_corpus{std::move(corpus)};
  });
}
