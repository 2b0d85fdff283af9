#include "core/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.h"

namespace weft {
namespace {

// " from 0 to 100000", " from 0 up".
std::string Bounds(const OptionSpec& spec) {
  const std::string low = std::isfinite(spec.min) ? " from " + FormatNumber(spec.min) : "";
  if (!std::isfinite(spec.max)) return low.empty() ? "" : low + " up";
  return StrCat(low, low.empty() ? " up to " : " to ", FormatNumber(spec.max));
}

const char* TypeName(OptionType type) {
  switch (type) {
    case OptionType::kBool:
      return "true or false";
    case OptionType::kInt:
      return "a whole number";
    case OptionType::kFloat:
      return "a number";
    case OptionType::kString:
      return "text";
    case OptionType::kChoice:
      return "one of its choices";
  }
  return "";
}

// The canonical text of `text` for `spec`; fails where it does not fit.
std::string Canonical(const OptionSpec& spec, std::string_view text) {
  switch (spec.type) {
    case OptionType::kBool:
      if (text == "true" || text == "1" || text == "yes" || text == "on") return "true";
      if (text == "false" || text == "0" || text == "no" || text == "off") return "false";
      break;
    case OptionType::kInt: {
      int64_t value;
      if (!ParseInt(text, &value)) break;
      Require(static_cast<double>(value) >= spec.min && static_cast<double>(value) <= spec.max,
              "option ", spec.key, " must be a whole number", Bounds(spec), ", found ", text);
      return std::to_string(value);
    }
    case OptionType::kFloat: {
      double value;
      if (!ParseDouble(text, &value) || !std::isfinite(value)) break;
      Require(value >= spec.min && value <= spec.max, "option ", spec.key, " must be a number",
              Bounds(spec), ", found ", text);
      return FormatDouble(value);
    }
    case OptionType::kString:
      return std::string(text);
    case OptionType::kChoice: {
      for (const std::string& choice : spec.choices) {
        if (choice == text) return choice;
      }
      std::string all;
      for (const std::string& choice : spec.choices) all += (all.empty() ? "" : ", ") + choice;
      Fail(Status::kInvalidArgument, "option ", spec.key, " must be one of ", all, "; found \"",
           text, "\"");
    }
  }
  Fail(Status::kInvalidArgument, "option ", spec.key, " must be ", TypeName(spec.type),
       ", found \"", text, "\"");
}

}  // namespace

void OptionTable::Add(OptionSpec spec) {
  if (Find(spec.key)) Fail(Status::kInternal, "option ", spec.key, " is declared twice");
  specs_.push_back(std::move(spec));
}

OptionTable& OptionTable::Bool(std::string key, bool default_value, std::string help) {
  Add({std::move(key), OptionType::kBool, default_value ? "true" : "false", std::move(help)});
  return *this;
}

OptionTable& OptionTable::Int(std::string key, int64_t default_value, int64_t min, int64_t max,
                              std::string help) {
  Add({std::move(key), OptionType::kInt, std::to_string(default_value), std::move(help),
       static_cast<double>(min), static_cast<double>(max)});
  return *this;
}

OptionTable& OptionTable::Float(std::string key, double default_value, double min, double max,
                                std::string help) {
  Add({std::move(key), OptionType::kFloat, FormatDouble(default_value), std::move(help), min, max});
  return *this;
}

OptionTable& OptionTable::String(std::string key, std::string default_value, std::string help) {
  Add({std::move(key), OptionType::kString, std::move(default_value), std::move(help)});
  return *this;
}

OptionTable& OptionTable::Choice(std::string key, std::string default_value,
                                 std::vector<std::string> choices, std::string help) {
  OptionSpec spec{std::move(key), OptionType::kChoice, std::move(default_value), std::move(help)};
  spec.choices = std::move(choices);
  Add(std::move(spec));
  return *this;
}

OptionTable& OptionTable::Decoding() {
  specs_.back().decoding = true;
  specs_.back().help += " (also of a trained model)";
  return *this;
}

OptionTable& OptionTable::Prefix(std::string prefix, std::string help) {
  prefixes_.push_back({std::move(prefix), OptionType::kString, "", std::move(help)});
  return *this;
}

OptionTable& OptionTable::Nested(const std::string& prefix, const OptionTable& other,
                                 bool decoding) {
  for (OptionSpec spec : other.specs_) {
    spec.key = prefix + "." + spec.key;
    spec.decoding = spec.decoding && decoding;
    Add(std::move(spec));
  }
  for (OptionSpec spec : other.prefixes_) {
    spec.key = prefix + "." + spec.key;
    prefixes_.push_back(std::move(spec));
  }
  return *this;
}

OptionTable& OptionTable::Merge(const OptionTable& other) {
  for (const OptionSpec& spec : other.specs_) Add(spec);
  prefixes_.insert(prefixes_.end(), other.prefixes_.begin(), other.prefixes_.end());
  return *this;
}

const OptionSpec* OptionTable::Find(std::string_view key) const {
  for (const OptionSpec& spec : specs_) {
    if (spec.key == key) return &spec;
  }
  return nullptr;
}

bool OptionTable::HasPrefixFor(std::string_view key) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const OptionSpec& spec) {
    return key.size() > spec.key.size() && key.substr(0, spec.key.size()) == spec.key;
  });
}

