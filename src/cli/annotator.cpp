#include "annotator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "output.h"

namespace weft::cli {
namespace {

constexpr size_t kChoices = 9, kReadings = 5;
constexpr char kDone[] = "nothing is left to ask: u takes the last answer back, q leaves";

std::string Lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

// The question of now. One of another sentence begins with none of its answers.
void Annotator::Ask() {
  done_ = !session_->Next();
  if (done_) {
    view_ = {};
    ShowProgress();
    view_.message = kDone;
    asking_ = false;
    return;
  }
  const auto s = static_cast<size_t>(session_->sentence());
  new_sentence_ = !asking_ || s != sentence_;
  if (new_sentence_) {
    view_.asked.clear();
    view_.current = 0;
  }
  asking_ = true;
  sentence_ = s;
  for (const int32_t token : session_->asked()) {
    const auto t = static_cast<size_t>(token);
    const auto at = std::find_if(view_.asked.begin(), view_.asked.end(),
                                 [t](const AskedToken& item) { return item.token >= t; });
    if (at == view_.asked.end() || at->token != t) view_.asked.insert(at, {t, {}, {}});
  }
  Show();
}

void Annotator::ShowProgress() {
  const Session::Counts counts = session_->progress();
  view_.progress = Count(static_cast<size_t>(counts.done)) + " of " +
                   Counted(static_cast<size_t>(counts.sentences), "sentence") + " done, " +
                   Counted(static_cast<size_t>(counts.answered), "token") + " answered, " +
                   Count(static_cast<size_t>(counts.by_model)) + " by the model, " +
                   Counted(static_cast<size_t>(counts.updates), "update");
}

void Annotator::Show() {
  ShowProgress();
  view_.tokens.clear();
  for (size_t t = pool_.sentence_begin(sentence_); t < pool_.sentence_begin(sentence_ + 1); ++t) {
    view_.tokens.emplace_back(pool_.token(t));
  }
  view_.before = SentenceText(static_cast<int64_t>(sentence_) - 1);
  view_.after = SentenceText(static_cast<int64_t>(sentence_) + 1);
  const View<int32_t> labels = session_->labels();
  for (AskedToken& item : view_.asked) {
    const int32_t label = labels[pool_.sentence_begin(sentence_) + item.token];
    item.answer = label == WEFT_NO_LABEL ? "" : pool_.label(static_cast<size_t>(label));
  }
  if (!view_.asked[view_.current].answer.empty()) MoveToOpen();
  ShowSuggestions();
}

void Annotator::ShowSuggestions() {
  std::optional<Result> suggested;
  try {
    suggested = session_->Suggest(sentence_, kReadings);
  } catch (const error& e) {
    if (e.status() != WEFT_STATE) throw;  // no label is known yet: there is nothing to suggest
  }
  for (AskedToken& item : view_.asked) ShowChoices(&item, suggested ? &*suggested : nullptr);
  view_.readings.clear();
  if (!suggested) return;
  const View<double> scores = suggested->path_log_probabilities();
  for (size_t r = 0; r < scores.size(); ++r) {
    AskedReading reading{std::exp(scores[r]), {}};
    for (const AskedToken& item : view_.asked) {
      const int32_t label = suggested->path_labels()[r * view_.tokens.size() + item.token];
      reading.labels.emplace_back(pool_.label(static_cast<size_t>(label)));
    }
    view_.readings.push_back(std::move(reading));
  }
}

void Annotator::ShowChoices(AskedToken* item, const Result* suggested) const {
  const size_t labels = pool_.labels();
  std::vector<double> p(labels, std::numeric_limits<double>::quiet_NaN());
  std::vector<size_t> order(labels);
  std::iota(order.begin(), order.end(), size_t{0});
  if (suggested) {
    const double* row = suggested->marginals().data() + item->token * labels;
    p.assign(row, row + labels);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] > p[b]; });
  }
  order.resize(std::min(labels, kChoices));
  item->choices.clear();
  for (const size_t label : order) item->choices.emplace_back(pool_.label(label), p[label]);
}

bool Annotator::Press(const Key& key) {
  view_.message.clear();
  new_sentence_ = false;
  const bool leaves = key.text == "q" && !view_.typing;
  if (key.kind == Key::kEnd || leaves) return false;
  if (done_) {
    PressWhenDone(key);
  } else if (view_.typing) {
    PressWhileTyping(key);
  } else if (key.kind == Key::kText) {
    PressText(key.text);
  } else if (key.kind == Key::kEnter) {
    Choose(0);
  } else if (key.kind == Key::kLeft || key.kind == Key::kRight) {
    Move(key.kind == Key::kLeft ? view_.asked.size() - 1 : 1);
  }
  return true;
}

void Annotator::PressWhenDone(const Key& key) {
  view_.message = kDone;
  if (key.text == "u") Undo();
}

void Annotator::PressText(const std::string& text) {
  const char c = text.size() == 1 ? text[0] : '\0';
  if (c >= '1' && c <= '9') return Choose(static_cast<size_t>(c - '1'));
  if (c >= 'A' && c < static_cast<char>('A' + kReadings)) {
    return ChooseReading(static_cast<size_t>(c - 'A'));
  }
  switch (c) {
    case ' ':
      return Choose(0);
    case '/':
      view_.typing = true;
      return;
    case 'u':
      return Undo();
    case 's':
      return Skip();
    case 'a':
      return AddAllTokens();
    case '?':
      view_.help = !view_.help;
      return;
    default:
      view_.message = c != '\0' && static_cast<unsigned char>(c) < 0x20
                          ? "that key means nothing here"
                          : "\"" + text + "\" means nothing here";
  }
}

