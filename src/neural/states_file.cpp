#include "neural/states_file.h"

#include <filesystem>

namespace weft {

StatesFile::StatesFile(const std::string& folder, const std::string& key, size_t rows,
                       size_t columns)
    : path_((std::filesystem::path(folder) / (key + ".states")).string()),
      size_(rows * columns * sizeof(float)) {
  constexpr char kMagic[] = "weft states 1\n";  // 16 bytes with what follows
  header_.assign(kMagic, sizeof kMagic);
  header_ += '\0';
  header_ += key;
  for (const uint64_t number : {uint64_t{rows}, uint64_t{columns}}) {
    header_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
}

std::shared_ptr<const MappedFile> StatesFile::Open() const {
  std::shared_ptr<const MappedFile> file = MappedFile::Open(path_);
  if (!file || file->bytes().size() != header_.size() + size_ ||
      file->bytes().substr(0, header_.size()) != header_) {
    return nullptr;
  }
  return file;
}

const float* StatesFile::Values(const MappedFile& file) const {
  return reinterpret_cast<const float*>(file.bytes().data() + header_.size());
}

StatesFile::Writer::Writer(const StatesFile& file) : file_(file.path_) {
  file_.Write(file.header_);
}

void StatesFile::Writer::Write(Span<const float> values) {
  file_.Write({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

}  // namespace weft
