// One file per annotator: the same sentences, each file's labels the votes of one source.
#include <algorithm>
#include <unordered_map>

#include "core/error.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

using Ids = std::unordered_map<std::string_view, int64_t>;

// A file and where each sentence of the whole stands in it.
struct Part {
  std::shared_ptr<const Corpus> corpus;
  Ids ids;  ///< sentences by id; empty unless every sentence has one of its own
};

std::string SourceName(const std::string& path) {
  std::string_view base = BaseName(path);
  const size_t point = base.rfind('.');
  if (point != std::string_view::npos && point > 0) base = base.substr(0, point);
  return std::string(base);
}

Part MakePart(std::shared_ptr<const Corpus> corpus) {
  Part part{std::move(corpus), {}};
  for (int64_t s = 0; s < part.corpus->num_sentences(); ++s) {
    if (part.corpus->id(s).empty() || !part.ids.emplace(part.corpus->id(s), s).second) {
      part.ids.clear();
      return part;
    }
  }
  return part;
}

// Files are read as they are; what concerns all comes when they are together.
ReadOptions ForParts(const ReadOptions& options) {
  ReadOptions plain = options;
  plain.corpus.sources.clear();
  plain.corpus.convert = false;
  return plain;
}

class Merger {
 public:
  Merger(std::vector<Part> parts, bool gold_first, const CorpusOptions& options)
      : parts_(std::move(parts)), gold_first_(gold_first), builder_(options, Name()) {
    by_id_ = true;
    for (const Part& part : parts_) {
      by_id_ = by_id_ && (!part.ids.empty() || part.corpus->num_sentences() == 0);
    }
    const auto& columns = parts_.front().corpus->column_names();
    builder_.SetColumns({columns.begin() + 1, columns.end()});
  }

  // Sentences of the first file; then, where ids tell which is which, those that it does not have.
  std::shared_ptr<const Corpus> Merge() {
    const Corpus& first = *parts_.front().corpus;
    for (size_t p = 1; p < parts_.size() && !by_id_; ++p) CheckCount(*parts_[p].corpus);
    for (int64_t s = 0; s < first.num_sentences(); ++s) Add(0, s);
    for (size_t p = 1; p < parts_.size() && by_id_; ++p) {
      for (int64_t s = 0; s < parts_[p].corpus->num_sentences(); ++s) {
        if (!Known(p, s)) Add(p, s);
      }
    }
    return builder_.Finish();
  }

 private:
  std::string Name() const { return parts_.front().corpus->name(); }

  void CheckCount(const Corpus& corpus) const {
    const Corpus& first = *parts_.front().corpus;
    if (corpus.num_sentences() == first.num_sentences()) return;
    Fail(Status::kFormat, corpus.name(), ": expected ", first.num_sentences(), " sentences, as in ",
         first.name(), ", found ", corpus.num_sentences(),
         "; only sentences that all have ids may be left out");
  }

  // Whether a file before `p` has this sentence. All of an annotator's must be in the gold file.
  bool Known(size_t p, int64_t s) const {
    const std::string_view id = parts_[p].corpus->id(s);
    for (size_t other = 0; other < p; ++other) {
      if (parts_[other].ids.count(id)) return true;
    }
    if (gold_first_) {
      Fail(Status::kFormat, parts_[p].corpus->name(), ": sentence ", Quote(id), " is not in ",
           Name());
    }
    return false;
  }

  int64_t Find(const Part& part, int64_t s, std::string_view id) const {
    if (!by_id_) return s;
    const auto it = part.ids.find(id);
    return it == part.ids.end() ? -1 : it->second;
  }

  // Sentence `s` of file `p`, with the votes of that file and of those after it.
  void Add(size_t p, int64_t s) {
    SentenceData sentence = SentenceOf(*parts_[p].corpus, s);
    for (size_t other = p + 1; other < parts_.size(); ++other) {
      const Corpus& corpus = *parts_[other].corpus;
      const int64_t at = Find(parts_[other], s, sentence.id);
      if (at < 0) continue;
      SentenceData more = SentenceOf(corpus, at);
      CheckTokens(sentence, more);
      for (NamedVotes& votes : more.votes) sentence.votes.push_back(std::move(votes));
    }
    builder_.Add(sentence);
  }

  static void CheckTokens(const SentenceData& expected, const SentenceData& found) {
    const size_t length = expected.tokens.size();
    for (size_t t = 0; t < std::max(length, found.tokens.size()); ++t) {
      const auto token = [t](const SentenceData& sentence) {
        return t < sentence.tokens.size() ? Quote(sentence.tokens[t]) : "the end of the sentence";
      };
      if (t < length && t < found.tokens.size() && expected.tokens[t] == found.tokens[t]) continue;
      Fail(Status::kFormat, found.where, ", token ", t, ": expected ", token(expected), ", as in ",
           expected.where, ", found ", token(found));
    }
  }

  std::vector<Part> parts_;
  bool gold_first_;
  bool by_id_ = false;
  CorpusBuilder builder_;
};

// Every annotator is a source of the corpus, even one whose file has no sentence.
void DeclareSources(std::vector<std::string> sources, CorpusOptions* options) {
  std::sort(sources.begin(), sources.end());
  for (std::string& source : sources) {
    const auto& known = options->sources;
    if (std::find(known.begin(), known.end(), source) != known.end()) continue;
    options->sources.push_back(std::move(source));
  }
}

std::shared_ptr<const Corpus> ReadAnnotator(const std::string& path, const std::string& source,
                                            const ReadOptions& options, ReadReport* report) {
  ReadReport own;
  auto corpus = ReadFileOf(path, options, &own, source);
  report->spans_dropped += own.spans_dropped;
  report->spans_expanded += own.spans_expanded;
  report->format = own.format;
  for (const std::string& other : corpus->sources()) {
    if (other == source) continue;
    Fail(Status::kFormat, path, ": expected the labels of one annotator, found votes of ",
         Quote(other));
  }
  return corpus;
}

}  // namespace

std::shared_ptr<const Corpus> ReadAnnotatorFiles(const std::vector<std::string>& paths,
                                                 const std::string& gold_path,
                                                 const ReadOptions& options, ReadReport* report) {
  Require(!paths.empty(), "expected the file of at least one annotator");
  const ReadOptions plain = ForParts(options);
  ReadReport own;
  if (!report) report = &own;
  *report = {};
  std::vector<Part> parts;
  if (!gold_path.empty()) parts.push_back(MakePart(ReadCorpus(gold_path, plain, report)));
  std::vector<std::string> sources;
  for (size_t i = 0; i < paths.size(); ++i) {
    const std::string source = SourceName(paths[i]);
    const auto twin = std::find(sources.begin(), sources.end(), source);
    Require(twin == sources.end(), "two annotators' files name the source ", Quote(source), ": ",
            paths[static_cast<size_t>(twin - sources.begin()) % paths.size()], " and ", paths[i]);
    parts.push_back(MakePart(ReadAnnotator(paths[i], source, plain, report)));
    sources.push_back(source);
  }
  CorpusOptions merged = options.corpus;
  DeclareSources(sources, &merged);
  return Merger(std::move(parts), !gold_path.empty(), merged).Merge();
}

}  // namespace weft
