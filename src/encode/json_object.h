// Members of a JSON object by key, as configuration files have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/json.h"

namespace weft {

/// A view of an object of a JsonDocument, which must outlive it. What is asked for and is of
/// another kind, out of its bounds or there twice fails with kFormat, naming file, line and key. A
/// member that is null counts as absent.
class JsonObject {
 public:
  /// `what` is what messages call it, such as "an encoder's settings".
  JsonObject(JsonValue value, std::string_view what);

  JsonValue Find(std::string_view key) const;  ///< unset where it is absent
  bool Has(std::string_view key) const { return !Find(key).is_unset(); }

  /// These fail where the member is absent.
  JsonValue Get(std::string_view key) const;
  int64_t Int(std::string_view key, int64_t min, int64_t max) const;
  std::string Text(std::string_view key) const;

  int64_t Int(std::string_view key, int64_t min, int64_t max, int64_t otherwise) const;
  double Number(std::string_view key, double min, double max, double otherwise) const;
  bool Bool(std::string_view key, bool otherwise) const;
  std::string Text(std::string_view key, std::string_view otherwise) const;

 private:
  JsonValue value_;
};

}  // namespace weft
