// The envelope of weft's files: named sections of bytes under a header, all of it checked before
// any is used.
//
// Layout, all numbers little-endian:
//   magic (8 bytes) · format version u32 · least reader version u32 · total size u64 ·
//   method name (u32 length, bytes) · section count u32 ·
//   per section: name (u32 length, bytes), offset u64, size u64, xxh3-64 u64 ·
//   xxh3-64 of everything before it u64 · section bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "method/model.h"

namespace weft {

struct FileKind {
  std::string_view magic;  ///< the first 8 bytes
  std::string_view noun;   ///< in messages
  uint32_t version;        ///< of the format that is written, and the latest that is read
};

constexpr FileKind kModelFile = {"WEFTMODL", "model", 1};
constexpr FileKind kCheckpointFile = {"WEFTCKPT", "checkpoint", 1};

struct Envelope {
  std::string method;
  std::vector<Section> sections;
};

std::string WriteEnvelope(const FileKind& kind, std::string_view method,
                          const std::vector<Section>& sections);

/// Fails with kFormat (no file of that kind; says so where it is of another), kVersion (newer;
/// names both versions) or kCorrupt (cut or changed; says where).
Envelope ReadEnvelope(const FileKind& kind, std::string_view bytes);

/// What `work` returns; the file's name goes before the text of its errors.
template <typename Work>
auto NamingFile(const std::string& name, Work work) {
  try {
    return work();
  } catch (const Error& e) {
    throw Error(e.status(), name + ": " + e.what());
  }
}

}  // namespace weft
