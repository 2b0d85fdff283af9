#include "core/checksum.h"

#include <xxhash.h>

#include <iomanip>
#include <new>
#include <sstream>

namespace weft {

struct Checksum::State {
  State() : hash(XXH3_createState()) {
    if (!hash) throw std::bad_alloc();
    XXH3_128bits_reset(hash);
  }
  ~State() { XXH3_freeState(hash); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  XXH3_state_t* const hash;
};

Checksum::Checksum() : state_(std::make_unique<State>()) {}
Checksum::~Checksum() = default;
Checksum::Checksum(Checksum&&) noexcept = default;

Checksum& Checksum::Add(std::string_view bytes) {
  AddSize(bytes.size());
  return AddBytes(bytes.data(), bytes.size());
}

Checksum& Checksum::AddBytes(const void* bytes, size_t size) {
  if (size > 0) XXH3_128bits_update(state_->hash, bytes, size);
  return *this;
}

std::string Checksum::Text() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->hash);
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << std::hex << std::setfill('0') << std::setw(16) << hash.high64 << std::setw(16)
      << hash.low64;
  return out.str();
}

}  // namespace weft
