#include "bitext/label_columns.h"

#include <algorithm>
#include <map>

#include "core/error.h"
#include "text/quote.h"

namespace weft {
namespace {

// The tag of IOB2 that says most nearly the same.
std::string AsIob2(const std::string& label) {
  const TagParts tag = SplitTag(label);
  if (tag.prefix == '\0' || tag.prefix == 'O') return label;
  const bool begins = tag.prefix == 'B' || tag.prefix == 'S' || tag.prefix == 'U';
  return (begins ? "B-" : "I-") + std::string(tag.type);
}

// The label, or another tag of its type; O among tags.
bool Has(const LabelSet& labels, const std::string& label, bool tags) {
  if (labels.Find(label) != kNoLabel) return true;
  const TagParts tag = SplitTag(label);
  if (tag.prefix == '\0') return false;
  if (tag.prefix == 'O') return tags;  // partial labels may be of mentions alone
  return std::any_of(labels.names().begin(), labels.names().end(), [&](const std::string& name) {
    const TagParts other = SplitTag(name);
    return other.prefix != '\0' && other.type == tag.type;
  });
}

// Schemes whose letters say by themselves where a mention begins.
bool BeginsAreMarked(Scheme scheme) {
  return scheme == Scheme::kIOB2 || scheme == Scheme::kIOBES || scheme == Scheme::kBILOU;
}

}  // namespace

LabelColumns::LabelColumns(const SourceLabels& source, const ProjectionSettings& settings,
                           const LabelSet& target)
    : scheme_(source.scheme) {
  const bool io = source.scheme == Scheme::kIO && !settings.repair;  // stays as it is
  const bool tags = source.scheme != Scheme::kPlain && !io;
  if (tags && !settings.repair && !BeginsAreMarked(source.scheme)) {
    Fail(Status::kUnsupported, "tags of the scheme ", SchemeName(source.scheme),
         " do not say where a mention begins once they are torn apart; expected option repair");
  }
  if (tags) scheme_ = Scheme::kIOB2;
  std::vector<std::vector<std::string>> names;
  std::vector<std::string> before;  // they are mapped
  LabelSet found;
  for (const std::string& label : source.labels.names()) {
    before.push_back(tags ? AsIob2(label) : label);
    names.push_back(settings.map.Map(before.back()));
    for (const std::string& name : names.back()) {
      Require(source.scheme == Scheme::kPlain || SplitTag(name).prefix != '\0',
              "option label_map makes ", Quote(name), " of ", Quote(label),
              ", which is no tag as the others are; expected TYPE=TYPE, TAG=TAG or O");
      if (target.size() == 0 || Has(target, name, source.scheme != Scheme::kPlain)) {
        found.Add(name);
      } else if (!settings.skip_unmapped) {
        Fail(Status::kInvalidArgument, "source label ", Quote(label),
             name == label ? "" : StrCat(", as ", Quote(name), ","),
             " has no counterpart among the labels of the target side; expected an entry in option "
             "label_map, or unmapped=skip, or, where the target side's gold labels only happen to "
             "have none, option labels of reading it");
      }
    }
  }
  unused_entries_ = settings.map.Unused(before);
  std::map<std::string, Tags> types;
  for (const std::string& name : std::vector<std::string>(found.names())) {
    const TagParts tag = SplitTag(name);
    if (!tags || tag.prefix == '\0' || tag.prefix == 'O') continue;
    const std::string type(tag.type);
    found.Add("B-" + type);
    found.Add("I-" + type);
    types[type] = {};
  }
  labels_ = found.Canonical();
  outside_ = labels_.Find("O");
  for (auto& [type, ids] : types) {
    types_.push_back({labels_.Find("B-" + type), labels_.Find("I-" + type)});
  }
  for (const auto& mapped : names) {
    targets_.emplace_back();
    for (const std::string& name : mapped) {
      const int32_t id = labels_.Find(name);
      if (id != kNoLabel) targets_.back().push_back(id);
    }
    shares_ = shares_ || targets_.back().size() > 1;
  }
}

void LabelColumns::Map(const double* p, double* row) const {
  std::fill_n(row, labels_.size(), 0.0);
  const size_t k = targets_.size();
  const auto best = static_cast<int32_t>(std::max_element(p, p + k) - p);
  if (!mapped(best)) return;
  double sum = 0;
  for (size_t y = 0; y < k; ++y) {
    const double share = p[y] / static_cast<double>(std::max<size_t>(targets_[y].size(), 1));
    for (const int32_t target : targets_[y]) {
      row[target] += share;
      sum += share;
    }
  }
  for (int32_t y = 0; y < labels_.size() && sum > 0; ++y) row[y] /= sum;
}

int32_t LabelColumns::Best(const double* row) const {
  const auto k = static_cast<size_t>(labels_.size());
  auto best = static_cast<int32_t>(std::max_element(row, row + k) - row);
  for (int32_t y = 0; best == outside_ && y < labels_.size(); ++y) {
    if (row[y] == row[best] && y != outside_) best = y;
  }
  return best;
}

void LabelColumns::MapId(int32_t id, double* row) const {
  std::fill_n(row, labels_.size(), 0.0);
  const std::vector<int32_t>& targets = targets_[static_cast<size_t>(id)];
  for (const int32_t target : targets) row[target] = 1.0 / static_cast<double>(targets.size());
}

}  // namespace weft
