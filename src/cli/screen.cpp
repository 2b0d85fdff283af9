#include "screen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "output.h"

namespace weft::cli {
namespace {

constexpr const char* kHelp[] = {
    "1-9, Enter  that label, the first label, for the token that > points at",
    "A-E         a whole reading",
    "/           a label by its name, or the start of it",
    "left right  another of the tokens, also one that has an answer",
    "a           all tokens of the sentence: to overrule the model",
    "u           take the last answer, or skip, of this run back",
    "s           skip the sentence",
    "q           leave; all answers are kept"};

// 3 where the third byte at `i` is in that range.
size_t ThreeWhere(const std::string& text, size_t i, unsigned char low, unsigned char high) {
  if (i + 2 >= text.size()) return 0;
  const auto last = static_cast<unsigned char>(text[i + 2]);
  return last >= low && last <= high ? 3 : 0;
}

// Bytes at `i` that steer a terminal: C0 and C1 controls, marks that turn the direction of writing.
size_t ControlAt(const std::string& text, size_t i) {
  const auto byte = static_cast<unsigned char>(text[i]);
  const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
  if (byte < 0x20 || byte == 0x7F) return 1;
  if (byte == 0xC2 && next >= 0x80 && next < 0xA0) return 2;
  if (byte == 0xE2 && next == 0x80) return ThreeWhere(text, i, 0xAA, 0xAE);
  if (byte == 0xE2 && next == 0x81) return ThreeWhere(text, i, 0xA6, 0xA9);
  return 0;
}

std::string Plain(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size();) {
    const size_t control = ControlAt(text, i);
    plain += control > 0 ? '?' : text[i];
    i += std::max<size_t>(1, control);
  }
  return plain;
}

size_t CodePoints(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// With "…" for what does not fit.
std::string Cut(const std::string& text, size_t width) {
  if (CodePoints(text) <= width) return text;
  size_t count = 0, end = 0;
  for (; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && ++count > width - 1) break;
  }
  return text.substr(0, end) + "…";
}

std::string Padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, CodePoints(text)), ' ');
}

// Lines of text, some of which matter most.
struct Block {
  std::vector<std::string> lines;
  size_t current = 0, current_end = 1;

  // At most `rows` of them, around the current ones, with marks where there are more.
  void Clip(size_t rows) {
    if (lines.size() <= rows || rows == 0) return;
    const size_t around = rows - std::min(rows, current_end - current);
    const size_t first = std::min(current - std::min(current, around / 2), lines.size() - rows);
    std::vector<std::string> kept(lines.begin() + static_cast<ptrdiff_t>(first),
                                  lines.begin() + static_cast<ptrdiff_t>(first + rows));
    const size_t after = lines.size() - first - rows;
    if (first > 0 && current > first) kept.front() = "… " + std::to_string(first + 1) + " more";
    if (after > 0 && current_end < first + rows) {
      kept.back() = "… " + std::to_string(after + 1) + " more";
    }
    lines = std::move(kept);
  }
};

class Screen {
 public:
  Screen(const AnnotationView& view, ScreenSize size, bool terminal)
      : view_(view), width_(std::max<size_t>(size.columns, 20)), terminal_(terminal) {
    for (const AskedToken& item : view.asked) {
      widest_ = std::max(widest_, CodePoints(Plain(view.tokens[item.token])));
    }
    widest_ = std::min(widest_, width_ / 3);
    // Progress, two blank lines, the sentences around, a message and the prompt stand anyway.
    const size_t fixed = 8 + (view.help ? std::size(kHelp) + 1 : 0);
    rows_ = std::max<size_t>(size.rows, fixed + 9) - fixed;
  }

