// The model file: one envelope for every kind of model. Its first section, "common", holds labels,
// scheme, options and metadata; the others belong to the method.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "method/model.h"

namespace weft {

/// Written to a temporary file in the same folder, flushed, renamed: a reader sees the old file or
/// the new one, whole.
void SaveModel(const Model& model, const std::string& path);
std::string SaveModelBytes(const Model& model);

/// Fails with kIo (cannot be read), kFormat (no model file), kVersion (newer; names both versions)
/// or kCorrupt (cut or changed; says where). `name` stands in messages.
std::shared_ptr<const Model> LoadModel(const std::string& path);
std::shared_ptr<const Model> LoadModelBytes(std::string_view bytes, const std::string& name);

/// A copy of the model with other metadata.
std::shared_ptr<const Model> WithMetadata(const Model& model,
                                          std::map<std::string, std::string> metadata);
/// A copy of the model with another value of an option of decoding. Fails with kInvalidArgument
/// where its method has no such option, or has it for training.
std::shared_ptr<const Model> WithOption(const Model& model, const std::string& key,
                                        std::string_view value);

}  // namespace weft
