// Sections of model files as cereal portable binary archives.
#pragma once

#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

#include "core/error.h"

namespace weft {

/// Reads from memory without copying it.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());
    setg(begin, begin, begin + bytes.size());
  }
  size_t left() const { return static_cast<size_t>(egptr() - gptr()); }
};

template <typename... Values>
std::string ToSection(const Values&... values) {
  std::ostringstream out;
  {
    cereal::PortableBinaryOutputArchive archive(out);
    archive(values...);
  }
  return out.str();
}

/// Fills `values` from a section that ToSection made of the same types. Lengths inside were under
/// the envelope's checksum already; what does not fit is kCorrupt all the same.
template <typename... Values>
void FromSection(std::string_view bytes, std::string_view name, Values&... values) {
  try {
    ViewBuffer buffer(bytes);
    std::istream in(&buffer);
    cereal::PortableBinaryInputArchive archive(in);
    archive(values...);
    if (buffer.left() != 0) {
      Fail(Status::kCorrupt, "section \"", name, "\" has ", buffer.left(), " bytes too many");
    }
  } catch (const cereal::Exception& e) {
    Fail(Status::kCorrupt, "section \"", name, "\" cannot be read: ", e.what());
  } catch (const std::bad_alloc&) {
    Fail(Status::kCorrupt, "section \"", name, "\" holds a length that its size does not allow");
  } catch (const std::length_error&) {
    Fail(Status::kCorrupt, "section \"", name, "\" holds a length that its size does not allow");
  }
}

}  // namespace weft
