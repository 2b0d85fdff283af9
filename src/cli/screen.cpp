#include "screen.h"

#include <algorithm>
#include <cmath>

#include "output.h"

namespace weft::cli {
namespace {

constexpr char kHelp[] =
    "1-9, Enter  that label, the first label, for the token that > points at\n"
    "A-E         a whole reading\n"
    "/           a label by its name, or the start of it\n"
    "left right  another of the tokens\n"
    "u           take the last answer, or skip, back\n"
    "s           skip the sentence\n"
    "q           leave; all answers are kept\n";

// Without the bytes that steer a terminal: C0 and C1 controls.
std::string Plain(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 =
        byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (c1) ++i;
    plain += byte < 0x20 || byte == 0x7F || c1 ? '?' : text[i];
  }
  return plain;
}

size_t CodePoints(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string Cut(const std::string& text, size_t width) {
  size_t count = 0, end = 0;
  for (; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && ++count > width) break;
  }
  return text.substr(0, end);
}

class Screen {
 public:
  Screen(const AnnotationView& view, size_t width, bool terminal)
      : view_(view), width_(std::max<size_t>(width, 20)), terminal_(terminal) {}

  std::string Text() {
    Line(Styled(Cut(view_.progress, width_), "2"));
    Line("");
    if (!view_.before.empty()) Line(Styled(Cut(Plain(view_.before), width_), "2"));
    Sentence();
    if (!view_.after.empty()) Line(Styled(Cut(Plain(view_.after), width_), "2"));
    Line("");
    for (size_t i = 0; i < view_.asked.size(); ++i) Asked(i);
    Readings();
    if (view_.help) text_ += "\n" + std::string(kHelp);
    Line("");
    if (!view_.message.empty()) Line(Plain(view_.message));
    text_ += view_.typing ? "label: " + Plain(view_.typed) : "? for help: ";
    return std::move(text_);
  }

 private:
  void Line(const std::string& line) { text_ += line + "\n"; }

  std::string Styled(const std::string& text, const char* style) const {
    return terminal_ && !text.empty() ? "\x1b[" + std::string(style) + "m" + text + "\x1b[0m"
                                      : text;
  }

  // The tokens, those asked for in brackets, the current one bold.
  void Sentence() {
    std::string line;
    size_t used = 0;
    for (size_t t = 0; t < view_.tokens.size(); ++t) {
      std::string word = Plain(view_.tokens[t]);
      const auto asked = std::find_if(view_.asked.begin(), view_.asked.end(),
                                      [t](const AskedToken& item) { return item.token == t; });
      if (asked != view_.asked.end()) word = "[" + word + "]";
      const size_t size = CodePoints(word);
      if (used > 0 && used + 1 + size > width_) {
        Line(line);
        line.clear();
        used = 0;
      }
      if (used > 0) line += " ";
      used += size + (used > 0 ? 1 : 0);
      const bool current = asked != view_.asked.end() &&
                           static_cast<size_t>(asked - view_.asked.begin()) == view_.current;
      line += current ? Styled(word, "1;7") : word;
    }
    Line(line);
  }

  // "> Grand            1 ADJ .62  2 NOUN .36".
  void Asked(size_t i) {
    const AskedToken& item = view_.asked[i];
    size_t widest = 0;
    for (const AskedToken& other : view_.asked) {
      widest = std::max(widest, CodePoints(Plain(view_.tokens[other.token])));
    }
    const std::string word = Plain(view_.tokens[item.token]);
    std::string line = (i == view_.current ? "> " : "  ") + word +
                       std::string(widest - CodePoints(word), ' ') + "  ";
    if (!item.answer.empty()) {
      Line(Styled(Cut(line + "= " + Plain(item.answer), width_), "2"));
      return;
    }
    for (size_t c = 0; c < item.choices.size(); ++c) {
      const auto& [label, probability] = item.choices[c];
      const std::string choice =
          std::to_string(c + 1) + " " + Plain(label) +
          (std::isnan(probability) ? std::string() : " " + Fixed(probability, 2)) + "  ";
      if (CodePoints(line) + CodePoints(choice) > width_) break;
      line += choice;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    Line(i == view_.current ? Styled(line, "1") : line);
  }

  void Readings() {
    if (view_.readings.empty()) return;
    Line("");
    for (size_t r = 0; r < view_.readings.size(); ++r) {
      std::string line = "  " + std::string(1, static_cast<char>('A' + r)) + " " +
                         Fixed(view_.readings[r].probability, 2) + " ";
      for (const std::string& label : view_.readings[r].labels) line += " " + Plain(label);
      Line(Cut(line, width_));
    }
  }

  const AnnotationView& view_;
  const size_t width_;
  const bool terminal_;
  std::string text_;
};

}  // namespace

std::string ScreenText(const AnnotationView& view, size_t width, bool terminal) {
  return Screen(view, width, terminal).Text();
}

}  // namespace weft::cli
