// The attributes of a sentence's tokens as byte strings, made from templates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crf/template.h"
#include "text/corpus.h"

namespace weft {

/// What a template does where an offset leaves the sentence.
enum class Boundary : uint8_t {
  kSkip,    ///< it makes no attribute there (as CRFsuite's users write it)
  kSymbol,  ///< the text there is _B-1, _B-2, … before and _B+1, _B+2, … after (as CRF++)
};

/// Attributes of consecutive tokens, end to end. Reused from block to block.
class AttributeBatch {
 public:
  int64_t size() const { return static_cast<int64_t>(ends_.size()); }
  std::string_view key(int64_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[static_cast<size_t>(i - 1)];
    return std::string_view(bytes_.data() + begin, ends_[static_cast<size_t>(i)] - begin);
  }
  float value(int64_t i) const { return values_.empty() ? 1 : values_[static_cast<size_t>(i)]; }
  /// Attributes of the batch's t-th token are [token_begin(t), token_begin(t + 1)).
  int64_t token_begin(int64_t t) const {
    return t == 0 ? 0 : token_ends_[static_cast<size_t>(t - 1)];
  }

 private:
  friend class AttributeGenerator;
  std::vector<char> bytes_;  // kSlack more than used
  size_t used_ = 0;
  std::vector<size_t> ends_;
  std::vector<float> values_;  // empty: 1 each
  std::vector<int64_t> token_ends_;
};

/// Applies a set of templates to the sentences of a corpus. Holds scratch; one per thread.
class AttributeGenerator {
 public:
  AttributeGenerator(std::shared_ptr<const TemplateSet> templates, Boundary boundary);

  /// Finds the columns that the templates name. Fails with kInvalidArgument where the corpus lacks
  /// one, or has no ready-made attributes while the templates ask for them.
  void Bind(const Corpus& corpus);
  /// Goes to sentence `s`: transforms what its templates use, once per token.
  void Start(int64_t s);
  /// Replaces `batch` by the attributes of tokens [begin, end) of the sentence.
  void Tokens(int64_t begin, int64_t end, AttributeBatch* batch);

 private:
  // Text of one field at one token: a stretch of text_.
  struct Value {
    size_t begin = kAbsent;
    size_t size = 0;
  };
  static constexpr size_t kAbsent = static_cast<size_t>(-1);

  Value FieldAt(int32_t field, int64_t position);
  void AppendTemplates(int64_t t, AttributeBatch* batch);
  void AppendReadyMade(int64_t t, AttributeBatch* batch);

  std::shared_ptr<const TemplateSet> templates_;
  Boundary boundary_;
  std::vector<std::string> prefixes_;  // by name index: the first bytes of its keys, padded
  std::vector<size_t> prefix_sizes_;
  const Corpus* corpus_ = nullptr;
  std::vector<const StringColumn*> columns_;  // by field
  int64_t first_token_ = 0, length_ = 0;
  std::string text_;
  std::vector<Value> values_;  // [fields, L]
  std::vector<Value> parts_;
};

/// The attribute that a key stands for, readable: "token[0]|lower=paris".
std::string AttributeName(const TemplateSet& templates, std::string_view key);

}  // namespace weft
