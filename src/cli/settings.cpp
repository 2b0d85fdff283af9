#include "settings.h"

#include <algorithm>
#include <utility>

#include "nearest.h"

namespace weft::cli {
namespace {

const char* KindName(bool aggregator) { return aggregator ? "aggregator" : "tagger"; }

// Runs a call whose failure is the fault of the command line.
template <typename Call>
auto FromCommandLine(const std::string& prefix, Call call) {
  try {
    return call();
  } catch (const error& e) {
    throw UsageError(prefix + e.what());
  }
}

// Calls `set` with key and value of each.
template <typename Set>
void ForSettings(const std::vector<std::string>& settings, const std::string& flag, Set set) {
  for (const std::string& setting : settings) {
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(flag + " expects KEY=VALUE, found \"" + setting + "\"");
    }
    FromCommandLine(flag + " " + setting + ": ", [&] {
      set(setting.substr(0, equals), std::string_view(setting).substr(equals + 1));
    });
  }
}

bool IsSeed(std::string_view key) {
  constexpr std::string_view kNested = ".seed";
  return key == "seed" ||
         (key.size() > kNested.size() && key.substr(key.size() - kNested.size()) == kNested);
}

}  // namespace

Options NewOptions(const std::string& method) {
  return FromCommandLine("", [&] { return Options(method); });
}

void ApplySettings(const std::vector<std::string>& settings, const std::string& flag,
                   Options* options) {
  ForSettings(settings, flag,
              [&](const std::string& key, std::string_view value) { options->Set(key, value); });
}

std::vector<std::string> SplitSettings(const std::string& text) {
  std::vector<std::string> settings;
  for (size_t at = 0; at < text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    settings.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return settings;
}

Model WithSettings(Model model, const Common& common) {
  ForSettings(common.set, "--set", [&](const std::string& key, std::string_view value) {
    model = model.WithOption(key, value);
  });
  return model;
}

Options TrainingOptions(const std::string& method, const Common& common) {
  Options options = NewOptions(method);
  options.SetInt("threads", common.threads);
  for (size_t i = 0; common.seed && i < weft_options_count(options.get()); ++i) {
    const std::string key = weft_options_key(options.get(), i);
    if (!IsSeed(key)) continue;
    FromCommandLine("--seed: ", [&] { options.SetInt(key, *common.seed); });
  }
  ApplySettings(common.set, "--set", &options);
  return options;
}

void ChooseByDevelopment(const std::string& method, const Common& common, Options* options) {
  constexpr std::pair<const char*, const char*> kChoices[] = {
      {"stop", "dev_f1"}, {"patience", "10"}, {"weights_from", "dev"}, {"loop_patience", "5"}};
  for (const auto& [key, value] : kChoices) {
    if (!options->Has(key)) continue;
    const std::string prefix = std::string(key) + "=";
    const bool given = std::any_of(common.set.begin(), common.set.end(), [&](const auto& setting) {
      return setting.compare(0, prefix.size(), prefix) == 0;
    });
    // A longer patience of the method's own stays.
    const bool stops =
        std::string_view(key) == "patience" && std::stol(std::string(options->Get(key))) >= 10;
    if (!given && !stops) options->Set(key, value);
    return;
  }
  throw UsageError("--dev: " + method + " has nothing to choose by a development corpus");
}

void RefuseSettings(const Common& common, const std::string& why) {
  if (!common.set.empty()) throw UsageError("--set " + common.set.front() + ": " + why);
}

std::vector<MethodInfo> ListMethods() {
  std::vector<MethodInfo> methods;
  for (size_t i = 0; i < weft_method_count(); ++i) {
    methods.push_back(
        {weft_method_name(i), weft_method_summary(i), weft_method_kind(i) == WEFT_AGGREGATOR});
  }
  return methods;
}

void RequireMethod(const std::string& name, bool aggregator) {
  std::vector<std::string> names;
  const std::string kind = KindName(aggregator);
  for (const MethodInfo& method : ListMethods()) {
    if (method.name == name && method.aggregator == aggregator) return;
    if (method.name == name) {
      throw UsageError("\"" + name + "\" is no " + kind + " but a" + (aggregator ? " " : "n ") +
                       KindName(!aggregator) + "; weft methods lists them");
    }
    if (method.aggregator == aggregator) names.push_back(method.name);
  }
  throw UsageError("there is no " + kind + " \"" + name + "\"" + NearestHint(name, names) +
                   "; weft methods lists them");
}

}  // namespace weft::cli
