// weft methods, weft options METHOD: what there is.
#include <charconv>
#include <cmath>
#include <weft/weft.hpp>

#include "output.h"
#include "settings.h"
#include "table.h"
#include "verb.h"

namespace weft::cli {
namespace {

struct Arguments {
  Common common;
  std::string method;
};

int RunMethods(const Arguments& a) {
  RefuseSettings(a.common, "methods runs none of them");
  Json list = Json::array();
  Table table({"method", "kind", "what it does"}, 3);
  for (const MethodInfo& method : ListMethods()) {
    const char* kind = method.aggregator ? "aggregator" : "tagger";
    list.push_back({{"name", method.name}, {"kind", kind}, {"summary", method.summary}});
    table.Add({method.name, kind, method.summary});
  }
  if (a.common.json) {
    PrintJson({{"methods", list}});
  } else {
    PrintText(table.Text());
  }
  return kDone;
}

// One option of a table.
struct OptionInfo {
  OptionInfo(const weft_options* options, size_t i)
      : key(weft_options_key(options, i)),
        default_value(weft_options_default(options, i)),
        help(weft_options_help(options, i)),
        type(weft_options_type(options, i)),
        min(weft_options_min(options, i)),
        max(weft_options_max(options, i)),
        prefix(weft_options_is_prefix(options, i) != 0) {
    for (size_t c = 0; c < weft_options_choice_count(options, i); ++c) {
      choices.emplace_back(weft_options_choice(options, i, c));
    }
  }

  const char* TypeName() const {
    constexpr const char* kNames[] = {"bool", "int", "float", "string", "choice"};
    return type >= 0 && type <= WEFT_CHOICE ? kNames[type] : "";
  }

  // "1 to 1000", "0 or more", "viterbi, posterior", "true, false".
  std::string Values() const {
    std::string text;
    for (const std::string& choice : choices) text += (text.empty() ? "" : ", ") + choice;
    if (type == WEFT_BOOL) return "true, false";
    if (!choices.empty() || std::isnan(min)) return text;
    const bool low = std::isfinite(min), high = std::isfinite(max);
    if (low && high) return Number(min) + " to " + Number(max);
    if (low) return Number(min) + " or more";
    return high ? Number(max) + " or less" : "any";
  }

  Json ToJson() const {
    Json json = {{"key", key}, {"type", TypeName()}, {"default", default_value}};
    if (std::isfinite(min)) json["min"] = min;
    if (std::isfinite(max)) json["max"] = max;
    if (!choices.empty()) json["choices"] = choices;
    if (prefix) json["prefix"] = true;
    json["help"] = help;
    return json;
  }

  // As the library writes it in its errors.
  static std::string Number(double value) {
    char text[32];
    const bool whole = std::fabs(value) <= 0x1.0p53 && value == std::floor(value);
    const auto end = whole ? std::to_chars(text, text + sizeof text, static_cast<int64_t>(value))
                           : std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
  }

  std::string key, default_value, help;
  int32_t type;
  double min, max;
  bool prefix;
  std::vector<std::string> choices;
};

int RunOptions(const Arguments& a) {
  RefuseSettings(a.common, "options runs no method");
  const Options options = NewOptions(a.method);
  Json list = Json::array();
  Table table({"key", "type", "default", "values", "what it does"}, 5);
  for (size_t i = 0; i < weft_options_count(options.get()); ++i) {
    const OptionInfo info(options.get(), i);
    list.push_back(info.ToJson());
    table.Add({info.prefix ? info.key + "NAME" : info.key, info.TypeName(), info.default_value,
               info.Values(), info.help});
  }
  if (a.common.json) {
    PrintJson({{"method", a.method}, {"options", list}});
  } else {
    PrintText(table.Text());
  }
  return kDone;
}

}  // namespace

Verb AddMethods(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "methods", "List the methods there are", &a->common);
  return {app, [a] { return RunMethods(*a); }};
}

Verb AddOptions(CLI::App* parent) {
  auto a = std::make_shared<Arguments>();
  CLI::App* app = AddVerb(parent, "options", "List the options of a method", &a->common);
  app->add_option("method", a->method,
                  "The method, \"read\" for the options of reading, \"active\" for those of "
                  "active learning")
      ->type_name("METHOD")
      ->required();
  return {app, [a] { return RunOptions(*a); }};
}

}  // namespace weft::cli
