// JSON as readers need it: values in file order, repeated keys visible, every value's place known.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class JsonDocument;

/// A value of a document, which must outlive it.
class JsonValue {
 public:
  enum class Kind : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

  JsonValue() = default;
  Kind kind() const;
  bool is_unset() const { return document_ == nullptr; }
  bool is(Kind k) const { return document_ && kind() == k; }
  /// Of a string; a number's digits; "" for others.
  std::string_view text() const;
  double number() const;
  size_t size() const;  ///< items of an array, members of an object
  /// What it is, for messages: a list, an object, "text", 3, null.
  std::string Describe() const;
  std::string Where() const;  ///< "file:line"

  /// for (JsonValue item : array) …; an object's items are its keys and values by turns.
  class Iterator {
   public:
    Iterator(const JsonDocument* document, size_t node) : document_(document), node_(node) {}
    JsonValue operator*() const { return {document_, node_}; }
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    const JsonDocument* document_;
    size_t node_;
  };
  Iterator begin() const { return {document_, node_ + 1}; }
  Iterator end() const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, size_t node) : document_(document), node_(node) {}
  const JsonDocument* document_ = nullptr;
  size_t node_ = 0;
};

/// One parsed text. Parsing again reuses its memory.
class JsonDocument {
 public:
  /// Fails with kFormat: "file:line:column: what was found". `first_line` is that of the text,
  /// which must outlive the use of the document.
  void Parse(std::string_view text, const std::string& file, int64_t first_line);
  JsonValue root() const { return {this, 0}; }

 private:
  friend class JsonValue;
  friend class JsonHandler;
  struct Node {  // values one after the other, a container before what it holds
    JsonValue::Kind kind;
    size_t count;     // of items or members
    size_t next;      // the node after this value and all it holds
    size_t text;      // where its text begins in texts_
    size_t length;    // of that text
    size_t position;  // in the source, just after its first token
    double number;
  };
  std::string Place(size_t position, bool column) const;
  std::vector<Node> nodes_;
  std::vector<size_t> open_;  // containers not yet closed, while parsing
  std::string texts_;
  std::string_view source_;
  std::vector<size_t> line_ends_;
  std::string file_;
  int64_t first_line_ = 1;
};

/// Fails with kFormat: "where: expected X, found Y".
[[noreturn]] void FailExpected(const JsonValue& found, std::string_view expected);

/// Appends `text` as a JSON string, quotes and escapes included. `text` is UTF-8.
void AppendJsonString(std::string_view text, std::string* out);

}  // namespace weft
