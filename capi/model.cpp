// Models.
#include <cmath>
#include <cstring>

#include "guard.h"
#include "handles.h"
#include "model/model_file.h"
#include "text/read.h"
#include "weak/reliability.h"

using weft::capi::Guard;
using weft::capi::GuardName;
using weft::capi::GuardValue;
using weft::capi::Lend;
using weft::capi::LendName;
using weft::capi::NameAt;
using weft::capi::NotNull;
using weft::capi::Path;
using weft::capi::Text;
using weft::capi::View;

namespace {

static_assert(static_cast<int>(weft::Reads::kVotes) == WEFT_READS_VOTES);

const weft::Model& ModelOf(const weft_model* handle) { return *NotNull(handle, "model").model; }

const weft::SourceEstimate* SourceAt(const weft_model* model, size_t source) {
  const auto& sources = NotNull(model, "model").sources;
  return source < sources.size() ? &sources[source] : nullptr;
}

template <typename Value, typename Get>
Value SourceValue(const weft_model* model, size_t source, Value fallback, Get get) {
  return GuardValue(fallback, [&] {
    const weft::SourceEstimate* estimate = SourceAt(model, source);
    return estimate ? get(*estimate) : fallback;
  });
}

std::vector<double> ReliabilityRows(const weft::SourceEstimate& source, const weft::Model& model) {
  std::vector<double> rows;
  for (const auto& type : weft::ReliabilityOf(source, model.labels(), model.scheme())) {
    const weft::Proportion &p = type.precision, &r = type.recall;
    rows.insert(rows.end(), {p.value, p.low, p.high, r.value, r.low, r.high, p.of, r.of});
  }
  return rows;
}

}  // namespace

weft_model::weft_model(std::shared_ptr<const weft::Model> trained)
    : model(std::move(trained)),
      method(model->method()),
      facts(model->Describe()),
      sources(model->Sources()),
      types(weft::TypesOf(model->labels(), model->scheme())) {
  for (const auto& source : sources) reliability.push_back(ReliabilityRows(source, *model));
  for (const auto& [key, value] : model->options()) facts.emplace_back("option." + key, value);
  for (const auto& [key, value] : model->metadata()) facts.emplace_back("metadata." + key, value);
}

weft_status weft_model_load(const char* path, size_t path_size, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_model(weft::LoadModel(Path(path, path_size, "path")));
  });
}

weft_status weft_model_load_memory(const void* bytes, size_t size, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    const std::string_view view = View(static_cast<const char*>(bytes), size, "bytes");
    *out = new weft_model(weft::LoadModelBytes(view, "model in memory"));
  });
}

weft_status weft_model_save(const weft_model* model, const char* path, size_t path_size) {
  return Guard([&] { weft::SaveModel(ModelOf(model), Path(path, path_size, "path")); });
}

weft_status weft_model_save_memory(const weft_model* model, void* buffer, size_t capacity,
                                   size_t* size) {
  return Guard([&] {
    const std::string bytes = weft::SaveModelBytes(ModelOf(model));
    NotNull(size, "size") = bytes.size();
    if (capacity < bytes.size()) return;
    std::memcpy(&NotNull(static_cast<char*>(buffer), "buffer"), bytes.data(), bytes.size());
  });
}

void weft_model_free(weft_model* model) { delete model; }

const char* weft_model_method(const weft_model* model) {
  return GuardValue("", [&] { return NotNull(model, "model").method.c_str(); });
}

const char* weft_model_scheme(const weft_model* model) {
  return GuardValue("", [&] { return weft::SchemeName(ModelOf(model).scheme()); });
}

int32_t weft_model_reads(const weft_model* model) {
  return GuardValue(-1, [&] { return static_cast<int32_t>(ModelOf(model).reads()); });
}

size_t weft_model_label_count(const weft_model* model) {
  return GuardValue(size_t{0}, [&] { return ModelOf(model).labels().names().size(); });
}

const char* weft_model_label(const weft_model* model, size_t label, size_t* size) {
  return GuardName(size, [&] { return NameAt(ModelOf(model).labels().names(), label, size); });
}

