#include "bitext/link_files.h"

#include "core/error.h"
#include "core/os.h"
#include "text/gzip.h"
#include "text/lines.h"

namespace weft {

PairFile::PairFile(std::string file) : path(std::move(file)) {
  if (path.empty()) return;
  bytes = ReadFile(path);
  if (IsGzip(bytes)) bytes = Gunzip(bytes, path);
  RequireUtf8(bytes, path, 1);
  Lines all(bytes);
  for (std::string_view line; all.Next(&line);) lines.push_back(line);
}

std::string PairFile::Where(int64_t p) const { return StrCat(path, ":", p + 1); }

void RefuseOptions(const Options& options, const std::vector<const char*>& keys,
                   const std::string& of) {
  for (const char* key : keys) Require(!options.IsSet(key), "option ", key, " is of ", of);
}

void RefuseOptionsOfTwoDirections(const Options& options) {
  RefuseOptions(options, {"symmetrize", "reverse_order"},
                "links of two directions; expected reverse_alignment or reverse_links beside it");
}

void RefuseOptionsOfMembers(const Options& options) {
  RefuseOptions(options, {"links", "reverse_links", "source", "target"},
                "bitext in JSON lines, which this is not");
}

LinkFiles::LinkFiles(const Options& options, const PairLinks& links, const PairFile* own)
    : forward_format_(links.forward_format()),
      backward_format_(links.backward_format()),
      named_(options.GetString("alignment")),
      backward_(options.GetString("reverse_alignment")),
      confidences_(options.GetString("confidences")),
      forward_(own ? own : &named_) {
  Require(!forward_->path.empty(), "expected option alignment, the path of a file of links");
  if (backward_.path.empty()) RefuseOptionsOfTwoDirections(options);
  Require(backward_.path.empty() || confidences_.path.empty(),
          "option confidences is of links of one direction; expected no reverse_alignment beside "
          "it, or links with their own, such as 0-1:0.9");
}

std::vector<const PairFile*> LinkFiles::files() const {
  std::vector<const PairFile*> all;
  for (const PairFile* file : {forward_, &backward_, &confidences_}) {
    if (!file->path.empty()) all.push_back(file);
  }
  return all;
}

PairLinks::Directions LinkFiles::Read(int64_t p) const {
  PairLinks::Directions links;
  links.forward_where = forward_->Where(p);
  links.forward = ParseLinks((*forward_)[p], forward_format_, links.forward_where);
  if (!confidences_.path.empty()) {
    ParseConfidences(confidences_[p], confidences_.Where(p), &links.forward);
  }
  links.both = !backward_.path.empty();
  if (!links.both) return links;
  links.backward_where = backward_.Where(p);
  links.backward = ParseLinks(backward_[p], backward_format_, links.backward_where);
  return links;
}

}  // namespace weft
