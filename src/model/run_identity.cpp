#include "model/run_identity.h"

#include "core/checksum.h"
#include "core/error.h"

namespace weft {
namespace {

// What runs show of checksums: enough to tell them apart.
std::string Shown(const Checksum& sum) { return sum.Text().substr(0, 16); }

void AddTexts(const StringColumn& column, Checksum* sum) {
  sum->AddSize(static_cast<uint64_t>(column.size()));
  for (int64_t i = 0; i < column.size(); ++i) sum->Add(column[i]);
}

void AddTexts(const std::vector<std::string>& texts, Checksum* sum) {
  sum->AddSize(texts.size());
  for (const std::string& text : texts) sum->Add(text);
}

std::string TokensText(const CorpusData& data) {
  Checksum sum;
  sum.Add(data.sentence_ends);
  AddTexts(data.column_names, &sum);
  AddTexts(data.attributes, &sum);
  sum.Add(data.embeddings).Add(data.attribute_values);
  sum.Add(data.attribute_ends).Add(data.documents);
  for (const StringColumn& column : data.columns) AddTexts(column, &sum);
  return StrCat(data.columns[0].size(), " in ", data.sentence_ends.size(), " sentences, checksum ",
                Shown(sum));
}

std::string LabelsText(const CorpusData& data) {
  Checksum sum;
  AddTexts(data.labels.names(), &sum);
  sum.Add(SchemeName(data.scheme)).Add(data.gold);
  return StrCat(data.labels.size(), " names, ", data.has_gold ? "" : "no ", "gold, checksum ",
                Shown(sum));
}

std::string VotesText(const CorpusData& data) {
  Checksum sum;
  AddTexts(data.sources, &sum);
  sum.Add(data.row_ends).Add(data.vote_labels).Add(data.vote_soft);
  std::vector<int64_t> rows;  // a Row has padding
  for (const CorpusData::Row& row : data.rows) {
    rows.insert(rows.end(), {row.source, row.labels, row.soft});
  }
  sum.Add(rows);
  return StrCat("of ", data.sources.size(), " sources, checksum ", Shown(sum));
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
