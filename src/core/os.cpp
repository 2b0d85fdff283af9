#include "core/os.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/error.h"

namespace weft {
namespace {

std::string Why(int error) { return std::generic_category().message(error); }

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void Reset(int fd) { fd_ = fd; }
  int Close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

void WriteAll(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

void WriteDirectly(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
  WriteAll(file.get(), bytes, path);
}

// Opens a file of a new name in `folder`; O_EXCL makes names that are taken harmless.
int OpenTemporary(const std::filesystem::path& folder, std::string* path) {
  for (int attempt = 0; attempt < 10000; ++attempt) {
    *path = (folder / StrCat(".weft-", ::getpid(), "-", attempt, ".tmp")).string();
    const int fd = ::open(path->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

std::filesystem::path FolderOf(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

// The rename itself must reach the disk too. Not every file system can be asked that of a folder.
void FlushFolder(const std::filesystem::path& folder) {
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() >= 0) ::fsync(descriptor.get());
}

}  // namespace

void RequirePath(std::string_view path) {
  Require(!path.empty(), "path must not be empty");
  const size_t nul = path.find('\0');
  Require(nul == path.npos, "a path must not hold NUL bytes, found one after \"",
          path.substr(0, nul), "\"");
}

std::string ReadFile(const std::string& path) {
  RequirePath(path);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    const Status status = errno == ENOENT || errno == ENOTDIR ? Status::kNotFound : Status::kIo;
    Fail(status, "cannot read ", path, ": ", Why(errno));
  }
  struct stat info;
  if (::fstat(file.get(), &info) != 0) Fail(Status::kIo, "cannot read ", path, ": ", Why(errno));
  if (S_ISDIR(info.st_mode)) Fail(Status::kIo, "cannot read ", path, ": it is a folder");
  std::string bytes;
  size_t size = 0;
  bytes.resize(static_cast<size_t>(info.st_size) + 1);  // one more, to meet the end without growing
  while (true) {
    const ssize_t n = ::read(file.get(), bytes.data() + size, bytes.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) Fail(Status::kIo, "cannot read ", path, ": ", Why(errno));
    if (n == 0) break;
    size += static_cast<size_t>(n);
    if (size == bytes.size()) bytes.resize(size + size / 2 + 65536);  // a pipe, or it has grown
  }
  bytes.resize(size);
  return bytes;
}

struct AtomicFile::State {
  std::string path, temporary;
  std::filesystem::path target;
  std::optional<mode_t> mode;  // of the file that is replaced
  Descriptor file{-1};
};

AtomicFile::AtomicFile(const std::string& path) : state_(std::make_unique<State>()) {
  RequirePath(path);
  struct stat old;
  if (::stat(path.c_str(), &old) == 0) {
    if (S_ISDIR(old.st_mode)) Fail(Status::kIo, "cannot write ", path, ": it is a folder");
    state_->mode = old.st_mode & 07777;
  }
  state_->path = path;
  std::error_code ignored;  // where the link cannot be followed, the path stands for itself
  state_->target = std::filesystem::canonical(path, ignored);
  if (state_->target.empty()) state_->target = path;
  std::string temporary;
  state_->file.Reset(OpenTemporary(FolderOf(state_->target), &temporary));
  if (state_->file.get() < 0) Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
  state_->temporary = std::move(temporary);
}

AtomicFile::~AtomicFile() {
  if (!state_->temporary.empty()) ::unlink(state_->temporary.c_str());
}

void AtomicFile::Write(std::string_view bytes) {
  WriteAll(state_->file.get(), bytes, state_->path);
}

void AtomicFile::Commit() {
  Descriptor* file = &state_->file;
  if (state_->mode && ::fchmod(file->get(), *state_->mode) != 0) {
    Fail(Status::kIo, "cannot set the mode of ", state_->path, ": ", Why(errno));
  }
  if (::fsync(file->get()) != 0 || file->Close() != 0 ||
      ::rename(state_->temporary.c_str(), state_->target.c_str()) != 0) {
    Fail(Status::kIo, "cannot write ", state_->path, ": ", Why(errno));
  }
  state_->temporary.clear();
  FlushFolder(FolderOf(state_->target));
}

void WriteFileAtomic(const std::string& path, std::string_view bytes) {
  RequirePath(path);
  struct stat old;
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) return WriteDirectly(path, bytes);
  AtomicFile file(path);
  file.Write(bytes);
  file.Commit();
}

struct AppendFile::State {
  std::string path;
  Descriptor file{-1};
  off_t size = 0;
};

AppendFile::AppendFile(const std::string& path) : state_(std::make_unique<State>()) {
  RequirePath(path);
  state_->path = path;
  state_->file.Reset(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  const int file = state_->file.get();
  if (file < 0) Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) Fail(Status::kState, path, " is in use by another session");
    Fail(Status::kIo, "cannot lock ", path, ": ", Why(errno));
  }
  state_->size = ::lseek(file, 0, SEEK_END);
  FlushFolder(FolderOf(path));
}

AppendFile::~AppendFile() = default;

void AppendFile::Truncate(size_t size) {
  state_->size = static_cast<off_t>(size);
  if (::ftruncate(state_->file.get(), state_->size) != 0) {
    Fail(Status::kIo, "cannot write ", state_->path, ": ", Why(errno));
  }
}

void AppendFile::Append(std::string_view bytes, bool flush) {
  const int file = state_->file.get();
  try {
    WriteAll(file, bytes, state_->path);
    if (flush && ::fdatasync(file) != 0) {
      Fail(Status::kIo, "cannot write ", state_->path, ": ", Why(errno));
    }
  } catch (const Error&) {
    // A full disk leaves a part, which what is written later must not follow.
    if (::ftruncate(file, state_->size) != 0) state_->size = ::lseek(file, 0, SEEK_END);
    throw;
  }
  state_->size += static_cast<off_t>(bytes.size());
}

std::shared_ptr<const MappedFile> MappedFile::Open(const std::string& path) {
  RequirePath(path);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info;
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) return nullptr;
  if (!S_ISREG(info.st_mode) || info.st_size == 0) return nullptr;
  const auto size = static_cast<size_t>(info.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return nullptr;
  return std::shared_ptr<const MappedFile>(new MappedFile(data, size));
}

MappedFile::~MappedFile() { ::munmap(data_, size_); }

std::string LibraryDirectory() {
  Dl_info info;
  if (::dladdr(reinterpret_cast<const void*>(&LibraryDirectory), &info) == 0 || !info.dli_fname) {
    return "";
  }
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::absolute(info.dli_fname, ignored);
  return path.parent_path().string();
}

void* OpenLibrary(const std::string& name, std::string* wrong) {
  void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* text = ::dlerror();
    *wrong = text ? text : "it cannot be loaded";
  }
  return library;
}

void* FindSymbol(void* library, const char* name) { return ::dlsym(library, name); }

void ReturnFreeMemory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace weft
