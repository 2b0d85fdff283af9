#include "model/model_file.h"

#include "core/error.h"
#include "core/os.h"
#include "method/archive.h"
#include "model/envelope.h"
#include "model/registry.h"
#include "model/training.h"

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
  std::shared_ptr<Model> copy = model.Copy();
  copy->SetMetadata(std::move(metadata));
  return copy;
}

std::shared_ptr<const Model> WithOption(const Model& model, const std::string& key,
                                        std::string_view value) {
  const OptionTable table = TrainingOptions(FindMethod(model.method()));
  Options checked(table);
  checked.Set(key, value);
  const OptionSpec* spec = table.Find(key);
  Require(key.find('.') == key.npos || model.options().count(key) > 0, "option ", key,
          " is of a method that the model does not hold");
  if (!spec || !spec->decoding) {
    std::string others;
    for (const OptionSpec& other : table.specs()) {
      if (other.decoding) others += (others.empty() ? "" : ", ") + other.key;
    }
    Fail(Status::kInvalidArgument, "option ", key, " of ", model.method(),
         " is one of training; of a trained model ",
         others.empty() ? "no option can be changed" : "these can be changed: " + others);
  }
  std::map<std::string, std::string> options = model.options();
  options[key] = checked.Get(key);
  std::shared_ptr<Model> copy = model.Copy();
  copy->SetCommon(model.labels(), model.scheme(), std::move(options));
  return copy;
}

}  // namespace weft
