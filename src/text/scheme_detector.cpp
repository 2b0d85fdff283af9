#include "text/scheme.h"
#include "text/tag_grammar.h"

namespace weft {
namespace {

constexpr std::string_view kLetters = "BIELSU";

bool IsBareLetter(const std::string& label) {
  return label.size() == 1 && kLetters.find(label[0]) != std::string_view::npos;
}

bool Has(uint32_t letters, char letter) { return (letters >> kLetters.find(letter)) & 1; }

}  // namespace

SchemeDetector::SchemeDetector(const LabelSet& labels)
    : SchemeDetector(labels, std::vector<bool>(labels.names().size(), true)) {}

SchemeDetector::SchemeDetector(const LabelSet& labels, const std::vector<bool>& used) {
  std::vector<std::string> types;
  for (const Tag& tag : ParseTags(labels, kLetters, &types)) {
    tags_.push_back({tag.prefix, tag.type});
  }
  bool any_word = false;
  const auto each_used = [&](const auto& visit) {
    for (int32_t id = 0; id < labels.size(); ++id) {
      if (used[static_cast<size_t>(id)]) visit(id, SplitTag(labels.name(id)).prefix);
    }
  };
  each_used([&](int32_t id, char prefix) {
    any_plain_ |= prefix == '\0';
    any_word |= prefix == '\0' && !IsBareLetter(labels.name(id));
    if (prefix != '\0' && prefix != 'O') letters_ |= 1u << kLetters.find(prefix);
  });
  // Letters alone are no set of plain tags that anybody has: their types were lost.
  const bool stray = !any_word || Has(letters_, 'B') || Has(letters_, 'I');
  const bool mixed = Has(letters_, 'E') || Has(letters_, 'S');
  each_used([&](int32_t id, char prefix) {
    if (stray && stray_ == kNoLabel && prefix == '\0') stray_ = id;
    if (mixed && mixed_ == kNoLabel && (prefix == 'L' || prefix == 'U')) mixed_ = id;
  });
}

void SchemeDetector::Count(Span<const int32_t> ids, Evidence* evidence) const {
  const size_t length = ids.size();
  const auto tag_at = [&](size_t t) -> Tag {
    if (t >= length || ids[t] < 0) return {};
    return {tags_[static_cast<size_t>(ids[t])].prefix, tags_[static_cast<size_t>(ids[t])].type};
  };
  Tag before;
  for (size_t t = 0; t < length; ++t) {
    const Tag tag = tag_at(t), after = tag_at(t + 1);
    const bool follows = before.prefix != 'O' && before.type == tag.type;
    const bool followed = after.prefix != 'O' && after.type == tag.type;
    evidence->spans |= tag.prefix != 'O';
    evidence->b_opens |= tag.prefix == 'B' && !follows;
    evidence->i_opens |= tag.prefix == 'I' && !follows;
    evidence->e_closes |= tag.prefix == 'E' && !followed;
    evidence->i_closes |= tag.prefix == 'I' && !followed;
    before = tag;
  }
}

void SchemeDetector::AddGold(Span<const int32_t> ids) { Count(ids, &gold_); }
void SchemeDetector::AddVotes(Span<const int32_t> ids) { Count(ids, &votes_); }

Scheme SchemeDetector::Detect() const {
  if (any_plain_) return Scheme::kPlain;
  const Evidence& seen = gold_.spans ? gold_ : votes_;
  const bool b = Has(letters_, 'B'), i = Has(letters_, 'I'), e = Has(letters_, 'E');
  if (Has(letters_, 'L') || Has(letters_, 'U')) return Scheme::kBILOU;
  if (Has(letters_, 'S') || (e && b)) return Scheme::kIOBES;
  if (e) return i && !seen.e_closes && seen.i_closes ? Scheme::kIOE1 : Scheme::kIOE2;
  if (i && !b) return Scheme::kIO;
  return i && !seen.b_opens && seen.i_opens ? Scheme::kIOB1 : Scheme::kIOB2;
}

}  // namespace weft
