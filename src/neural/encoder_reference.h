// Model files that refer to the folder of a pre-trained encoder, in place of holding it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "encode/encoder_folder.h"
#include "method/model.h"
#include "neural/parameters.h"

namespace weft {

struct EncoderReference {
  std::string path;                            ///< of the folder, absolute
  FileHashes files;                            ///< that make the encoder
  std::map<std::string, std::string> weights;  ///< hashes of their values there, by parameter

  /// Whether the parameter still has the value that it has in the folder.
  bool Has(const Parameter& parameter) const;
  /// Puts a section that refers to the folder in place of those ("encoder.…") that it has too.
  void Replace(std::vector<Section>* sections) const;
  /// The folder and the path that such a section names; null where there is no such section.
  static std::unique_ptr<EncoderFolder> Find(const std::vector<Section>& sections,
                                             std::string* path);
};

/// To a folder that was read into the parameters from the `first` on.
std::shared_ptr<const EncoderReference> ReferTo(const EncoderFolder& folder,
                                                const std::string& path,
                                                const Parameters& parameters, size_t first);

}  // namespace weft
