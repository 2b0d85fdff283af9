#include "text/read.h"

#include <filesystem>

#include "core/error.h"
#include "core/os.h"
#include "text/gzip.h"
#include "text/lines.h"
#include "text/reader.h"

namespace weft {
namespace {

std::shared_ptr<const Corpus> Dispatch(const ReadContext& context, Format format) {
  switch (format) {
    case Format::kJsonl:
      return ReadJsonl(context);
    case Format::kJsonlSpans:
      return ReadJsonlSpans(context);
    case Format::kWrench:
      return ReadWrench(context);
    case Format::kAttributes:
      return ReadAttributes(context);
    case Format::kLines:
      return ReadLines(context);
    default:
      return ReadConll(context);
  }
}

std::shared_ptr<const Corpus> ReadBytes(std::string_view bytes, const std::string& name,
                                        const ReadOptions& options, ReadReport* report,
                                        const std::string& folder,
                                        const std::string& label_source) {
  std::string plain;
  if (IsGzip(bytes)) {
    plain = Gunzip(bytes, name);
    bytes = plain;
  }
  RequireUtf8(bytes, name, options.first_line);
  ReadReport own;
  if (!report) report = &own;
  *report = {};
  report->format = options.format == Format::kAuto ? FindFormat(name, bytes) : options.format;
  const ReadContext context{bytes, name, options, report, folder, label_source};
  return Dispatch(context, report->format);
}

}  // namespace

std::shared_ptr<const Corpus> ReadCorpusBytes(std::string_view bytes, const std::string& name,
                                              const ReadOptions& options, ReadReport* report) {
  return ReadBytes(bytes, name, options, report, "", "");
}

std::shared_ptr<const Corpus> ReadCorpus(const std::string& path, const ReadOptions& options,
                                         ReadReport* report) {
  return ReadFileOf(path, options, report, "");
}

std::shared_ptr<const Corpus> ReadFileOf(const std::string& path, const ReadOptions& options,
                                         ReadReport* report, const std::string& label_source) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return ReadBytes(ReadFile(path), path, options, report, folder.empty() ? "." : folder.string(),
                   label_source);
}

void AddSentence(const ReadContext& context, SentenceData* sentence, CorpusBuilder* builder) {
  if (!context.label_source.empty() && !sentence->labels.empty()) {
    sentence->votes.push_back({context.label_source, std::move(sentence->labels), {}});
    sentence->labels.clear();
  }
  builder->Add(*sentence);
}

}  // namespace weft
