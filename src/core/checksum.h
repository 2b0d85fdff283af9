// A checksum of values one after the other (XXH3, 128 bits).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class Checksum {
 public:
  Checksum();
  ~Checksum();
  Checksum(Checksum&&) noexcept;

  /// Its size goes in first, so that values one after the other are not those of another cut.
  Checksum& Add(std::string_view bytes);
  template <typename Number>
  Checksum& Add(const std::vector<Number>& numbers) {
    return AddNumbers(numbers.data(), numbers.size());
  }
  template <typename Number>
  Checksum& AddNumbers(const Number* numbers, size_t count) {
    AddSize(count);
    return AddBytes(numbers, count * sizeof(Number));
  }
  Checksum& AddSize(uint64_t size) { return AddBytes(&size, sizeof size); }

  std::string Text() const;  ///< 32 hexadecimal digits

 private:
  struct State;
  Checksum& AddBytes(const void* bytes, size_t size);
  std::unique_ptr<State> state_;
};

}  // namespace weft
