#include "keys.h"

#include <algorithm>

#include "system.h"

namespace weft::cli {
namespace {

constexpr int kShortWhile = 200;  // ms

// Bytes of the character that begins with `first`.
size_t LengthOf(unsigned char first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

// The first key's bytes are not all there: an arrow's, or a character's.
bool Unfinished(const std::string& bytes) {
  if (bytes[0] != '\x1b') return bytes.size() < LengthOf(static_cast<unsigned char>(bytes[0]));
  if (bytes.size() < 2) return true;
  if (bytes[1] != '[' && bytes[1] != 'O') return false;
  return std::none_of(bytes.begin() + 2, bytes.end(), [](char c) { return c >= '@' && c <= '~'; });
}

}  // namespace

bool Keyboard::Wait(int milliseconds) {
  if (ended_ || !StandardInputReady(milliseconds)) return false;
  char bytes[256];
  const size_t got = ReadStandardInput(bytes, sizeof bytes);
  ended_ = got == 0;
  waiting_.append(bytes, got);
  return got > 0;
}

std::optional<Key> Keyboard::Read() {
  if (waiting_.empty()) Wait(kShortWhile);
  if (waiting_.empty()) return ended_ ? std::optional<Key>(Key{}) : std::nullopt;
  // The bytes of one key may come apart, from far away.
  while (Unfinished(waiting_) && Wait(kShortWhile)) {
  }
  return Cut();
}

std::optional<Key> Keyboard::Cut() {
  const auto take = [this](size_t count) {
    const std::string text = waiting_.substr(0, count);
    waiting_.erase(0, count);
    return text;
  };
  switch (waiting_.front()) {
    case '\r':
    case '\n':
      take(1);
      return Key{Key::kEnter, {}};
    case '\b':
    case '\x7f':
      take(1);
      return Key{Key::kBackspace, {}};
    case '\x03':
    case '\x04':
      return Key{Key::kEnd, {}};
    case '\x1b':
      break;
    default:
      return Key{Key::kText, take(LengthOf(static_cast<unsigned char>(waiting_.front())))};
  }
  if (waiting_.size() < 2 || (waiting_[1] != '[' && waiting_[1] != 'O')) {
    take(1);
    return Key{Key::kEscape, {}};
  }
  // A sequence ends with a letter or "~"; those that are not known here mean nothing.
  const auto end = std::find_if(waiting_.begin() + 2, waiting_.end(),
                                [](char c) { return c >= '@' && c <= '~'; });
  const char last = end == waiting_.end() ? '\0' : *end;
  take(static_cast<size_t>(end - waiting_.begin()) + (end == waiting_.end() ? 0 : 1));
  if (last == 'D') return Key{Key::kLeft, {}};
  if (last == 'C') return Key{Key::kRight, {}};
  return std::nullopt;
}

}  // namespace weft::cli
