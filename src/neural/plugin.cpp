#include "neural/plugin.h"

#include <cstdlib>
#include <mutex>

#include "core/error.h"
#include "core/os.h"
#include "weft_build_identity.h"

namespace weft {
namespace {

constexpr char kFile[] = "libweft_neural.so";

// The plug-in in the library of that name, or null: then `tried` says what was wrong with it.
const NeuralPlugin* Open(const std::string& name, const char* where, std::string* tried) {
  *tried += StrCat(tried->empty() ? "" : "; ", name, " (", where, "): ");
  std::string wrong;
  void* library = OpenLibrary(name, &wrong);
  if (!library) {
    // The loader's text begins with the path, unless it is about a library that this one needs.
    const std::string path = name + ": ";
    *tried += wrong.compare(0, path.size(), path) == 0 ? wrong.substr(path.size()) : wrong;
    return nullptr;
  }
  using Entry = const NeuralPlugin* (*)(const char*);
  const auto entry = reinterpret_cast<Entry>(FindSymbol(library, "weft_neural_plugin"));
  const NeuralPlugin* plugin = entry ? entry(BuildIdentity()) : nullptr;
  if (!plugin) *tried += "it is of another build of weft";
  return plugin;
}

const NeuralPlugin* OpenAny(std::string* tried) {
  const std::string beside = LibraryDirectory();
  if (!beside.empty()) {
    if (const auto* plugin = Open(beside + "/" + kFile, "beside libweft", tried)) return plugin;
  }
  const char* folder = std::getenv("WEFT_NEURAL_PATH");
  if (folder && *folder) {
    const std::string name = std::string(folder) + "/" + kFile;
    if (const auto* plugin = Open(name, "WEFT_NEURAL_PATH", tried)) return plugin;
  }
  return Open(kFile, "the loader's own search", tried);
}

}  // namespace

const char* BuildIdentity() { return WEFT_BUILD_IDENTITY; }

const NeuralPlugin& OpenNeuralPlugin() {
  // What failed once is tried again: the host may have installed what was missing.
  static std::mutex mutex;
  static const NeuralPlugin* plugin = nullptr;
  const std::lock_guard<std::mutex> lock(mutex);
  if (plugin) return *plugin;
  std::string tried;
  plugin = OpenAny(&tried);
  if (!plugin) {
    Fail(Status::kUnsupported, "neural methods and models need ", kFile,
         ", which could not be opened; tried ", tried);
  }
  return *plugin;
}

}  // namespace weft
