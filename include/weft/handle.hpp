// What the classes of weft.hpp share: the error they throw, views, ownership of handles.
#ifndef WEFT_HANDLE_HPP_
#define WEFT_HANDLE_HPP_

#include <weft/weft.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weft {
// An own namespace, unseen in code: a host that links the engine statically has both these classes
// and the engine's own of the same names.
inline namespace host {

/// A failure: a status, and in what() what was expected, what was found and where.
class error : public std::runtime_error {
 public:
  error(weft_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  weft_status status() const noexcept { return status_; }

 private:
  weft_status status_;
};

/// Borrowed values, one after another.
template <typename T>
class View {
 public:
  View() = default;
  View(const T* data, size_t size) : data_(data), size_(size) {}
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& operator[](size_t i) const { return data_[i]; }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};

namespace detail {

inline void Check(weft_status status) {
  if (status != WEFT_OK) throw error(status, weft_last_error());
}

/// Owns a handle. `get()` is for calls of weft.h that this header does not wrap.
template <typename T, void (*Free)(T*)>
class Handle {
 public:
  explicit Handle(T* handle) noexcept : handle_(handle) {}
  T* get() const noexcept { return handle_.get(); }

 private:
  struct Deleter {
    void operator()(T* handle) const noexcept { Free(handle); }
  };
  std::unique_ptr<T, Deleter> handle_;
};

template <typename T, typename Function, typename... Arguments>
T* Make(Function make, Arguments... arguments) {
  T* handle = nullptr;
  Check(make(arguments..., &handle));
  return handle;
}

/// A name by index, whatever bytes it holds.
template <typename Handle>
std::string_view Name(const char* (*getter)(const Handle*, size_t, size_t*), const Handle* handle,
                      size_t index) {
  size_t size = 0;
  const char* text = getter(handle, index, &size);
  return {text, size};
}

/// Strings end to end with their offsets, as weft.h takes lists of strings.
struct Flat {
  template <typename Strings>
  explicit Flat(const Strings& strings) {
    for (const auto& string : strings) Add(string);
  }
  void Add(std::string_view text) {
    bytes.append(text);
    offsets.push_back(bytes.size());
  }
  size_t size() const { return offsets.size() - 1; }

  std::string bytes;
  std::vector<size_t> offsets = {0};
};

}  // namespace detail

}  // namespace host
}  // namespace weft

#endif  // WEFT_HANDLE_HPP_
