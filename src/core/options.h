// Options: a table says which keys exist, of what type and within which bounds; the command, the C
// ABI and the bindings all get theirs from the same table.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

enum class OptionType : int32_t { kBool = 0, kInt = 1, kFloat = 2, kString = 3, kChoice = 4 };

/// One option. Values are kept as text in canonical form, so that a set of options is the same
/// however it was set (typed setter, command line, model file).
struct OptionSpec {
  std::string key;
  OptionType type = OptionType::kString;
  std::string default_value;
  std::string help;  ///< one line, with unit where there is one
  double min = -std::numeric_limits<double>::infinity();  ///< kInt and kFloat, inclusive
  double max = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices;  ///< kChoice
  bool decoding = false;             ///< may be changed in a trained model
};

/// The options of one method, in the order in which help prints them.
class OptionTable {
 public:
  OptionTable& Bool(std::string key, bool default_value, std::string help);
  OptionTable& Int(std::string key, int64_t default_value, int64_t min, int64_t max,
                   std::string help);
  OptionTable& Float(std::string key, double default_value, double min, double max,
                     std::string help);
  OptionTable& String(std::string key, std::string default_value, std::string help);
  OptionTable& Choice(std::string key, std::string default_value, std::vector<std::string> choices,
                      std::string help);
  /// Marks the option added last as one of decoding alone: it may be changed in a trained model.
  OptionTable& Decoding();
  /// Accepts any key that starts with `prefix` (text values), such as "o_means.SOURCE".
  OptionTable& Prefix(std::string prefix, std::string help);
  /// Adds every option of `other` under "PREFIX.key". `decoding`: those of decoding stay such, for
  /// models that hold one of that method.
  OptionTable& Nested(const std::string& prefix, const OptionTable& other, bool decoding = false);
  /// Adds every option of `other`.
  OptionTable& Merge(const OptionTable& other);

  const std::vector<OptionSpec>& specs() const { return specs_; }
  const std::vector<OptionSpec>& prefixes() const { return prefixes_; }
  const OptionSpec* Find(std::string_view key) const;  ///< null where there is none
  bool HasPrefixFor(std::string_view key) const;

 private:
  void Add(OptionSpec spec);
  std::vector<OptionSpec> specs_;
  std::vector<OptionSpec> prefixes_;
};

/// Values for the options of one table. Every setter checks type and bounds; unknown keys fail with
/// the nearest key there is.
class Options {
 public:
  Options() = default;
  explicit Options(OptionTable table) : table_(std::move(table)) {}

  void Set(std::string_view key, std::string_view text);  ///< from text, as on the command line
  void SetInt(std::string_view key, int64_t value);
  void SetFloat(std::string_view key, double value);
  void SetBool(std::string_view key, bool value);

  bool GetBool(std::string_view key) const;
  int64_t GetInt(std::string_view key) const;
  double GetFloat(std::string_view key) const;
  const std::string& GetString(std::string_view key) const;  ///< kString, kChoice; any as text
  bool IsSet(std::string_view key) const;
  /// The value of any option as text; an unknown key fails as Set does.
  const std::string& Get(std::string_view key) const;

  const OptionTable& table() const { return table_; }
  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }
  /// Every option of the table with its value, set or default, and what was set under prefixes:
  /// what Model::options() keeps.
  std::map<std::string, std::string> All() const;
  /// The values under "PREFIX." as options of `table` (the inverse of OptionTable::Nested).
  Options Sub(const std::string& prefix, const OptionTable& table) const;

 private:
  const std::string& Text(std::string_view key, OptionType type) const;
  [[noreturn]] void FailUnknown(std::string_view key) const;
  OptionTable table_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// The fewest characters to insert, remove or replace (Levenshtein 1966) that make `b` of `a`.
size_t EditDistance(std::string_view a, std::string_view b);
/// The candidate that is nearest to `word` by edit distance, or "" where none is near.
std::string Nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Numbers to and from text, in the "C" locale whatever the host has set. FormatDouble gives the
/// shortest text that reads back to the same value.
std::string FormatDouble(double value);
/// For people: as many of the digits of a whole number as there are, 100000 and not 1e+05, up to
/// where they stop to count (2^53); others as FormatDouble.
std::string FormatNumber(double value);
std::string FormatFloat(float value);  ///< the shortest text that reads back to the same float
bool ParseDouble(std::string_view text, double* value);
bool ParseInt(std::string_view text, int64_t* value);

}  // namespace weft
