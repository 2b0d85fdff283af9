#include "text/jsonl_writer.h"

#include "core/options.h"
#include "text/attribute_text.h"
#include "text/json.h"

namespace weft {
namespace {

void AppendStrings(const std::vector<std::string>& values, std::string* out) {
  *out += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) *out += ',';
    AppendJsonString(values[i], out);
  }
  *out += ']';
}

void AppendOffsets(const SentenceData& sentence, std::string* out) {
  CodePointCounter counter(sentence.text);
  *out += '[';
  for (const TokenOffsets& token : sentence.offsets) {
    if (out->back() != '[') *out += ',';
    *out += '[' + std::to_string(counter.At(token.begin)) + ',';
    *out += std::to_string(counter.At(token.end)) + ']';
  }
  *out += ']';
}

void AppendAttributes(const SentenceData& sentence, std::string* out) {
  *out += '[';
  for (size_t t = 0; t < sentence.attributes.size(); ++t) {
    if (t > 0) *out += ',';
    std::vector<std::string> texts;
    for (const auto& [name, value] : sentence.attributes[t]) {
      AppendAttribute(name, value, &texts.emplace_back());
    }
    AppendStrings(texts, out);
  }
  *out += ']';
}

void AppendEmbeddings(const SentenceData& sentence, std::string* out) {
  for (size_t i = 0; i < sentence.embeddings.size(); ++i) {
    const bool begins = i % sentence.embedding_width == 0;
    *out += i == 0 ? "[[" : begins ? "],[" : ",";
    *out += FormatFloat(sentence.embeddings[i]);
  }
  *out += "]]";
}

}  // namespace

std::string* JsonObjectWriter::Key(std::string_view key) {
  if (!first_) *out_ += ',';
  first_ = false;
  AppendJsonString(key, out_);
  *out_ += ':';
  return out_;
}

void JsonObjectWriter::Text(std::string_view key, std::string_view value) {
  AppendJsonString(value, Key(key));
}

void JsonObjectWriter::Strings(std::string_view key, const std::vector<std::string>& values) {
  AppendStrings(values, Key(key));
}

int64_t CodePointCounter::At(int64_t byte) {
  for (; byte_ < byte; ++byte_) {
    count_ += (static_cast<unsigned char>(text_[static_cast<size_t>(byte_)]) & 0xC0) != 0x80;
  }
  return count_;
}

void AppendJsonLabels(const std::vector<std::string>& labels, std::string* out) {
  *out += '[';
  for (size_t t = 0; t < labels.size(); ++t) {
    if (t > 0) *out += ',';
    if (labels[t].empty()) {
      *out += "null";
    } else {
      AppendJsonString(labels[t], out);
    }
  }
  *out += ']';
}

void WriteCommon(const SentenceData& sentence, const std::vector<std::string>& column_names,
                 JsonObjectWriter* object) {
  if (!sentence.id.empty()) object->Text("id", sentence.id);
  if (!sentence.document.empty()) object->Text("doc", sentence.document);
  if (sentence.starts_document) *object->Key("doc") += "true";
  if (!sentence.text.empty()) object->Text("text", sentence.text);
  object->Strings("tokens", sentence.tokens);
  if (!sentence.offsets.empty()) AppendOffsets(sentence, object->Key("offsets"));
  if (!sentence.columns.empty()) {
    JsonObjectWriter columns(object->Key("columns"));
    for (size_t c = 0; c < sentence.columns.size(); ++c) {
      columns.Strings(column_names[c + 1], sentence.columns[c]);
    }
    columns.End();
  }
  if (!sentence.attributes.empty()) AppendAttributes(sentence, object->Key("attributes"));
  if (!sentence.embeddings.empty()) AppendEmbeddings(sentence, object->Key("embeddings"));
}

}  // namespace weft
