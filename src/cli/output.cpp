#include "output.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "system.h"
#include "verb.h"

namespace weft::cli {

void PrintText(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw Failure("standard output: cannot write (" + std::string(std::strerror(errno)) + ")");
  }
}

void PrintNote(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void PrintJson(const Json& json) {
  PrintText(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string Count(size_t count) {
  std::string digits = std::to_string(count);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string Counted(size_t count, const std::string& noun) {
  return Count(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string Fixed(double value, int digits) {
  if (std::isnan(value)) return "-";
  char text[400];  // The largest double has 309 digits before its point.
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string Duration(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds < 60) return Fixed(seconds, seconds < 10 ? 2 : 0) + " s";
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

void AppendJsonString(std::string_view text, std::string* json) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    *json += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  *json += '"';
  *json += text;
  *json += '"';
}

void AppendProbability(double value, std::string* json) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", value);
  size_t end = std::strlen(text);
  while (text[end - 1] == '0') --end;
  if (text[end - 1] == '.') --end;
  json->append(text, end);
}

OutputFile::OutputFile(const std::string& path) : path_(path), file_(stdout) {
  if (path_ == "-") return;
  std::error_code ignored;  // what cannot be looked at is not there
  const auto status = std::filesystem::status(path_, ignored);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (!special) temporary_ = path_ + ".part" + std::to_string(ProcessId());
  file_ = std::fopen((special ? path_ : temporary_).c_str(), "wb");
  if (!file_) FailToWrite();
}

OutputFile::~OutputFile() {
  if (file_ && file_ != stdout) std::fclose(file_);
  if (temporary_.empty()) return;
  std::error_code ignored;  // Nothing can be done about it here.
  std::filesystem::remove(temporary_, ignored);
}

void OutputFile::Write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) FailToWrite();
}

void OutputFile::Flush() {
  if (std::fflush(file_) != 0) FailToWrite();
}

void OutputFile::Finish() {
  if (temporary_.empty()) return Flush();  // what is no file has what was written
  const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!closed || std::rename(temporary_.c_str(), path_.c_str()) != 0) FailToWrite();
  temporary_.clear();
}

void OutputFile::FailToWrite() const {
  throw Failure((path_ == "-" ? "standard output" : path_) + ": cannot write (" +
                std::strerror(errno) + ")");
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string EndingOf(std::string_view path) {
  if (EndsWith(path, ".gz")) path.remove_suffix(3);
  const size_t point = path.rfind('.'), slash = path.rfind('/');
  const bool in_name = point != path.npos && (slash == path.npos || point > slash);
  return in_name ? std::string(path.substr(point)) : "";
}

void WriteFile(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.Write(text);
  file.Finish();
}

std::string CsvText(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  return quoted + "\"";
}

void RequireFolderOf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;  // What cannot be looked at is not there for us.
  if (path.empty() || path == "-" || folder.empty()) return;
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw Failure(path + ": cannot be written, there is no folder " + folder.string());
  }
}

namespace {

// Two names of one file. Pipes and devices are no files; what cannot be looked at is none either.
bool IsOneFile(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code failure;
  const fs::file_status of_a = fs::status(a, failure), of_b = fs::status(b, failure);
  if (fs::exists(of_a) && fs::exists(of_b)) {
    return fs::is_regular_file(of_a) && fs::equivalent(a, b, failure);
  }
  if (fs::exists(of_a) != fs::exists(of_b)) return false;
  const fs::path path_a = fs::weakly_canonical(a, failure);
  if (failure) return false;
  const fs::path path_b = fs::weakly_canonical(b, failure);
  return !failure && path_a == path_b;
}

}  // namespace

void RequireDifferentFiles(const std::vector<std::pair<const char*, std::string>>& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t j = i + 1; j < files.size(); ++j) {
      if (!IsOneFile(files[i].second, files[j].second)) continue;
      throw UsageError(std::string(files[i].first) + " and " + files[j].first + " both name " +
                       files[j].second);
    }
  }
}

}  // namespace weft::cli
