#include "stream_format.h"

#include <algorithm>

#include "data.h"
#include "output.h"

namespace weft::cli {
namespace {

// Whether the first line is a JSON object: '{' and then a key, or '}'.
bool LooksLikeRecords(std::string_view bytes) {
  const size_t brace = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (brace == std::string_view::npos || bytes[brace] != '{') return false;
  const size_t next = bytes.find_first_not_of(" \t", brace + 1);
  return next != std::string_view::npos && (bytes[next] == '"' || bytes[next] == '}');
}

size_t CountColumns(std::string_view line, std::string_view separator) {
  const bool tabs =
      separator == "tab" || (separator == "auto" && line.find('\t') != std::string_view::npos);
  if (tabs) return static_cast<size_t>(std::count(line.begin(), line.end(), '\t')) + 1;
  constexpr std::string_view kBlanks = " \t\r\n";
  size_t columns = 0;
  for (size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != line.npos; ++columns) {
    at = std::min(line.find_first_of(kBlanks, at), line.size());
  }
  return columns;
}

std::string ColumnRoles(size_t columns) {
  std::string roles = "token";
  for (size_t i = 2; i <= columns; ++i) roles += ",column" + std::to_string(i);
  return roles;
}

}  // namespace

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string_view FirstLine(std::string_view text) {
  const size_t end = text.find('\n');
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

std::string RecordFormat(std::string_view line) {
  const Json record = Json::parse(line.begin(), line.end(), nullptr, false);
  const bool tokens = record.contains("tokens") || !record.contains("text");
  return tokens ? "jsonl" : "jsonl-spans";
}

std::string WrongShape(const StreamFormat& format, std::string_view line) {
  if (format.columns > 2 && CountColumns(FirstLine(line), "auto") != format.columns) {
    return "columns were expected, a token a line; plain sentences are --format lines";
  }
  const Json record = Json::parse(line.begin(), line.end(), nullptr, false);
  const bool shaped = record.is_object() && (record.contains("tokens") || record.contains("text"));
  if (format.shape.empty() || !shaped || RecordFormat(line) == format.shape) return "";
  return "the first line of " + format.name + " has " +
         (format.shape == "jsonl" ? "\"tokens\"" : "a \"text\" without \"tokens\"") +
         ", and all of them must be like it";
}

void SetUp(const StreamFormat& format, PieceReader* pieces) {
  pieces->SetSentencesAreLines(format.records || format.plain, format.plain);
  pieces->SetDocumentMarker(format.marker);
  pieces->SetWholeStream(format.gzip);
}

StreamFormat FindStreamFormat(const std::string& name, const std::string& format,
                              const std::vector<std::string>& read, PieceReader* pieces) {
  const Options reading = ReadingOptions(read);
  const std::string marker(reading.Get("document_marker"));
  pieces->SetDocumentMarker(marker);
  const std::string_view line = pieces->PeekLine(), bytes = pieces->peeked();
  StreamFormat stream;
  stream.name = name;
  stream.marker = marker;
  stream.read = read;
  stream.offset_unit = reading.Get("offset_unit");
  stream.gzip = StartsWith(bytes, "\x1f\x8b");
  const bool json = stream.gzip ? name.find(".json") != std::string::npos : LooksLikeRecords(bytes);
  stream.plain = format == "lines" || (format.empty() && reading.Get("format") == "lines");
  stream.records = !stream.plain && (format.empty() ? json : format == "jsonl");
  stream.answer_in_records = stream.records || stream.plain;
  if (stream.records && !stream.gzip) {
    stream.shape = RecordFormat(line);
    stream.read.push_back("format=" + stream.shape);
  }
  if (stream.plain) stream.read.push_back("format=lines");
  if (stream.records || stream.plain) return stream;
  stream.read.push_back("format=conll");
  if (StartsWith(bytes, kColumnsHeader)) {
    stream.header = FirstLine(bytes);
    stream.marker = kDocumentMarker;
  } else if (!stream.gzip && reading.Get("columns").empty()) {
    const size_t columns = CountColumns(line, reading.Get("separator"));
    stream.read.push_back("columns=" + ColumnRoles(columns));
    stream.columns = columns;
  }
  return stream;
}

}  // namespace weft::cli
