#include "crf/attributes.h"

#include <cstring>

#include "core/error.h"

namespace weft {
namespace {

// Short texts are copied by a fixed number of bytes, which is one instruction or two; both ends
// have that much room to spare.
constexpr size_t kSlack = 16;
constexpr char kJoin = '\x1f';  // between the parts of a conjunction

char* Copy(const char* from, size_t size, char* to) {
  if (size <= kSlack) {
    std::memcpy(to, from, kSlack);
  } else {
    std::memcpy(to, from, size);
  }
  return to + size;
}

// Keys begin with their name's number, base 128, the last digit marked; 0 are ready-made ones.
std::string EncodeName(size_t number) {
  std::string out;
  for (; number >= 128; number /= 128) out.push_back(static_cast<char>(number % 128));
  out.push_back(static_cast<char>(number | 128));
  return out;
}

std::string JoinNames(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

const StringColumn& FindField(const Corpus& corpus, const TemplateField& field) {
  int64_t index = field.column_index;
  if (!field.column.empty()) index = corpus.FindColumn(field.column);
  const auto count = static_cast<int64_t>(corpus.column_names().size());
  Require(index >= 0 && index < count, "the feature templates use column ",
          field.column.empty() ? StrCat(field.column_index) : "\"" + field.column + "\"", ", but ",
          corpus.name().empty() ? "the corpus" : corpus.name(), " has only ",
          JoinNames(corpus.column_names()));
  return corpus.column(static_cast<size_t>(index));
}

}  // namespace

AttributeGenerator::AttributeGenerator(std::shared_ptr<const TemplateSet> templates,
                                       Boundary boundary)
    : templates_(std::move(templates)), boundary_(boundary) {
  for (size_t i = 0; i < templates_->names.size(); ++i) {
    prefixes_.push_back(EncodeName(i + 1));
    prefix_sizes_.push_back(prefixes_.back().size());
    prefixes_.back().resize(kSlack);
  }
}

void AttributeGenerator::Bind(const Corpus& corpus) {
  columns_.clear();
  for (const TemplateField& field : templates_->fields) {
    columns_.push_back(&FindField(corpus, field));
  }
  Require(!templates_->attributes || corpus.has_attributes() || corpus.num_tokens() == 0,
          "the feature templates ask for ready-made attributes, but ",
          corpus.name().empty() ? "the corpus" : corpus.name(), " has none");
  corpus_ = &corpus;
  length_ = 0;
}

void AttributeGenerator::Start(int64_t s) {
  first_token_ = corpus_->begin(s);
  length_ = corpus_->length(s);
  text_.clear();
  values_.assign(columns_.size() * static_cast<size_t>(length_), Value());
  size_t i = 0;
  for (size_t f = 0; f < columns_.size(); ++f) {
    const auto& transforms = templates_->fields[f].transforms;
    for (int64_t t = 0; t < length_; ++t, ++i) {
      const size_t begin = text_.size();
      if (!ApplyTransforms(transforms, (*columns_[f])[first_token_ + t], &text_)) continue;
      values_[i] = {begin, text_.size() - begin};
    }
  }
  text_.append(kSlack, '\0');
}

AttributeGenerator::Value AttributeGenerator::FieldAt(int32_t field, int64_t position) {
  if (position >= 0 && position < length_) {
    return values_[static_cast<size_t>(field) * static_cast<size_t>(length_) +
                   static_cast<size_t>(position)];
  }
  if (boundary_ == Boundary::kSkip) return {};
  const std::string symbol =
      position < 0 ? StrCat("_B", position) : StrCat("_B+", position - length_ + 1);
  text_.resize(text_.size() - kSlack);
  const Value value = {text_.size(), symbol.size()};
  text_ += symbol;
  text_.append(kSlack, '\0');
  return value;
}

void AttributeGenerator::AppendTemplates(int64_t t, AttributeBatch* batch) {
  for (const Template& rule : templates_->templates) {
    size_t size = 2 * kSlack;
    parts_.clear();
    bool present = true;
    for (const TemplatePart& part : rule.parts) {
      if (part.kind == TemplatePart::Kind::kField) {
        parts_.push_back(FieldAt(part.field, t + part.offset));
        present = parts_.back().begin != kAbsent;
        size += parts_.back().size + 1;
      } else if (part.kind == TemplatePart::Kind::kBegin) {
        present = t == 0;
      } else if (part.kind == TemplatePart::Kind::kEnd) {
        present = t + 1 == length_;
      }
      if (!present) break;
    }
    if (!present) continue;
    if (batch->used_ + size > batch->bytes_.size()) {
      batch->bytes_.resize(2 * batch->bytes_.size() + size);
    }
    const auto name = static_cast<size_t>(rule.name);
    char* const begin = batch->bytes_.data() + batch->used_;
    char* out = Copy(prefixes_[name].data(), prefix_sizes_[name], begin);
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (i > 0) *out++ = kJoin;
      out = Copy(text_.data() + parts_[i].begin, parts_[i].size, out);
    }
    batch->used_ += static_cast<size_t>(out - begin);
    batch->ends_.push_back(batch->used_);
  }
}

void AttributeGenerator::AppendReadyMade(int64_t t, AttributeBatch* batch) {
  const int64_t end = corpus_->attribute_begin(t + 1);
  batch->values_.resize(batch->ends_.size(), 1.0f);
  for (int64_t a = corpus_->attribute_begin(t); a < end; ++a) {
    const std::string_view name = corpus_->attribute(a);
    const size_t size = name.size() + 2 * kSlack;
    if (batch->used_ + size > batch->bytes_.size()) {
      batch->bytes_.resize(2 * batch->bytes_.size() + size);
    }
    char* out = batch->bytes_.data() + batch->used_;
    *out = static_cast<char>(128);
    std::memcpy(out + 1, name.data(), name.size());
    batch->used_ += name.size() + 1;
    batch->ends_.push_back(batch->used_);
    batch->values_.push_back(corpus_->attribute_value(a));
  }
}

void AttributeGenerator::Tokens(int64_t begin, int64_t end, AttributeBatch* batch) {
  batch->used_ = 0;
  batch->ends_.clear();
  batch->values_.clear();
  batch->token_ends_.clear();
  for (int64_t t = begin; t < end; ++t) {
    AppendTemplates(t, batch);
    if (templates_->attributes) AppendReadyMade(first_token_ + t, batch);
    batch->token_ends_.push_back(batch->size());
  }
}

std::string AttributeName(const TemplateSet& templates, std::string_view key) {
  size_t number = 0, scale = 1, at = 0;
  for (bool last = false; at < key.size() && !last; ++at, scale *= 128) {
    const auto digit = static_cast<unsigned char>(key[at]);
    last = digit >= 128;
    number += (digit % 128) * scale;
  }
  std::string text(key.substr(at));
  if (number == 0) return text;
  for (char& c : text) c = c == kJoin ? '|' : c;
  const std::string& name = templates.names.at(number - 1);
  return text.empty() ? name : name + "=" + text;
}

}  // namespace weft
