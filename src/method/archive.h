// Sections of model files: written as cereal portable binary archives, read back by an archive of
// the same format that trusts no length.
#pragma once

#include <algorithm>
#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/vector.hpp>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/error.h"

namespace weft {

/// Reads what cereal::PortableBinaryOutputArchive wrote. A length that the bytes left cannot hold
/// is kCorrupt, so nothing is allocated that the file's size does not justify.
class SectionInput : public cereal::InputArchive<SectionInput, cereal::AllowEmptyClassElision> {
 public:
  SectionInput(std::string_view bytes, std::string_view name)
      : InputArchive(this), bytes_(bytes), name_(name) {
    uint8_t little = 0;
    Bytes<1>(&little, 1);
    swap_ = little != cereal::portable_binary_detail::is_little_endian();
  }

  /// Copies `size` bytes of items of kItem bytes each, in this machine's byte order.
  template <size_t kItem>
  void Bytes(void* data, size_t size) {
    CheckLeft(size);
    if (size == 0) return;  // `data` of an empty vector may be null
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
    if (kItem == 1 || !swap_) return;
    char* items = static_cast<char*>(data);
    for (size_t i = 0; i < size; i += kItem) std::reverse(items + i, items + i + kItem);
  }

  void CheckLeft(size_t size) const {
    if (size > bytes_.size() - at_) {
      Fail(Status::kCorrupt, "section \"", name_, "\" needs ", size, " bytes at byte ", at_,
           " and has ", bytes_.size() - at_);
    }
  }
  size_t left() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_, name_;
  size_t at_ = 0;
  bool swap_ = false;
};

template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void CEREAL_LOAD_FUNCTION_NAME(SectionInput& archive, T& value) {
  archive.template Bytes<sizeof(T)>(&value, sizeof(T));
}

template <typename T>
void CEREAL_LOAD_FUNCTION_NAME(SectionInput& archive, cereal::BinaryData<T>& data) {
  archive.template Bytes<sizeof(std::remove_pointer_t<T>)>(data.data,
                                                           static_cast<size_t>(data.size));
}

template <typename T>
void CEREAL_SERIALIZE_FUNCTION_NAME(SectionInput& archive, cereal::NameValuePair<T>& pair) {
  archive(pair.value);
}

template <typename T>
void CEREAL_SERIALIZE_FUNCTION_NAME(SectionInput& archive, cereal::SizeTag<T>& tag) {
  archive(tag.size);
  archive.CheckLeft(static_cast<size_t>(tag.size));  // an element is a byte at least
}

template <typename... Values>
std::string ToSection(const Values&... values) {
  std::ostringstream out;
  {
    cereal::PortableBinaryOutputArchive archive(out);
    archive(values...);
  }
  return out.str();
}

/// Fills `values` from a section that ToSection made of the same types; fails with kCorrupt where
/// the bytes do not hold exactly those.
template <typename... Values>
void FromSection(std::string_view bytes, std::string_view name, Values&... values) {
  SectionInput archive(bytes, name);
  archive(values...);
  if (archive.left() != 0) {
    Fail(Status::kCorrupt, "section \"", name, "\" has ", archive.left(), " bytes too many");
  }
}

/// Fails with kCorrupt unless `found` is `expected`; `what` is named.
inline void RequireSize(size_t found, size_t expected, const char* what) {
  if (found != expected) {
    Fail(Status::kCorrupt, what, " of the model should number ", expected, ", found ", found);
  }
}

}  // namespace weft
