// Options of methods from flags.
#pragma once

#include <string>
#include <vector>
#include <weft/weft.hpp>

#include "verb.h"

namespace weft::cli {

/// Options of `method` ("read" for those of reading); a UsageError where there is no such method.
Options NewOptions(const std::string& method);
/// Sets KEY=VALUE; a UsageError where there is no such key or the value does not fit.
void ApplySettings(const std::vector<std::string>& settings, const std::string& flag,
                   Options* options);
/// "KEY=VALUE,KEY=VALUE" cut at the commas.
std::vector<std::string> SplitSettings(const std::string& text);
/// The model with its options of decoding as --set says; a UsageError where there is no such
/// option.
Model WithSettings(Model model, const Common& common);
/// Options of a training run with `method`: threads, the seeds it has, then --set.
Options TrainingOptions(const std::string& method, const Common& common);

/// What --dev SPLIT asks of `method`: to keep the iteration (or take the weights) that is best on a
/// development corpus, unless --set says otherwise. A UsageError where there is nothing to choose.
void ChooseByDevelopment(const std::string& method, const Common& common, Options* options);

/// --set, where the verb runs no method: a UsageError naming the verb.
void RefuseSettings(const Common& common, const std::string& why);

/// A method of the registry.
struct MethodInfo {
  std::string name, summary;
  bool aggregator;
};
std::vector<MethodInfo> ListMethods();
/// A UsageError unless `name` is a method of that kind.
void RequireMethod(const std::string& name, bool aggregator);

}  // namespace weft::cli
