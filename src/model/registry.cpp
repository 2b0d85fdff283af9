#include "model/registry.h"

#include "core/error.h"
#include "crf/method.h"
#include "hmm/method.h"
#include "model/alternate.h"
#include "neural/methods.h"
#include "weak/methods.h"

namespace weft {

namespace {

const std::vector<const Method*>& BasicMethods() {
  static const std::vector<const Method*> methods = {&MvMethod(),
                                                     &WmvMethod(),
                                                     &DsMethod(),
                                                     &HmmMethod(),
                                                     &ChmmIidMethod(),
                                                     &ChmmMethod(),
                                                     &CrfMethod(),
                                                     &GeMethod(),
                                                     &HmmTaggerMethod(),
                                                     &BilstmCrfMethod(),
                                                     &TransformerCrfMethod(),
                                                     &NhcrfMethod()};
  return methods;
}

}  // namespace

const std::vector<const Method*>& Methods() {
  static const std::vector<const Method*> methods = [] {
    std::vector<const Method*> all = BasicMethods();
    all.push_back(&AltMethod());
    return all;
  }();
  return methods;
}

const Method& FindBasicMethod(std::string_view name) {
  for (const Method* method : BasicMethods()) {
    if (method->name == name) return *method;
  }
  Fail(Status::kInternal, "there is no method \"", name, "\"");
}

const Method& FindMethod(std::string_view name) {
  std::vector<std::string> names;
  for (const Method* method : Methods()) {
    if (method->name == name) return *method;
    names.push_back(method->name);
  }
  std::string all;
  for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
  const std::string nearest = Nearest(name, names);
  Fail(Status::kNotFound, "there is no method \"", name, "\"",
       nearest.empty() ? "" : "; the nearest is \"" + nearest + "\"", " (there are: ", all, ")");
}

}  // namespace weft