void Annotator::PressWhileTyping(const Key& key) {
  switch (key.kind) {
    case Key::kText:
      view_.typed += key.text;
      return;
    case Key::kBackspace:
      while (!view_.typed.empty()) {
        const auto last = static_cast<unsigned char>(view_.typed.back());
        view_.typed.pop_back();
        if ((last & 0xC0) != 0x80) break;
      }
      return;
    case Key::kEnter:
      return AnswerByName();
    case Key::kEscape:
      view_.typing = false;
      view_.typed.clear();
      return;
    default:
      return;
  }
}

void Annotator::AnswerByName() {
  const std::string typed = std::exchange(view_.typed, "");
  view_.typing = false;
  if (typed.empty()) return;
  std::vector<std::string> found;
  for (size_t i = 0; i < pool_.labels(); ++i) {
    const std::string name(pool_.label(i));
    if (name == typed) {
      found = {name};
      break;
    }
    if (Lower(name).compare(0, typed.size(), Lower(typed)) == 0) found.push_back(name);
  }
  if (found.size() == 1) {
    return Answer({static_cast<int32_t>(view_.asked[view_.current].token)}, {LabelOf(found[0])});
  }
  view_.message = found.empty() ? "no label begins with \"" + typed + "\"" : "which of these:";
  for (const std::string& name : found) view_.message += " " + name;
  view_.typing = !found.empty();
  if (view_.typing) view_.typed = typed;
}

void Annotator::Choose(size_t choice) {
  const AskedToken& item = view_.asked[view_.current];
  if (choice >= item.choices.size()) {
    view_.message = "there are " + std::to_string(item.choices.size()) + " labels to choose from";
    return;
  }
  Answer({static_cast<int32_t>(item.token)}, {LabelOf(item.choices[choice].first)});
}

void Annotator::ChooseReading(size_t reading) {
  if (reading >= view_.readings.size()) {
    view_.message = "there are " + std::to_string(view_.readings.size()) + " readings";
    return;
  }
  std::vector<int32_t> tokens, labels;
  for (size_t i = 0; i < view_.asked.size(); ++i) {
    if (!view_.asked[i].answer.empty()) continue;
    tokens.push_back(static_cast<int32_t>(view_.asked[i].token));
    labels.push_back(LabelOf(view_.readings[reading].labels[i]));
  }
  Answer(tokens, labels);
}

void Annotator::Answer(const std::vector<int32_t>& tokens, const std::vector<int32_t>& labels) {
  session_->Answer(sentence_, tokens, labels);
  deeds_.push_back({sentence_, tokens, false, session_->progress().updates});
  Ask();
}

// What takes it back is taking back a label that is not there yet.
void Annotator::Skip() {
  deeds_.push_back({sentence_, {session_->asked()[0]}, true, session_->progress().updates});
  session_->Skip(sentence_);
  Ask();
}

void Annotator::Undo() {
  if (deeds_.empty()) {
    view_.message = "there is nothing to take back";
    return;
  }
  const Deed deed = deeds_.back();
  deeds_.pop_back();
  session_->Answer(deed.sentence, deed.tokens,
                   std::vector<int32_t>(deed.tokens.size(), WEFT_NO_LABEL));
  Ask();
  for (size_t i = 0; i < view_.asked.size(); ++i) {
    if (static_cast<int32_t>(view_.asked[i].token) == deed.tokens[0]) view_.current = i;
  }
  view_.message = deed.skip ? "not skipped" : "taken back";
  if (!deed.skip && session_->progress().updates > deed.updates) {
    view_.message += "; the model has learned it, and forgets it with its next update";
  }
}

// Round the tokens that are asked for.
void Annotator::Move(size_t steps) { view_.current = (view_.current + steps) % view_.asked.size(); }

// To the next token that has no answer yet, if there is one.
void Annotator::MoveToOpen() {
  for (size_t i = 0; i < view_.asked.size(); ++i) {
    if (view_.asked[view_.current].answer.empty()) return;
    Move(1);
  }
}

void Annotator::AddAllTokens() {
  const size_t current = view_.asked[view_.current].token;
  std::vector<AskedToken> all;
  for (size_t t = 0; t < view_.tokens.size(); ++t) all.push_back({t, {}, {}});
  view_.asked = std::move(all);
  view_.current = current;
  Show();
}

int32_t Annotator::LabelOf(const std::string& name) const {
  for (size_t i = 0; i < pool_.labels(); ++i) {
    if (pool_.label(i) == name) return static_cast<int32_t>(i);
  }
  return WEFT_NO_LABEL;
}

std::string Annotator::SentenceText(int64_t s) const {
  if (s < 0 || s >= static_cast<int64_t>(pool_.sentences())) return "";
  std::string text;
  const auto sentence = static_cast<size_t>(s);
  for (size_t t = pool_.sentence_begin(sentence); t < pool_.sentence_begin(sentence + 1); ++t) {
    text += (text.empty() ? "" : " ") + std::string(pool_.token(t));
  }
  return text;
}

}  // namespace weft::cli
