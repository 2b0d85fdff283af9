#include "text/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace weft {
namespace {

constexpr int kGzipWindow = 15 + 16;  // zlib: the largest window, in gzip's wrapping

// z_stream counts in 32 bits, so input is handed over piece by piece.
void Feed(std::string_view* bytes, z_stream* stream) {
  const size_t piece = std::min<size_t>(bytes->size(), std::numeric_limits<uInt>::max());
  stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes->data()));
  stream->avail_in = static_cast<uInt>(piece);
  bytes->remove_prefix(piece);
}

// Ends a stream, whatever happens.
template <int (*End)(z_stream*)>
struct Stream : z_stream {
  Stream() : z_stream() {}
  ~Stream() { End(this); }
};

}  // namespace

bool IsGzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::string Gunzip(std::string_view bytes, const std::string& name) {
  Stream<inflateEnd> stream;
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  std::string out;
  char buffer[1 << 16];
  int status = Z_OK;
  while (true) {
    if (stream.avail_in == 0) {
      if (bytes.empty()) break;
      Feed(&bytes, &stream);
    }
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      Fail(Status::kFormat, name, ": gzip data is damaged after ", out.size(), " bytes",
           stream.msg ? std::string(": ") + stream.msg : "");
    }
    out.append(buffer, sizeof buffer - stream.avail_out);
    if (status == Z_STREAM_END) {
      // Another member may follow; zeros that pad the file (tapes, block devices) do not count.
      std::string_view rest(reinterpret_cast<const char*>(stream.next_in), stream.avail_in);
      if (rest.find_first_not_of('\0') == std::string_view::npos && bytes.empty()) return out;
      inflateReset(&stream);
    }
  }
  // What the decoder still holds comes out without further input.
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
  }
  if (status != Z_STREAM_END) {
    Fail(Status::kFormat, name, ": gzip data ends early, after ", out.size(), " bytes");
  }
  return out;
}

std::string Gzip(std::string_view bytes) {
  Stream<deflateEnd> stream;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out;
  char buffer[1 << 16];
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) Feed(&bytes, &stream);
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
  }
  return out;
}

}  // namespace weft
