#include "labelled.h"

#include "output.h"
#include "records.h"
#include "verb.h"

namespace weft::cli {
namespace {

// A line per sentence, of which `add` writes what stands after its labels.
template <typename Add>
void WriteRecords(const Corpus& corpus, const Result& result, const std::string& path, Add add) {
  OutputFile file(path);
  RecordWriter records(corpus, result);
  std::string line;
  for (size_t s = 0; s < corpus.sentences(); ++s) {
    line.clear();
    records.Begin(s, &line);
    add(s, &records, &line);
    records.End(&line);
    file.Write(line);
  }
  file.Finish();
}

}  // namespace

bool IsConll(const std::string& path) {
  return EndsWith(path, ".conll") || EndsWith(path, ".conll.gz");
}

void RequireWritable(const std::string& path) {
  if (path.empty() || path == "-") return;
  if (!IsConll(path) && !EndsWith(path, ".jsonl")) {
    throw UsageError("--out " + path +
                     ": expected a name that ends in .jsonl, .conll or .conll.gz");
  }
  RequireFolderOf(path);
}

void RequireExplainable(const std::string& path) {
  if (path.empty() || path == "-") return;
  if (!EndsWith(path, ".jsonl")) {
    throw UsageError("--explain " + path + ": expected a name that ends in .jsonl");
  }
  RequireFolderOf(path);
}

void WriteLabelled(const Corpus& corpus, const Result& result, const std::string& path) {
  if (IsConll(path)) {
    corpus.WithLabels(result).Write(path, "conll");
    return;
  }
  WriteRecords(corpus, result, path, [](size_t s, RecordWriter* records, std::string* line) {
    records->Posteriors("posteriors", s, line);
  });
}

void WriteExplained(const Corpus& corpus, const Result& result, const std::string& path) {
  WriteRecords(corpus, result, path, [](size_t s, RecordWriter* records, std::string* line) {
    records->Spans(s, "codepoints", line);
    records->Posteriors("posteriors", s, line);
    records->Support(s, line);
  });
}

}  // namespace weft::cli
