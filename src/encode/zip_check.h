// Whether a zip archive is as it was written, for libraries that read archives unseen.
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Fails with kFormat, naming the file and where it can the record, where the bytes are no zip
/// archive (without a comment at its end) or a record is not what its checksum says; with
/// kUnsupported where it is of 4 GB or more, or compressed otherwise than by deflate.
void CheckZip(std::string_view bytes, const std::string& file);

}  // namespace weft