void Options::Set(std::string_view key, std::string_view text) {
  if (const OptionSpec* spec = table_.Find(key)) {
    values_[spec->key] = Canonical(*spec, text);
    return;
  }
  if (table_.HasPrefixFor(key)) {
    values_[std::string(key)] = std::string(text);
    return;
  }
  FailUnknown(key);
}

void Options::FailUnknown(std::string_view key) const {
  std::vector<std::string> keys;
  for (const OptionSpec& spec : table_.specs()) keys.push_back(spec.key);
  const std::string nearest = Nearest(key, keys);
  Fail(Status::kNotFound, "there is no option \"", key, "\"",
       nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"");
}

void Options::SetInt(std::string_view key, int64_t value) { Set(key, std::to_string(value)); }
void Options::SetFloat(std::string_view key, double value) { Set(key, FormatDouble(value)); }
void Options::SetBool(std::string_view key, bool value) { Set(key, value ? "true" : "false"); }

const std::string& Options::Text(std::string_view key, OptionType type) const {
  const OptionSpec* spec = table_.Find(key);
  if (!spec || (type != OptionType::kString && spec->type != type)) {
    Fail(Status::kInternal, "option ", key, " is not declared with the type that is read");
  }
  const auto it = values_.find(key);
  return it == values_.end() ? spec->default_value : it->second;
}

bool Options::GetBool(std::string_view key) const { return Text(key, OptionType::kBool) == "true"; }

int64_t Options::GetInt(std::string_view key) const {
  int64_t value = 0;
  ParseInt(Text(key, OptionType::kInt), &value);
  return value;
}

double Options::GetFloat(std::string_view key) const {
  double value = 0;
  ParseDouble(Text(key, OptionType::kFloat), &value);
  return value;
}

const std::string& Options::GetString(std::string_view key) const {
  return Text(key, OptionType::kString);
}

const std::string& Options::Get(std::string_view key) const {
  const auto it = values_.find(key);
  if (it != values_.end()) return it->second;
  const OptionSpec* spec = table_.Find(key);
  if (!spec) FailUnknown(key);
  return spec->default_value;
}

bool Options::IsSet(std::string_view key) const { return values_.find(key) != values_.end(); }

std::map<std::string, std::string> Options::All() const {
  std::map<std::string, std::string> all(values_.begin(), values_.end());
  for (const OptionSpec& spec : table_.specs()) all.emplace(spec.key, spec.default_value);
  return all;
}

Options Options::Sub(const std::string& prefix, const OptionTable& table) const {
  Options sub(table);
  for (const auto& [key, value] : values_) {
    if (key.compare(0, prefix.size() + 1, prefix + ".") == 0) {
      sub.Set(std::string_view(key).substr(prefix.size() + 1), value);
    }
  }
  return sub;
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

std::string Nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  size_t best_distance = std::max<size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = &candidate;
    }
  }
  return best ? *best : std::string();
}

std::string FormatDouble(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

std::string FormatNumber(double value) {
  constexpr double kWhole = 0x1.0p53;
  const bool whole = std::fabs(value) <= kWhole && value == std::floor(value);
  return whole ? std::to_string(static_cast<int64_t>(value)) : FormatDouble(value);
}

std::string FormatFloat(float value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

bool ParseDouble(std::string_view text, double* value) {
  const char* end = text.data() + text.size();
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), end, *value);
  return result.ec == std::errc() && result.ptr == end;
}

bool ParseInt(std::string_view text, int64_t* value) {
  const char* end = text.data() + text.size();
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), end, *value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace weft