  std::string Text() {
    Block readings = Readings(), sentence = Sentence(), asked = Asked();
    // What the keys choose from is there whole; the sentence takes what that leaves.
    const size_t choices =
        std::max(asked.current_end - asked.current + 2, std::min(asked.lines.size(), rows_ / 3));
    const size_t taken = std::min(rows_ - 3, readings.lines.size() + choices);
    sentence.Clip(std::max<size_t>(3, rows_ - taken));
    asked.Clip(rows_ - std::min(rows_ - 1, readings.lines.size() + sentence.lines.size()));
    Line(Styled(Cut(view_.progress, width_), "2"));
    Line("");
    if (!view_.before.empty()) Line(Styled(Cut(Plain(view_.before), width_), "2"));
    for (const std::string& line : sentence.lines) Line(line);
    if (!view_.after.empty()) Line(Styled(Cut(Plain(view_.after), width_), "2"));
    Line("");
    for (const std::string& line : asked.lines) Line(line);
    if (!readings.lines.empty()) Line("");
    for (const std::string& line : readings.lines) Line(line);
    if (view_.help) Line("");
    for (size_t i = 0; view_.help && i < std::size(kHelp); ++i) Line(Cut(kHelp[i], width_));
    if (!view_.message.empty()) Line(Cut(Plain(view_.message), width_));
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
  Block Sentence() const {
    Block block;
    std::string line;
    size_t used = 0;
    for (size_t t = 0; t < view_.tokens.size(); ++t) {
      const auto asked = std::find_if(view_.asked.begin(), view_.asked.end(),
                                      [t](const AskedToken& item) { return item.token == t; });
      std::string word = Cut(Plain(view_.tokens[t]), width_ - 2);
      if (asked != view_.asked.end()) word = "[" + word + "]";
      const size_t size = CodePoints(word);
      if (used > 0 && used + 1 + size > width_) {
        block.lines.push_back(std::exchange(line, ""));
        used = 0;
      }
      if (used > 0) line += " ";
      used += size + (used > 0 ? 1 : 0);
      const bool current = asked != view_.asked.end() &&
                           static_cast<size_t>(asked - view_.asked.begin()) == view_.current;
      if (current) {
        block.current = block.lines.size();
        block.current_end = block.current + 1;
      }
      line += current ? Styled(word, "1;7") : word;
    }
    block.lines.push_back(line);
    return block;
  }

  static std::string ChoiceText(const std::pair<std::string, double>& choice) {
    return Plain(choice.first) +
           (std::isnan(choice.second) ? std::string() : " " + Fixed(choice.second, 2));
  }

  // A line each, but all choices of the current one, which is what the digits choose from.
  Block Asked() const {
    Block block;
    for (size_t i = 0; i < view_.asked.size(); ++i) {
      const AskedToken& item = view_.asked[i];
      const bool current = i == view_.current;
      const std::string word = Padded(Cut(Plain(view_.tokens[item.token]), widest_), widest_);
      std::string line = (current ? "> " : "  ") + word + "  ";
      if (!item.answer.empty()) line += "= " + Plain(item.answer) + "  ";
      if (current) {
        block.current = block.lines.size();
        Choices(item, line, &block);
        block.current_end = block.lines.size();
        continue;
      }
      if (item.answer.empty() && !item.choices.empty()) line += ChoiceText(item.choices[0]);
      block.lines.push_back(Styled(Cut(line, width_), item.answer.empty() ? "0" : "2"));
    }
    return block;
  }

  void Choices(const AskedToken& item, std::string line, Block* block) const {
    const std::string indent(widest_ + 4, ' ');
    bool any = false;
    for (size_t c = 0; c < item.choices.size(); ++c) {
      const std::string choice = std::to_string(c + 1) + " " + ChoiceText(item.choices[c]) + "  ";
      if (any && CodePoints(line) + CodePoints(choice) > width_) {
        block->lines.push_back(Styled(Cut(line, width_), "1"));
        line = indent;
      }
      line += choice;
      any = true;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    block->lines.push_back(Styled(Cut(line, width_), "1"));
  }

  // The first whole; of the others where they differ from it.
  Block Readings() const {
    Block block;
    for (size_t r = 0; r < view_.readings.size(); ++r) {
      const AskedReading& reading = view_.readings[r];
      std::string line = "  " + std::string(1, static_cast<char>('A' + r)) + " " +
                         Fixed(reading.probability, 2) + " ";
      for (size_t i = 0; i < reading.labels.size(); ++i) {
        if (r > 0 && reading.labels[i] == view_.readings[0].labels[i]) continue;
        line += " " + Plain(view_.tokens[view_.asked[i].token]) + "/" + Plain(reading.labels[i]);
      }
      block.lines.push_back(Cut(line, width_));
    }
    return block;
  }

  const AnnotationView& view_;
  const size_t width_;
  const bool terminal_;
  size_t rows_ = 0, widest_ = 0;
  std::string text_;
};

}  // namespace

std::string ScreenText(const AnnotationView& view, ScreenSize size, bool terminal) {
  return Screen(view, size, terminal).Text();
}

}  // namespace weft::cli
