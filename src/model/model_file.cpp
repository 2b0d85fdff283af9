#include "model/model_file.h"

#include "core/error.h"
#include "core/os.h"
#include "method/archive.h"
#include "model/envelope.h"
#include "model/registry.h"

namespace weft {
namespace {

Section CommonSection(const Model& model) {
  return {"common", ToSection(model.labels().names(), static_cast<int32_t>(model.scheme()),
                              model.options(), model.metadata())};
}

}  // namespace

std::string SaveModelBytes(const Model& model) {
  std::vector<Section> sections = {CommonSection(model)};
  for (Section& section : model.Save()) sections.push_back(std::move(section));
  return WriteEnvelope(kModelFile, model.method(), sections);
}

void SaveModel(const Model& model, const std::string& path) {
  WriteFileAtomic(path, SaveModelBytes(model));
}

std::shared_ptr<const Model> LoadModelBytes(std::string_view bytes, const std::string& name) {
  return NamingFile(name, [&] {
    Envelope envelope = ReadEnvelope(kModelFile, bytes);
    std::vector<std::string> labels;
    int32_t scheme;
    std::map<std::string, std::string> options, metadata;
    FromSection(FindSection(envelope.sections, "common"), "common", labels, scheme, options,
                metadata);
    if (labels.empty() || scheme < 0 || scheme > static_cast<int32_t>(Scheme::kBILOU)) {
      Fail(Status::kCorrupt, "section \"common\" holds no labels or an unknown scheme");
    }
    const LabelSet label_set(labels);
    std::shared_ptr<Model> model = FindMethod(envelope.method).load(envelope.sections, label_set);
    model->SetCommon(label_set, static_cast<Scheme>(scheme), std::move(options));
    model->SetMetadata(std::move(metadata));
    return std::shared_ptr<const Model>(std::move(model));
  });
}

std::shared_ptr<const Model> LoadModel(const std::string& path) {
  return LoadModelBytes(ReadFile(path), path);
}

std::shared_ptr<const Model> WithMetadata(const Model& model,
                                          std::map<std::string, std::string> metadata) {
  std::shared_ptr<Model> copy = FindMethod(model.method()).load(model.Save(), model.labels());
  copy->SetCommon(model.labels(), model.scheme(), model.options());
  copy->SetMetadata(std::move(metadata));
  return copy;
}

}  // namespace weft
