// Standard output and files that the command writes itself.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::cli {

using Json = nlohmann::ordered_json;

/// Writes to standard output and flushes it; fails where that is not possible (a full disk).
void PrintText(std::string_view text);
/// The same on standard error, where standard output carries data.
void PrintNote(std::string_view text);
/// One object, indented. What is no number is null; what is no UTF-8 is replaced.
void PrintJson(const Json& json);

/// 1234567 as "1,234,567".
std::string Count(size_t count);
/// "1 sentence", "1,234 sentences".
std::string Counted(size_t count, const std::string& noun);
/// A fixed number of digits after the point; "-" for NaN.
std::string Fixed(double value, int digits);
/// "0.42 s", "3 min 20 s".
std::string Duration(double seconds);

/// `text` as a field of CSV, in quotation marks.
std::string CsvText(const std::string& text);
/// Appends `text` as a JSON string.
void AppendJsonString(std::string_view text, std::string* json);
/// Appends a probability with six digits.
void AppendProbability(double value, std::string* json);

/// A file that appears whole or not at all: written beside its path, then renamed. "-" is standard
/// output; pipes and devices are written to as they are.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void Write(std::string_view text);
  /// Lets standard output have what was written.
  void Flush();
  /// Without it, nothing of the file stays.
  void Finish();

 private:
  [[noreturn]] void FailToWrite() const;
  std::string path_, temporary_;
  std::FILE* file_;
};

bool EndsWith(std::string_view text, std::string_view end);
/// The ending of a file's name, of what is in it where it is compressed: ".jsonl" of "a.jsonl.gz".
std::string EndingOf(std::string_view path);

/// A whole file of text.
void WriteFile(const std::string& path, const std::string& text);

/// Fails unless a file at `path` could be written: its folder must be there. So that a long run
/// does not end with nowhere to put its result.
void RequireFolderOf(const std::string& path);
/// Flags and the files that they name, "" for none: a UsageError where two name one file.
void RequireDifferentFiles(const std::vector<std::pair<const char*, std::string>>& files);

}  // namespace weft::cli
