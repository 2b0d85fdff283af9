#include "model/run_identity.h"

#include <xxhash.h>

#include <iomanip>
#include <sstream>

#include "core/error.h"

namespace weft {
namespace {

// A checksum of values one after the other.
class Checksum {
 public:
  Checksum() : state_(XXH3_createState()) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
  }

  Checksum& Add(std::string_view text) {
    AddSize(text.size());
    return AddBytes(text.data(), text.size());
  }
  Checksum& Add(const StringColumn& column) {
    AddSize(static_cast<size_t>(column.size()));
    for (int64_t i = 0; i < column.size(); ++i) Add(column[i]);
    return *this;
  }
  Checksum& Add(const std::vector<std::string>& texts) {
    AddSize(texts.size());
    for (const std::string& text : texts) Add(text);
    return *this;
  }
  template <typename T>
  Checksum& Add(const std::vector<T>& numbers) {
    AddSize(numbers.size());
    return AddBytes(numbers.data(), numbers.size() * sizeof(T));
  }

  std::string Text() const {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << std::hex << std::setw(16) << std::setfill('0') << XXH3_64bits_digest(state_.get());
    return out.str();
  }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  void AddSize(uint64_t size) { AddBytes(&size, sizeof size); }
  Checksum& AddBytes(const void* bytes, size_t size) {
    if (size > 0) XXH3_64bits_update(state_.get(), bytes, size);
    return *this;
  }
  std::unique_ptr<XXH3_state_t, Free> state_;
};

std::string TokensText(const CorpusData& data) {
  Checksum sum;
  sum.Add(data.sentence_ends).Add(data.column_names).Add(data.attributes);
  sum.Add(data.embeddings);
  sum.Add(data.attribute_values).Add(data.attribute_ends).Add(data.documents);
  for (const StringColumn& column : data.columns) sum.Add(column);
  return StrCat(data.columns[0].size(), " in ", data.sentence_ends.size(), " sentences, checksum ",
                sum.Text());
}

std::string LabelsText(const CorpusData& data) {
  Checksum sum;
  sum.Add(data.labels.names()).Add(SchemeName(data.scheme)).Add(data.gold);
  return StrCat(data.labels.size(), " names, ", data.has_gold ? "" : "no ", "gold, checksum ",
                sum.Text());
}

std::string VotesText(const CorpusData& data) {
  Checksum sum;
  sum.Add(data.sources).Add(data.row_ends).Add(data.vote_labels).Add(data.vote_soft);
  std::vector<int64_t> rows;  // a Row has padding
  for (const CorpusData::Row& row : data.rows) {
    rows.insert(rows.end(), {row.source, row.labels, row.soft});
  }
  sum.Add(rows);
  return StrCat("of ", data.sources.size(), " sources, checksum ", sum.Text());
}

}  // namespace

std::map<std::string, std::string> RunIdentity(const RunInput& run) {
  std::map<std::string, std::string> identity = {{"method", run.method->name}};
  for (const auto& [key, value] : run.options.All()) {
    if (key != "threads") identity["option " + key] = value;
  }
  for (const auto& [corpus, name] :
       {std::pair(run.train.get(), "training"), std::pair(run.dev.get(), "development")}) {
    const std::string of = StrCat(" of the ", name, " corpus");
    identity["tokens" + of] = corpus ? TokensText(corpus->data()) : "none";
    identity["labels" + of] = corpus ? LabelsText(corpus->data()) : "none";
    identity["votes" + of] = corpus ? VotesText(corpus->data()) : "none";
  }
  return identity;
}

}  // namespace weft
