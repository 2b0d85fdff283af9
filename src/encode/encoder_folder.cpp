#include "encode/encoder_folder.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/error.h"
#include "core/os.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

constexpr char kVariable[] = "WEFT_ENCODERS";

// Folders of the variable, in its order.
std::vector<std::string> SearchedFolders() {
  std::vector<std::string> folders;
  const char* value = std::getenv(kVariable);
  for (std::string_view rest = value ? value : ""; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  return folders;
}

}  // namespace

std::string ContentHash(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

EncoderFolder EncoderFolder::Find(const std::string& path, FileHashes files) {
  std::vector<std::string> places = {path};
  for (const std::string& folder : SearchedFolders()) {
    places.push_back((fs::path(folder) / fs::path(path).filename()).string());
  }
  std::string tried;
  std::vector<EncoderFolder> found;
  for (const std::string& place : places) {
    tried += (tried.empty() ? "" : ", ") + place;
    std::error_code wrong;
    if (!fs::is_directory(place, wrong)) continue;
    found.emplace_back(place);
    found.back().files_ = files;
    found.back().known_ = true;
  }
  // The first whose files are those; of one alone, and where none's are, reading says how they
  // differ.
  for (const EncoderFolder& folder : found) {
    if (found.size() > 1 && folder.HoldsItsFiles()) return folder;
  }
  if (!found.empty()) return found.front();
  Fail(Status::kNotFound, "the model needs the folder of its encoder, which is not in it; tried ",
       tried, " (", kVariable, " names folders to look below, separated by colons)");
}

bool EncoderFolder::HoldsItsFiles() const {
  try {
    return std::all_of(files_.begin(), files_.end(), [&](const auto& file) {
      return ContentHash(ReadFile(PathOf(file.first))) == file.second;
    });
  } catch (const Error&) {
    return false;  // a file that is missing or cannot be read
  }
}

bool EncoderFolder::Has(const std::string& file) const {
  std::error_code wrong;
  return known_ ? files_.count(file) > 0 : fs::exists(PathOf(file), wrong);
}

std::string EncoderFolder::Read(const std::string& file) {
  std::string bytes = ReadFile(PathOf(file));
  const std::string hash = ContentHash(bytes);
  const auto [place, added] = files_.emplace(file, hash);
  if (place->second != hash) {
    Fail(Status::kCorrupt, PathOf(file), " is not what the model was trained with: expected ",
         place->second, ", found ", hash, " (XXH3-128)");
  }
  return bytes;
}

std::optional<std::string> EncoderFolder::ReadIfThere(const std::string& file) {
  if (!Has(file)) return std::nullopt;
  return Read(file);
}

std::string EncoderFolder::AbsolutePath() const {
  const fs::path path = fs::absolute(path_).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

}  // namespace weft
