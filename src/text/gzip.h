// Gzip, in memory.
#pragma once

#include <string>
#include <string_view>

namespace weft {

bool IsGzip(std::string_view bytes);
/// All members of a gzip file. Fails with kFormat, naming `name`, where the data is cut or damaged.
std::string Gunzip(std::string_view bytes, const std::string& name);
/// The same bytes for the same input: no name, no time.
std::string Gzip(std::string_view bytes);

}  // namespace weft
