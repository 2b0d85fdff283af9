#include "text/json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/options.h"
#include "text/quote.h"

namespace weft {
namespace {

// Hands characters to the parser and lets the handler see how far it has come: all copies share one
// position.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char** at;

  reference operator*() const { return **at; }
  Cursor& operator++() {
    ++*at;
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  bool operator==(const Cursor& other) const { return *at == *other.at; }
  bool operator!=(const Cursor& other) const { return *at != *other.at; }
};

// "… at line 1, column 5: syntax error …" without what we say ourselves.
std::string Reason(const std::string& what) {
  const size_t column = what.find("column ");
  const size_t colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

}  // namespace

// Receives the parser's events and lays nodes out.
class JsonHandler {
 public:
  using Json = nlohmann::json;

  JsonHandler(JsonDocument* document, const char** at) : document_(*document), at_(at) {}

  bool null() { return Leaf(JsonValue::Kind::kNull, "", 0); }
  bool boolean(bool value) { return Leaf(JsonValue::Kind::kBool, value ? "true" : "false", value); }
  bool number_integer(int64_t value) {
    return Leaf(JsonValue::Kind::kNumber, std::to_string(value), static_cast<double>(value));
  }
  bool number_unsigned(uint64_t value) {
    return Leaf(JsonValue::Kind::kNumber, std::to_string(value), static_cast<double>(value));
  }
  bool number_float(double value, const std::string&) {
    return Leaf(JsonValue::Kind::kNumber, FormatDouble(value), value);
  }
  bool string(const std::string& value) { return Leaf(JsonValue::Kind::kString, value, 0); }
  bool key(const std::string& value) {
    Add(JsonValue::Kind::kString, value, 0);
    return true;
  }
  bool binary(const Json::binary_t&) { return false; }  // no text holds any
  bool start_object(size_t) { return Open(JsonValue::Kind::kObject); }
  bool start_array(size_t) { return Open(JsonValue::Kind::kArray); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }

  template <typename Exception>
  bool parse_error(size_t position, const std::string&, const Exception& error) {
    Fail(Status::kFormat, document_.Place(position, true),
         ": invalid JSON: ", Printable(Reason(error.what()), 300));
  }

 private:
  JsonDocument::Node& Add(JsonValue::Kind kind, std::string_view text, double number) {
    auto& nodes = document_.nodes_;
    const auto position = static_cast<size_t>(*at_ - document_.source_.data());
    nodes.push_back(
        {kind, 0, nodes.size() + 1, document_.texts_.size(), text.size(), position, number});
    document_.texts_ += text;
    return nodes.back();
  }
  void Count() {
    if (!document_.open_.empty()) ++document_.nodes_[document_.open_.back()].count;
  }
  bool Leaf(JsonValue::Kind kind, std::string_view text, double number) {
    Count();
    Add(kind, text, number);
    return true;
  }
  bool Open(JsonValue::Kind kind) {
    Count();
    Add(kind, "", 0);
    document_.open_.push_back(document_.nodes_.size() - 1);
    return true;
  }
  bool Close() {
    document_.nodes_[document_.open_.back()].next = document_.nodes_.size();
    document_.open_.pop_back();
    return true;
  }

  JsonDocument& document_;
  const char** at_;
};

void JsonDocument::Parse(std::string_view text, const std::string& file, int64_t first_line) {
  nodes_.clear();
  open_.clear();
  texts_.clear();
  source_ = text;
  line_ends_.clear();
  for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
    line_ends_.push_back(end);
  }
  file_ = file;
  first_line_ = first_line;
  const char* at = text.data();
  const char* end = at + text.size();
  JsonHandler handler(this, &at);
  nlohmann::json::sax_parse(Cursor{&at}, Cursor{&end}, &handler);
}

std::string JsonDocument::Place(size_t position, bool column) const {
  const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), position);
  std::string place = StrCat(file_, ":", first_line_ + (end - line_ends_.begin()));
  if (!column) return place;
  const size_t start = end == line_ends_.begin() ? 0 : end[-1] + 1;
  return place + StrCat(":", position > start ? position - start : 1);
}

JsonValue::Kind JsonValue::kind() const { return document_->nodes_[node_].kind; }

std::string_view JsonValue::text() const {
  const auto& node = document_->nodes_[node_];
  return std::string_view(document_->texts_).substr(node.text, node.length);
}

double JsonValue::number() const { return document_->nodes_[node_].number; }
size_t JsonValue::size() const { return document_->nodes_[node_].count; }

std::string JsonValue::Where() const {
  return document_->Place(document_->nodes_[node_].position, false);
}

std::string JsonValue::Describe() const {
  if (!document_) return "nothing";
  switch (kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kString:
      return Quote(text());
    case Kind::kArray:
      return "a list";
    case Kind::kObject:
      return "an object";
    default:
      return std::string(text());
  }
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
  node_ = document_->nodes_[node_].next;
  return *this;
}

JsonValue::Iterator JsonValue::end() const { return {document_, document_->nodes_[node_].next}; }

void FailExpected(const JsonValue& found, std::string_view expected) {
  Fail(Status::kFormat, found.Where(), ": expected ", expected, ", found ", found.Describe());
}

void AppendJsonString(std::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  out->push_back('"');
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += {'\\', c};
    } else if (byte >= 0x20) {
      out->push_back(c);
    } else if (c == '\n') {
      *out += "\\n";
    } else if (c == '\t') {
      *out += "\\t";
    } else {
      *out += {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  out->push_back('"');
}

}  // namespace weft
