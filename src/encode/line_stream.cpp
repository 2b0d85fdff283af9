#include "encode/line_stream.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/error.h"
#include "core/os.h"

namespace weft {
namespace {

constexpr size_t kFirstBuffer = 1 << 18;
constexpr size_t kLongestLine = 1 << 24;

}  // namespace

// zlib reads what is not gzip as it is.
struct LineStream::File {
  gzFile handle = nullptr;
  ~File() {
    if (handle) gzclose_r(handle);
  }
};

LineStream::LineStream(const std::string& path) : path_(path), file_(std::make_unique<File>()) {
  RequirePath(path);
  errno = 0;
  file_->handle = gzopen(path.c_str(), "rb");
  if (!file_->handle) {
    const int error = errno;
    if (error == 0) throw std::bad_alloc();
    Fail(error == ENOENT || error == ENOTDIR ? Status::kNotFound : Status::kIo, "cannot read ",
         path, ": ", std::generic_category().message(error));
  }
  gzbuffer(file_->handle, kFirstBuffer);
  buffer_.resize(kFirstBuffer);
}

LineStream::~LineStream() = default;

// Moves what is left to the front and reads behind it; false at the end of the file.
bool LineStream::Fill() {
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ >= kLongestLine) {
    Fail(Status::kFormat, path_, ":", number_ + 1, ": expected a line of text, found more than ",
         kLongestLine, " bytes without an end");
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const int read =
      gzread(file_->handle, buffer_.data() + end_, static_cast<unsigned>(buffer_.size() - end_));
  if (read > 0) {
    end_ += static_cast<size_t>(read);
    return true;
  }
  int status = Z_OK;
  const char* text = gzerror(file_->handle, &status);
  if (status == Z_ERRNO) {
    Fail(Status::kIo, "cannot read ", path_, ": ", std::generic_category().message(errno));
  }
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_OK) {
    Fail(Status::kFormat, path_, ": gzip data is ", status == Z_BUF_ERROR ? "cut" : "damaged",
         " after line ", number_, ": ", text);
  }
  return false;
}

bool LineStream::Next(std::string_view* line) {
  size_t searched = 0;
  const char* newline = nullptr;
  while (true) {
    const char* from = buffer_.data() + begin_ + searched;
    newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_ - searched));
    if (newline || done_) break;
    searched = end_ - begin_;
    done_ = !Fill();
  }
  if (!newline && begin_ == end_) return false;
  const size_t stop = newline ? static_cast<size_t>(newline - buffer_.data()) : end_;
  *line = std::string_view(buffer_).substr(begin_, stop - begin_);
  begin_ = newline ? stop + 1 : end_;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (number_ == 0 && line->substr(0, kMark.size()) == kMark) line->remove_prefix(kMark.size());
  if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
  ++number_;
  return true;
}

}  // namespace weft
