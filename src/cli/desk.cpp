#include "desk.h"

#include "output.h"

namespace weft::cli {
namespace {

constexpr char kClear[] = "\x1b[H\x1b[2J";

ScreenSize Size() {
  return {static_cast<size_t>(TerminalWidth()), static_cast<size_t>(TerminalHeight())};
}

}  // namespace

Desk::Desk(Annotator* annotator)
    : annotator_(annotator),
      terminal_(StdinIsTerminal() && StderrIsTerminal()),
      sequences_(terminal_ && TerminalTakesSequences()) {}

void Desk::Work(const Interrupts& interrupts, std::atomic<bool>* working) {
  const KeyByKey keys;
  SayLearning();
  bool more = annotator_->Begin();
  while (more && !interrupts.seen()) {
    // Keys that were pressed before a sentence was there are no answers to it.
    if (terminal_ && annotator_->new_sentence()) {
      DropTypedAhead();
      keyboard_.Drop();
    }
    Draw();
    *working = false;
    const std::optional<Key> key = WaitForKey(interrupts);
    *working = true;
    if (!key) continue;
    SayLearning();
    more = annotator_->Press(*key);
  }
}

void Desk::SayLearning() const {
  if (sequences_) PrintNote("\r\x1b[K… ");
}

void Desk::Draw() {
  drawn_ = Size();
  // Nothing scrolls away where nothing is a screen.
  const ScreenSize size = terminal_ ? drawn_ : ScreenSize{drawn_.columns, 1000};
  PrintNote((sequences_ ? kClear : "") + ScreenText(annotator_->view(), size, sequences_) +
            (terminal_ ? "" : "\n"));
}

std::optional<Key> Desk::WaitForKey(const Interrupts& interrupts) {
  while (!interrupts.seen()) {
    if (std::optional<Key> key = keyboard_.Read()) return key;
    const ScreenSize now = Size();
    if (terminal_ && (now.columns != drawn_.columns || now.rows != drawn_.rows)) Draw();
  }
  return std::nullopt;
}

}  // namespace weft::cli