size_t weft_model_fact_count(const weft_model* model) {
  return GuardValue(size_t{0}, [&] { return NotNull(model, "model").facts.size(); });
}

const char* weft_model_fact_key(const weft_model* model, size_t index, size_t* size) {
  return GuardName(size, [&] {
    const auto& facts = NotNull(model, "model").facts;
    return index < facts.size() ? LendName(facts[index].first, size) : "";
  });
}

const char* weft_model_fact_value(const weft_model* model, size_t index, size_t* size) {
  return GuardName(size, [&] {
    const auto& facts = NotNull(model, "model").facts;
    return index < facts.size() ? LendName(facts[index].second, size) : "";
  });
}

weft_status weft_model_with_metadata(const weft_model* model, const char* key, size_t key_size,
                                     const char* value, size_t value_size, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    auto metadata = ModelOf(model).metadata();
    const std::string name = Text(key, key_size, "key"), text = Text(value, value_size, "value");
    weft::Require(!name.empty(), "a key of metadata must not be empty");
    weft::Require(weft::ValidUtf8(name), "the key of metadata is not valid UTF-8");
    weft::Require(weft::ValidUtf8(text), "the metadata \"", name, "\" is not valid UTF-8");
    metadata[name] = text;
    *out = new weft_model(weft::WithMetadata(ModelOf(model), std::move(metadata)));
  });
}

weft_status weft_model_with_option(const weft_model* model, const char* key, const char* value,
                                   size_t value_size, weft_model** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_model(
        weft::WithOption(ModelOf(model), &NotNull(key, "key"), View(value, value_size, "value")));
  });
}

weft_status weft_model_metadata(const weft_model* model, const char* key, size_t key_size,
                                const char** value, size_t* value_size) {
  return Guard([&] {
    const auto& metadata = ModelOf(model).metadata();
    const std::string name = Text(key, key_size, "key");
    const auto it = metadata.find(name);
    if (it == metadata.end()) {
      weft::Fail(weft::Status::kNotFound, "the model has no metadata \"", name, "\"");
    }
    Lend(it->second, value, value_size);
  });
}

size_t weft_model_source_count(const weft_model* model) {
  return GuardValue(size_t{0}, [&] { return NotNull(model, "model").sources.size(); });
}

const char* weft_model_source(const weft_model* model, size_t source, size_t* size) {
  if (size) *size = 0;
  return SourceValue(model, source, "", [&](const auto& s) { return LendName(s.name, size); });
}

double weft_model_source_accuracy(const weft_model* model, size_t source) {
  return SourceValue(model, source, std::nan(""),
                     [](const auto& s) { return s.opinions > 0 ? s.accuracy : std::nan(""); });
}

double weft_model_source_weight(const weft_model* model, size_t source) {
  return SourceValue(model, source, std::nan(""), [](const auto& s) { return s.weight; });
}

int32_t weft_model_source_adversarial(const weft_model* model, size_t source) {
  return SourceValue(model, source, 0, [](const auto& s) { return s.adversarial ? 1 : 0; });
}

weft_status weft_model_source_confusion(const weft_model* model, size_t source,
                                        const double** values, size_t* count) {
  return Guard([&] {
    const weft::SourceEstimate* estimate = SourceAt(model, source);
    if (!estimate) weft::Fail(weft::Status::kNotFound, "there is no source ", source);
    NotNull(values, "values") = estimate->confusion.data();
    NotNull(count, "count") = estimate->confusion.size();
  });
}

size_t weft_model_type_count(const weft_model* model) {
  return GuardValue(size_t{0}, [&] { return NotNull(model, "model").types.size(); });
}

const char* weft_model_type(const weft_model* model, size_t type, size_t* size) {
  return GuardName(size, [&] { return NameAt(NotNull(model, "model").types, type, size); });
}

weft_status weft_model_source_reliability(const weft_model* model, size_t source,
                                          const double** values, size_t* count) {
  return Guard([&] {
    const auto& all = NotNull(model, "model").reliability;
    if (source >= all.size()) weft::Fail(weft::Status::kNotFound, "there is no source ", source);
    NotNull(values, "values") = all[source].data();
    NotNull(count, "count") = all[source].size();
  });
}
