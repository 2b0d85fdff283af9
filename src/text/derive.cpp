#include "text/derive.h"

#include <algorithm>

#include "core/error.h"
#include "core/options.h"
#include "text/read.h"

namespace weft {
namespace {

void CheckOffsets(Span<const size_t> offsets, const char* what) {
  for (size_t i = 1; i < offsets.size(); ++i) {
    Require(offsets[i] >= offsets[i - 1], what, " offset ", i, " is ", offsets[i],
            ", below the one before, ", offsets[i - 1]);
  }
}

// What sentences without labels and votes have in common; tokens and sentences are still to come.
CorpusData UnlabelledData(size_t tokens, size_t sentences) {
  CorpusData data;
  data.gold.assign(tokens, kNoLabel);
  data.document_names.Append("");
  for (size_t s = 0; s < sentences; ++s) data.ids.Append("");
  data.documents.assign(sentences, 0);
  data.row_ends.assign(sentences, 0);
  return data;
}

// Characters of text[begin, end), bytes, in a unit.
int64_t Units(std::string_view text, int64_t begin, int64_t end, OffsetUnit unit) {
  if (unit == OffsetUnit::kBytes) return end - begin;
  int64_t units = 0;
  for (int64_t i = begin; i < end; ++i) {
    const auto byte = static_cast<unsigned char>(text[static_cast<size_t>(i)]);
    units += (byte & 0xC0) != 0x80;                       // begins a character
    units += unit == OffsetUnit::kUtf16 && byte >= 0xF0;  // which is a surrogate pair
  }
  return units;
}

// Distributions over labels that were given more names: columns of zeros for the new ones.
void WidenSoftVotes(size_t from, size_t to, CorpusData* data) {
  if (from == to || data->vote_soft.empty()) return;
  const size_t rows = data->vote_soft.size() / from;
  std::vector<float> wide(rows * to, 0.0f);
  for (size_t r = 0; r < rows; ++r) {
    std::copy_n(data->vote_soft.begin() + static_cast<ptrdiff_t>(r * from), from,
                wide.begin() + static_cast<ptrdiff_t>(r * to));
  }
  data->vote_soft = std::move(wide);
  for (CorpusData::Row& row : data->rows) {
    if (row.soft >= 0) row.soft = row.soft / static_cast<int64_t>(from) * static_cast<int64_t>(to);
  }
}

}  // namespace

std::shared_ptr<const Corpus> CorpusFromColumns(const std::vector<std::string>& columns,
                                                FlatTexts cells,
                                                Span<const size_t> sentence_offsets) {
  const size_t width = columns.size();
  Require(width > 0 && columns[0] == "token", "the first column must be \"token\", found ",
          width > 0 ? "\"" + columns[0] + "\"" : "none");
  const size_t tokens = cells.size() / width, sentences = sentence_offsets.size() - 1;
  CheckOffsets(cells.offsets, width == 1 ? "token" : "cell");
  CheckOffsets(sentence_offsets, "sentence");
  Require(sentence_offsets[0] == 0 && sentence_offsets[sentences] == tokens,
          "sentence offsets must run from 0 to the number of tokens, ", tokens, "; found ",
          sentence_offsets[0], " to ", sentence_offsets[sentences]);
  CorpusBuilder names;  // checks them
  names.SetColumns({columns.begin() + 1, columns.end()});
  CorpusData data = UnlabelledData(tokens, sentences);
  data.column_names = columns;
  data.columns.assign(width, {});
  for (StringColumn& column : data.columns) {
    column.Reserve(static_cast<int64_t>(tokens),
                   (cells.offsets[cells.size()] - cells.offsets[0]) / width);
  }
  for (size_t t = 0; t < tokens; ++t) {
    for (size_t c = 0; c < width; ++c) {
      const std::string_view text = cells[t * width + c];
      Require(ValidUtf8(text), columns[c], " ", t, " is not valid UTF-8");
      data.columns[c].Append(text);
    }
  }
  for (size_t s = 0; s < sentences; ++s) {
    data.sentence_ends.push_back(static_cast<int64_t>(sentence_offsets[s + 1]));
    data.texts.Append("");
  }
  return std::make_shared<const Corpus>(std::move(data));
}

std::shared_ptr<const Corpus> CorpusFromTexts(FlatTexts texts) {
  CheckOffsets(texts.offsets, "text");
  std::vector<std::vector<TokenOffsets>> found;
  size_t tokens = 0;
  for (size_t s = 0; s < texts.size(); ++s) {
    Require(ValidUtf8(texts[s]), "text ", s, " is not valid UTF-8");
    found.push_back(Tokenize(texts[s]));
    tokens += found.back().size();
  }
  CorpusData data = UnlabelledData(tokens, texts.size());
  for (size_t s = 0; s < texts.size(); ++s) {
    for (const TokenOffsets& token : found[s]) {
      const auto begin = static_cast<size_t>(token.begin);
      data.columns[0].Append(texts[s].substr(begin, static_cast<size_t>(token.end) - begin));
      data.offsets.push_back(token);
    }
    data.sentence_ends.push_back(data.columns[0].size());
    data.texts.Append(texts[s]);
  }
  return std::make_shared<const Corpus>(std::move(data));
}

void TokenBounds(const Corpus& corpus, OffsetUnit unit, Span<int64_t> bounds) {
  for (int64_t s = 0; s < corpus.num_sentences(); ++s) {
    const std::string_view text = corpus.text(s);
    const bool has_text =
        corpus.has_offsets() && corpus.length(s) > 0 && corpus.offsets(corpus.begin(s)).begin >= 0;
    int64_t at = 0, byte = 0;  // the same place in both units
    for (int64_t t = corpus.begin(s); t < corpus.end(s); ++t) {
      const size_t out = static_cast<size_t>(t) * 2;
      if (has_text) {  // tokens stand in order, nearly always
        const TokenOffsets token = corpus.offsets(t);
        if (token.begin < byte) at = byte = 0;
        at += Units(text, byte, token.begin, unit);
        bounds[out] = at;
        bounds[out + 1] = at + Units(text, token.begin, token.end, unit);
        byte = token.begin;
      } else {
        const std::string_view token = corpus.token(t);
        bounds[out] = at;
        at += Units(token, 0, static_cast<int64_t>(token.size()), unit);
        bounds[out + 1] = at++;
      }
    }
  }
}

namespace {

// The corpus in `scheme`, with `labels` among its own; `map`: their ids there.
CorpusData WithLabels(const Corpus& corpus, const LabelSet& labels, Scheme scheme,
                      std::vector<int32_t>* map) {
  const bool convert = corpus.labels().size() > 0 && corpus.scheme() != scheme;
  CorpusData data = convert ? ConvertScheme(corpus, scheme)->data() : corpus.data();
  data.scheme = scheme;
  const size_t width = data.labels.names().size();
  for (const std::string& name : labels.names()) map->push_back(data.labels.Add(name));
  WidenSoftVotes(width, data.labels.names().size(), &data);
  return data;
}

void RequireLabels(const Corpus& corpus, size_t found) {
  Require(found == static_cast<size_t>(corpus.num_tokens()), "expected ", corpus.num_tokens(),
          " labels, one a token, found ", found);
}

}  // namespace

std::shared_ptr<const Corpus> ReplaceGold(const Corpus& corpus, const LabelSet& labels,
                                          Span<const int32_t> ids, Scheme scheme) {
  RequireLabels(corpus, ids.size());
  std::vector<int32_t> map;
  CorpusData data = WithLabels(corpus, labels, scheme, &map);
  for (size_t t = 0; t < ids.size(); ++t) {
    data.gold[t] = ids[t] == kNoLabel ? kNoLabel : map[static_cast<size_t>(ids[t])];
  }
  data.has_gold = std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id != kNoLabel; });
  return std::make_shared<const Corpus>(std::move(data));
}

