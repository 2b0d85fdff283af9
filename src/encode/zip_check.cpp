// The layout is that of PKWARE's APPNOTE.TXT 6.3: records, each behind a local header (4.3.7), then
// the central directory (4.3.12), whose place the last 22 bytes tell (4.3.16).
#include "encode/zip_check.h"

#include <zlib.h>

#include <array>

#include "core/error.h"
#include "text/quote.h"

namespace weft {
namespace {

constexpr size_t kEndSize = 22, kEntrySize = 46, kLocalSize = 30;
constexpr uint32_t kTooLarge = 0xffffffff;  // stands for what a 64-bit field tells

class Zip {
 public:
  Zip(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  void Check() const {
    Expect(bytes_.size() >= kEndSize, "a zip archive");
    const size_t end = bytes_.size() - kEndSize;
    Expect(bytes_.substr(end, 4) == "PK\5\6", "a zip archive's end");
    const size_t count = Number(end + 10, 2);
    size_t at = Number(end + 16, 4);
    for (size_t i = 0; i < count; ++i) at = CheckEntry(at);
  }

 private:
  // Returns where the next entry of the central directory begins.
  size_t CheckEntry(size_t at) const {
    Expect(Slice(at, 4) == "PK\1\2", "a zip archive's directory");
    const size_t method = Number(at + 10, 2), crc = Number(at + 16, 4);
    const size_t packed = Number(at + 20, 4), name_size = Number(at + 28, 2);
    const size_t local = Number(at + 42, 4);
    const std::string_view name = Slice(at + kEntrySize, name_size);
    Expect(Slice(local, 4) == "PK\3\4", "a zip archive's record");
    const size_t begin = local + kLocalSize + Number(local + 26, 2) + Number(local + 28, 2);
    const std::string_view data = Slice(begin, packed);
    if (method != 0 && method != Z_DEFLATED) {
      Fail(Status::kUnsupported, file_, ": record ", Quote(name), " is compressed by method ",
           method, ", expected 0 (none) or 8 (deflate)");
    }
    if ((method == 0 ? Crc(data) : InflatedCrc(data)) != crc) {
      Fail(Status::kFormat, file_, ": the checksum of record ", Quote(name),
           " does not hold: the file is damaged");
    }
    return at + kEntrySize + name_size + Number(at + 30, 2) + Number(at + 32, 2);
  }

  std::string_view Slice(size_t at, size_t size) const {
    Expect(at <= bytes_.size() && size <= bytes_.size() - at, "a zip archive, whole");
    return bytes_.substr(at, size);
  }

  size_t Number(size_t at, size_t size) const {
    size_t value = 0;
    const std::string_view raw = Slice(at, size);
    for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(raw[i]);
    return value;
  }

  void Expect(bool there, const char* what) const {
    if (there) return;
    if (bytes_.size() >= kTooLarge) Fail(Status::kUnsupported, file_, " has 4 GB or more");
    Fail(Status::kFormat, file_, ": expected ", what, ", found other bytes (", bytes_.size(),
         " in all)");
  }

  static size_t Crc(std::string_view data) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(data.data()), data.size());
  }

  // Of what the data become; kTooLarge + 1, which is no checksum, where they are no deflate stream.
  static size_t InflatedCrc(std::string_view data) {
    z_stream stream = {};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    std::array<Bytef, 1 << 14> out;
    uLong crc = 0;
    int status = Z_OK;
    while (status == Z_OK) {
      stream.next_out = out.data();
      stream.avail_out = static_cast<uInt>(out.size());
      status = inflate(&stream, Z_NO_FLUSH);
      crc = crc32_z(crc, out.data(), out.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? crc : size_t{kTooLarge} + 1;
  }

  std::string_view bytes_;
  const std::string& file_;
};

}  // namespace

void CheckZip(std::string_view bytes, const std::string& file) { Zip(bytes, file).Check(); }

}  // namespace weft
