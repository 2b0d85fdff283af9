// What weft asks of the operating system. All such calls are in os.cpp: a port to another system
// starts and ends there. Paths are UTF-8.
#pragma once

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