std::shared_ptr<const Corpus> WithoutGold(const Corpus& corpus) {
  const std::vector<int32_t> none(static_cast<size_t>(corpus.num_tokens()), kNoLabel);
  return ReplaceGold(corpus, corpus.labels(), none, corpus.scheme());
}

std::shared_ptr<const Corpus> AddSource(const Corpus& corpus, const std::string& name,
                                        const TokenLabels& votes) {
  RequireLabels(corpus, votes.ids.size());
  std::vector<int32_t> map;
  CorpusData data = WithLabels(corpus, votes.labels, votes.scheme, &map);
  std::vector<std::string>& sources = data.sources;
  const auto taken = std::find(sources.begin(), sources.end(), name);
  if (taken != sources.end()) {
    do {
      *taken += "'";
    } while (std::count(sources.begin(), sources.end(), *taken) > 1);
  }
  const auto source = static_cast<int32_t>(sources.size());
  sources.push_back(name);
  const auto first = static_cast<int64_t>(data.vote_labels.size());
  for (const int32_t id : votes.ids) {
    data.vote_labels.push_back(id == kNoLabel ? kNoLabel : map[static_cast<size_t>(id)]);
  }
  const size_t k = map.size(), width = data.labels.names().size();
  const auto soft = static_cast<int64_t>(data.vote_soft.size());
  if (!votes.probabilities.empty()) {
    data.vote_soft.resize(data.vote_soft.size() + votes.ids.size() * width, 0.0f);
    float* row = data.vote_soft.data() + soft;
    for (size_t t = 0; t < votes.ids.size(); ++t, row += width) {
      const double* p = votes.probabilities.data() + t * k;
      for (size_t i = 0; i < k; ++i) row[map[i]] = static_cast<float>(p[i]);
      const float* best = std::max_element(row, row + width);
      data.vote_labels[static_cast<size_t>(first) + t] =
          *best > 0 ? static_cast<int32_t>(best - row) : kNoLabel;
    }
  }
  std::vector<CorpusData::Row> rows;
  int64_t old = 0;
  for (size_t s = 0; s < data.row_ends.size(); ++s) {
    for (; old < data.row_ends[s]; ++old) rows.push_back(data.rows[static_cast<size_t>(old)]);
    const int64_t token = corpus.begin(static_cast<int64_t>(s));
    if (votes.annotated.empty() || votes.annotated[s] != 0) {
      rows.push_back(
          {source, first + token,
           votes.probabilities.empty() ? -1 : soft + token * static_cast<int64_t>(width)});
    }
    data.row_ends[s] = static_cast<int64_t>(rows.size());
  }
  data.rows = std::move(rows);
  return std::make_shared<const Corpus>(std::move(data));
}

std::shared_ptr<const Corpus> AddColumn(const Corpus& corpus, const std::string& name,
                                        Span<const float> values) {
  RequireLabels(corpus, values.size());
  Require(corpus.FindColumn(name) < 0, "the corpus has a column \"", name, "\" already");
  CorpusData data = corpus.data();
  data.column_names.push_back(name);
  data.columns.emplace_back();
  for (const float value : values) data.columns.back().Append(FormatFloat(value));
  return std::make_shared<const Corpus>(std::move(data));
}

std::string WeightColumn(const std::string& source) { return "weight:" + source; }

}  // namespace weft
