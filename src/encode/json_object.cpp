#include "encode/json_object.h"

#include "core/error.h"
#include "core/options.h"
#include "text/quote.h"

namespace weft {
namespace {

std::string As(std::string_view expected, std::string_view key) {
  return StrCat(expected, " as ", Quote(key));
}

int64_t ToInt(JsonValue value, std::string_view key, int64_t min, int64_t max) {
  int64_t number = 0;
  if (!value.is(JsonValue::Kind::kNumber) || !ParseInt(value.text(), &number) || number < min ||
      number > max) {
    FailExpected(value, As(StrCat("a whole number from ", min, " to ", max), key));
  }
  return number;
}

std::string ToText(JsonValue value, std::string_view key) {
  if (!value.is(JsonValue::Kind::kString)) FailExpected(value, As("a text", key));
  return std::string(value.text());
}

}  // namespace

JsonObject::JsonObject(JsonValue value, std::string_view what) : value_(value) {
  if (!value.is(JsonValue::Kind::kObject)) FailExpected(value, StrCat("an object (", what, ")"));
}

JsonValue JsonObject::Find(std::string_view key) const {
  JsonValue found;
  for (auto item = value_.begin(); item != value_.end(); ++item) {
    const JsonValue name = *item;
    ++item;
    if (name.text() != key) continue;
    if (!found.is_unset()) {
      Fail(Status::kFormat, name.Where(), ": expected ", Quote(key), " once, found it again");
    }
    found = *item;
  }
  return found.is(JsonValue::Kind::kNull) ? JsonValue() : found;
}

JsonValue JsonObject::Get(std::string_view key) const {
  const JsonValue value = Find(key);
  if (value.is_unset()) {
    Fail(Status::kFormat, value_.Where(), ": expected a member ", Quote(key), ", found none");
  }
  return value;
}

int64_t JsonObject::Int(std::string_view key, int64_t min, int64_t max) const {
  return ToInt(Get(key), key, min, max);
}

std::string JsonObject::Text(std::string_view key) const { return ToText(Get(key), key); }

int64_t JsonObject::Int(std::string_view key, int64_t min, int64_t max, int64_t otherwise) const {
  const JsonValue value = Find(key);
  return value.is_unset() ? otherwise : ToInt(value, key, min, max);
}

double JsonObject::Number(std::string_view key, double min, double max, double otherwise) const {
  const JsonValue value = Find(key);
  if (value.is_unset()) return otherwise;
  if (!value.is(JsonValue::Kind::kNumber) || !(value.number() >= min && value.number() <= max)) {
    FailExpected(value, As(StrCat("a number from ", min, " to ", max), key));
  }
  return value.number();
}

bool JsonObject::Bool(std::string_view key, bool otherwise) const {
  const JsonValue value = Find(key);
  if (value.is_unset()) return otherwise;
  if (!value.is(JsonValue::Kind::kBool)) FailExpected(value, As("true or false", key));
  return value.number() != 0;
}

std::string JsonObject::Text(std::string_view key, std::string_view otherwise) const {
  const JsonValue value = Find(key);
  return value.is_unset() ? std::string(otherwise) : ToText(value, key);
}

}  // namespace weft
