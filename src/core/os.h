// What weft asks of the operating system. All such calls are in os.cpp: a port to another system
// starts and ends there. Paths are UTF-8.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace weft {

/// Fails with kInvalidArgument where `path` is empty or holds a NUL, at which the system would cut
/// it. For those who look at a path before they read or write it, which check it themselves.
void RequirePath(std::string_view path);

/// The whole file. Fails with kNotFound where there is none, kIo where it cannot be read.
std::string ReadFile(const std::string& path);

/// Makes `path` hold `bytes`, whole or not at all: they go to a temporary file in the same folder,
/// which is flushed to the disk and renamed. Whatever interrupts this leaves the old file as it
/// was. A link is followed; a device or pipe is written to directly. Fails with kIo.
void WriteFileAtomic(const std::string& path, std::string_view bytes);

/// The same piece by piece.
class AtomicFile {
 public:
  /// Of a file that is no device. Fails with kIo.
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  ///< without Commit nothing happens to `path`
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void Write(std::string_view bytes);
  void Commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A file that only ever grows, of one writer at a time: what a process has appended stays when it
/// is killed.
class AppendFile {
 public:
  /// Opens it, or makes it where there is none. Fails with kState where another has it open so, and
  /// with kIo.
  explicit AppendFile(const std::string& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  /// Cuts it to its first `size` bytes.
  void Truncate(size_t size);
  /// `flush`: returns when the disk has it, and all before. After a failure the file is as it was,
  /// as far as the system lets it.
  void Append(std::string_view bytes, bool flush);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A file's bytes as memory that the system reads in, and gives up, as it needs.
class MappedFile {
 public:
  /// Null where there is no such file, or it cannot be mapped.
  static std::shared_ptr<const MappedFile> Open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, size_t size) : data_(data), size_(size) {}
  void* const data_;
  const size_t size_;
};

/// The folder of the shared library (or program) that holds this code; "" where the system does
/// not tell.
std::string LibraryDirectory();

/// Loads a shared library, by path or by name as the system searches for it; it stays loaded. Null
/// where that fails: `wrong` says why, and names a library that it needs where that is missing.
void* OpenLibrary(const std::string& name, std::string* wrong);
/// A symbol of it; null where there is none.
void* FindSymbol(void* library, const char* name);

/// Gives the system back what memory the program has freed, where its allocator keeps such.
void ReturnFreeMemory();

}  // namespace weft
