#include "core/os.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <filesystem>
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

// The rename itself must reach the disk too. Not every file system can be asked that of a folder.
void FlushFolder(const std::filesystem::path& folder) {
  Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() >= 0) ::fsync(descriptor.get());
}

// Fills the temporary file; its mode is that of the file it replaces, if there is one.
void FillTemporary(Descriptor* file, std::string_view bytes, const struct stat* old,
                   const std::string& path) {
  WriteAll(file->get(), bytes, path);
  if (old && ::fchmod(file->get(), old->st_mode & 07777) != 0) {
    Fail(Status::kIo, "cannot set the mode of ", path, ": ", Why(errno));
  }
  if (::fsync(file->get()) != 0 || file->Close() != 0) {
    Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
  }
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

void WriteFileAtomic(const std::string& path, std::string_view bytes) {
  RequirePath(path);
  struct stat old;
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) Fail(Status::kIo, "cannot write ", path, ": it is a folder");
  if (exists && !S_ISREG(old.st_mode)) return WriteDirectly(path, bytes);
  std::error_code ignored;  // where the link cannot be followed, the path stands for itself
  std::filesystem::path target = std::filesystem::canonical(path, ignored);
  if (target.empty()) target = path;
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";

  std::string temporary;
  Descriptor file(OpenTemporary(folder, &temporary));
  if (file.get() < 0) Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
  try {
    FillTemporary(&file, bytes, exists ? &old : nullptr, path);
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
      Fail(Status::kIo, "cannot write ", path, ": ", Why(errno));
    }
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  FlushFolder(folder);
}

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
