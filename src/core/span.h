// A view of contiguous values owned by someone else (what C++20 calls std::span).
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace weft {

template <typename T>
class Span {
 public:
  using value_type = std::remove_const_t<T>;

  constexpr Span() = default;
  constexpr Span(T* data, size_t size) : data_(data), size_(size) {}
  Span(std::vector<value_type>& v) : data_(v.data()), size_(v.size()) {}
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  Span(const std::vector<value_type>& v) : data_(v.data()), size_(v.size()) {}
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  constexpr Span(Span<value_type> other) : data_(other.data()), size_(other.size()) {}

  constexpr T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T& operator[](size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  constexpr Span subspan(size_t offset, size_t count) const {
    assert(offset + count <= size_);
    return Span(data_ + offset, count);
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace weft
