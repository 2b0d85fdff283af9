// Methods and options.
#include "active/options.h"

#include <cmath>
#include <limits>

#include "bitext/projection.h"
#include "guard.h"
#include "handles.h"
#include "model/registry.h"
#include "model/training.h"
#include "text/read_options.h"

namespace {

using weft::OptionSpec;
using weft::OptionTable;
using weft::capi::Guard;
using weft::capi::GuardValue;
using weft::capi::NotNull;
using weft::capi::View;

static_assert(static_cast<int>(weft::OptionType::kChoice) == WEFT_CHOICE);
static_assert(static_cast<int>(weft::Method::Kind::kTagger) == WEFT_TAGGER);

const weft::Method* MethodAt(size_t index) {
  return index < weft::Methods().size() ? weft::Methods()[index] : nullptr;
}

// Keys first, then prefixes; null where out of range.
const OptionSpec* SpecAt(const weft_options* options, size_t index) {
  const OptionTable& table = NotNull(options, "options").options.table();
  if (index < table.specs().size()) return &table.specs()[index];
  index -= table.specs().size();
  return index < table.prefixes().size() ? &table.prefixes()[index] : nullptr;
}

bool IsNumber(const OptionSpec& spec) {
  return spec.type == weft::OptionType::kInt || spec.type == weft::OptionType::kFloat;
}

template <typename Get>
const char* SpecText(const weft_options* options, size_t index, Get get) {
  return GuardValue("", [&] {
    const OptionSpec* spec = SpecAt(options, index);
    return spec ? get(*spec) : "";
  });
}

}  // namespace

const weft::Method& weft::capi::MethodOf(const weft_options* options) {
  Require(NotNull(options, "options").method != nullptr,
          "expected options of a training method, found those of \"", options->name, "\"");
  return *options->method;
}

size_t weft_method_count(void) {
  return GuardValue(size_t{0}, [] { return weft::Methods().size(); });
}

const char* weft_method_name(size_t index) {
  return GuardValue("", [&] { return MethodAt(index) ? MethodAt(index)->name.c_str() : ""; });
}

const char* weft_method_summary(size_t index) {
  return GuardValue("", [&] { return MethodAt(index) ? MethodAt(index)->summary.c_str() : ""; });
}

int32_t weft_method_kind(size_t index) {
  return GuardValue(
      -1, [&] { return MethodAt(index) ? static_cast<int32_t>(MethodAt(index)->kind) : -1; });
}

weft_status weft_options_new(const char* method, weft_options** out) {
  return Guard([&] {
    NotNull(out, "out");
    const std::string name = &NotNull(method, "method");
    if (name == "read") {
      *out = new weft_options{weft::Options(weft::ReadOptionTable()), nullptr, name};
    } else if (name == "active") {
      *out = new weft_options{weft::Options(weft::ActiveOptionTable()), nullptr, name};
    } else if (name == "bitext") {
      *out = new weft_options{weft::Options(weft::BitextOptions()), nullptr, name};
    } else if (name == "project") {
      *out = new weft_options{weft::Options(weft::ProjectionOptions()), nullptr, name};
    } else {
      const weft::Method& found = weft::FindMethod(name);
      *out = new weft_options{weft::Options(weft::TrainingOptions(found)), &found, name};
    }
  });
}

void weft_options_free(weft_options* options) { delete options; }

weft_status weft_options_set(weft_options* options, const char* key, const char* value,
                             size_t value_size) {
  return Guard([&] {
    NotNull(options, "options").options.Set(&NotNull(key, "key"), View(value, value_size, "value"));
  });
}

weft_status weft_options_set_int(weft_options* options, const char* key, int64_t value) {
  return Guard([&] { NotNull(options, "options").options.SetInt(&NotNull(key, "key"), value); });
}

weft_status weft_options_set_float(weft_options* options, const char* key, double value) {
  return Guard([&] { NotNull(options, "options").options.SetFloat(&NotNull(key, "key"), value); });
}

weft_status weft_options_set_bool(weft_options* options, const char* key, int32_t value) {
  return Guard(
      [&] { NotNull(options, "options").options.SetBool(&NotNull(key, "key"), value != 0); });
}

weft_status weft_options_get(const weft_options* options, const char* key, const char** value,
                             size_t* value_size) {
  return Guard([&] {
    weft::capi::Lend(NotNull(options, "options").options.Get(&NotNull(key, "key")), value,
                     value_size);
  });
}

size_t weft_options_count(const weft_options* options) {
  return GuardValue(size_t{0}, [&] {
    const OptionTable& table = NotNull(options, "options").options.table();
    return table.specs().size() + table.prefixes().size();
  });
}

const char* weft_options_key(const weft_options* options, size_t index) {
  return SpecText(options, index, [](const OptionSpec& spec) { return spec.key.c_str(); });
}

int32_t weft_options_type(const weft_options* options, size_t index) {
  return GuardValue(-1, [&] {
    const OptionSpec* spec = SpecAt(options, index);
    return spec ? static_cast<int32_t>(spec->type) : -1;
  });
}

const char* weft_options_default(const weft_options* options, size_t index) {
  return SpecText(options, index,
                  [](const OptionSpec& spec) { return spec.default_value.c_str(); });
}

const char* weft_options_help(const weft_options* options, size_t index) {
  return SpecText(options, index, [](const OptionSpec& spec) { return spec.help.c_str(); });
}

double weft_options_min(const weft_options* options, size_t index) {
  return GuardValue(std::nan(""), [&] {
    const OptionSpec* spec = SpecAt(options, index);
    return spec && IsNumber(*spec) ? spec->min : std::nan("");
  });
}

double weft_options_max(const weft_options* options, size_t index) {
  return GuardValue(std::nan(""), [&] {
    const OptionSpec* spec = SpecAt(options, index);
    return spec && IsNumber(*spec) ? spec->max : std::nan("");
  });
}

size_t weft_options_choice_count(const weft_options* options, size_t index) {
  return GuardValue(size_t{0}, [&] {
    const OptionSpec* spec = SpecAt(options, index);
    return spec ? spec->choices.size() : 0;
  });
}

const char* weft_options_choice(const weft_options* options, size_t index, size_t choice) {
  return SpecText(options, index, [&](const OptionSpec& spec) {
    return choice < spec.choices.size() ? spec.choices[choice].c_str() : "";
  });
}

int32_t weft_options_is_prefix(const weft_options* options, size_t index) {
  return GuardValue(0, [&] {
    const size_t keys = NotNull(options, "options").options.table().specs().size();
    return index >= keys && SpecAt(options, index) ? 1 : 0;
  });
}
