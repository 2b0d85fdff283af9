#include "core/error.h"
#include "core/os.h"
#include "text/gzip.h"
#include "text/read.h"
#include "text/reader.h"
#include "text/writer.h"

namespace weft {
namespace {

bool EndsWith(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

Format FormatOfName(const std::string& path) {
  const std::string_view base = BaseName(path);
  if (EndsWith(base, ".jsonl")) return Format::kJsonl;
  if (EndsWith(base, ".json")) return Format::kWrench;
  const Format format = FormatOfEnding(path);
  Require(format != Format::kAuto, "the name ", Quote(path),
          " does not tell the format to write; name one");
  return format;
}

}  // namespace

void RequireField(const Corpus& corpus, int64_t s, std::string_view field, const char* what) {
  if (field.find_first_of("\t\r\n") == std::string_view::npos) return;
  Refuse(corpus, s, what, " ", Quote(field), " holds a tab or an end of line; write jsonl instead");
}

std::string WriteCorpusBytes(const Corpus& corpus, Format format) {
  switch (format) {
    case Format::kConll:
      return WriteConll(corpus);
    case Format::kJsonl:
      return WriteJsonl(corpus);
    case Format::kJsonlSpans:
      return WriteJsonlSpans(corpus);
    case Format::kWrench:
      return WriteWrench(corpus);
    case Format::kAttributes:
      return WriteAttributes(corpus);
    case Format::kLines:
      return WriteLines(corpus);
    case Format::kAuto:
      break;
  }
  Fail(Status::kInvalidArgument, "the format to write must be named");
}

void WriteCorpus(const Corpus& corpus, const std::string& path, Format format) {
  if (format == Format::kAuto) format = FormatOfName(path);
  const std::string bytes = WriteCorpusBytes(corpus, format);
  WriteFileAtomic(path, EndsWith(path, ".gz") ? Gzip(bytes) : bytes);
}

}  // namespace weft
