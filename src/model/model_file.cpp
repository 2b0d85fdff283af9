#include "model/model_file.h"

#include <xxhash.h>

#include <cstring>

#include "core/error.h"
#include "core/os.h"
#include "method/archive.h"
#include "model/registry.h"

namespace weft {
namespace {

constexpr char kMagic[] = "WEFTMODL";
constexpr size_t kMagicSize = 8;
constexpr size_t kMaxSections = 4096;

void PutNumber(uint64_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

void PutText(std::string_view text, std::string* out) {
  PutNumber(text.size(), 4, out);
  out->append(text);
}

uint64_t Checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// Reads the header front to back; every read checks that the bytes are there.
class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::string_view Bytes(size_t count) {
    if (bytes_.size() - at_ < count) {
      Fail(Status::kCorrupt, name_, ": the file ends at byte ", bytes_.size(),
           ", inside its header");
    }
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  uint64_t Number(int count) {
    uint64_t value = 0;
    const std::string_view raw = Bytes(static_cast<size_t>(count));
    for (int i = count; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(raw[static_cast<size_t>(i)]);
    return value;
  }
  std::string Text() { return std::string(Bytes(Number(4))); }
  size_t at() const { return at_; }

 private:
  std::string_view bytes_;
  const std::string& name_;
  size_t at_ = 0;
};

struct SectionEntry {
  std::string name;
  uint64_t offset, size, checksum;
};

struct Envelope {
  std::string method;
  std::vector<Section> sections;
};

void CheckVersions(HeaderReader* reader, const std::string& name) {
  const uint64_t version = reader->Number(4), least_reader = reader->Number(4);
  if (least_reader > kModelFormatVersion) {
    Fail(Status::kVersion, name, ": written in model format ", version,
         ", which needs a reader of format ", least_reader, " or later; this one reads up to ",
         kModelFormatVersion);
  }
}

std::vector<SectionEntry> ReadTable(HeaderReader* reader, const std::string& name) {
  const uint64_t count = reader->Number(4);
  if (count > kMaxSections) {
    Fail(Status::kCorrupt, name, ": the header lists ", count, " sections, at most ", kMaxSections,
         " are possible");
  }
  std::vector<SectionEntry> table;
  for (uint64_t i = 0; i < count; ++i) {
    SectionEntry entry;
    entry.name = reader->Text();
    entry.offset = reader->Number(8);
    entry.size = reader->Number(8);
    entry.checksum = reader->Number(8);
    table.push_back(std::move(entry));
  }
  return table;
}

Envelope ReadEnvelope(std::string_view bytes, const std::string& name) {
  HeaderReader reader(bytes, name);
  if (bytes.substr(0, kMagicSize) != std::string_view(kMagic, kMagicSize)) {
    Fail(Status::kFormat, name, ": not a weft model: expected it to begin with \"", kMagic, "\"",
         bytes.empty() ? ", found an empty file" : "");
  }
  reader.Bytes(kMagicSize);
  CheckVersions(&reader, name);
  const uint64_t total = reader.Number(8);
  if (total != bytes.size()) {
    Fail(Status::kCorrupt, name, ": expected ", total, " bytes, found ", bytes.size());
  }
  Envelope envelope;
  envelope.method = reader.Text();
  const std::vector<SectionEntry> table = ReadTable(&reader, name);
  const std::string_view header = bytes.substr(0, reader.at());
  if (reader.Number(8) != Checksum(header)) {
    Fail(Status::kCorrupt, name, ": the checksum of the header does not match");
  }
  for (const SectionEntry& entry : table) {
    if (entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset) {
      Fail(Status::kCorrupt, name, ": section \"", entry.name, "\" lies outside the file");
    }
    const std::string_view body = bytes.substr(entry.offset, entry.size);
    if (Checksum(body) != entry.checksum) {
      Fail(Status::kCorrupt, name, ": the checksum of section \"", entry.name, "\" does not match");
    }
    envelope.sections.push_back({entry.name, std::string(body)});
  }
  return envelope;
}

std::string WriteEnvelope(std::string_view method, const std::vector<Section>& sections) {
  size_t header_size = kMagicSize + 4 + 4 + 8 + 4 + method.size() + 4 + 8;
  for (const Section& section : sections) header_size += 4 + section.name.size() + 3 * 8;
  size_t total = header_size;
  for (const Section& section : sections) total += section.bytes.size();
  std::string out;
  out.reserve(total);
  out.append(kMagic, kMagicSize);
  PutNumber(kModelFormatVersion, 4, &out);
  PutNumber(kModelFormatVersion, 4, &out);
  PutNumber(total, 8, &out);
  PutText(method, &out);
  PutNumber(sections.size(), 4, &out);
  size_t offset = header_size;
  for (const Section& section : sections) {
    PutText(section.name, &out);
    PutNumber(offset, 8, &out);
    PutNumber(section.bytes.size(), 8, &out);
    PutNumber(Checksum(section.bytes), 8, &out);
    offset += section.bytes.size();
  }
  PutNumber(Checksum(out), 8, &out);
  for (const Section& section : sections) out += section.bytes;
  return out;
}

Section CommonSection(const Model& model) {
  return {"common", ToSection(model.labels().names(), static_cast<int32_t>(model.scheme()),
                              model.options(), model.metadata())};
}

}  // namespace

std::string SaveModelBytes(const Model& model) {
  std::vector<Section> sections = {CommonSection(model)};
  for (Section& section : model.Save()) sections.push_back(std::move(section));
  return WriteEnvelope(model.method(), sections);
}

void SaveModel(const Model& model, const std::string& path) {
  WriteFileAtomic(path, SaveModelBytes(model));
}

std::shared_ptr<const Model> LoadModelBytes(std::string_view bytes, const std::string& name) {
  try {
    Envelope envelope = ReadEnvelope(bytes, name);
    std::vector<std::string> labels;
    int32_t scheme;
    std::map<std::string, std::string> options, metadata;
    FromSection(FindSection(envelope.sections, "common"), "common", labels, scheme, options,
                metadata);
    if (labels.empty() || scheme < 0 || scheme > static_cast<int32_t>(Scheme::kBILOU)) {
      Fail(Status::kCorrupt, "section \"common\" holds no labels or an unknown scheme");
    }
    const LabelSet label_set(labels);
    std::shared_ptr<Model> model = FindMethod(envelope.method).load(envelope.sections, label_set);
    model->SetCommon(label_set, static_cast<Scheme>(scheme), std::move(options));
    model->SetMetadata(std::move(metadata));
    return model;
  } catch (const Error& e) {
    const std::string text = e.what();
    if (text.compare(0, name.size(), name) == 0) throw;
    throw Error(e.status(), name + ": " + text);
  }
}

std::shared_ptr<const Model> LoadModel(const std::string& path) {
  return LoadModelBytes(ReadFile(path), path);
}

std::shared_ptr<const Model> WithMetadata(const Model& model,
                                          std::map<std::string, std::string> metadata) {
  std::shared_ptr<Model> copy = model.Copy();
  copy->SetMetadata(std::move(metadata));
  return copy;
}

std::shared_ptr<const Model> WithOption(const Model& model, const std::string& key,
                                        std::string_view value) {
  const OptionTable& table = FindMethod(model.method()).options;
  Options checked(table);
  checked.Set(key, value);
  const OptionSpec* spec = table.Find(key);
  if (!spec || !spec->decoding) {
    std::string others;
    for (const OptionSpec& other : table.specs()) {
      if (other.decoding) others += (others.empty() ? "" : ", ") + other.key;
    }
    Fail(Status::kInvalidArgument, "option ", key, " of ", model.method(),
         " is one of training; of a trained model ",
         others.empty() ? "no option can be changed" : "these can be changed: " + others);
  }
  std::map<std::string, std::string> options = model.options();
  options[key] = checked.Get(key);
  std::shared_ptr<Model> copy = model.Copy();
  copy->SetCommon(model.labels(), model.scheme(), std::move(options));
  return copy;
}

}  // namespace weft
