#include "model/envelope.h"

#include <xxhash.h>

namespace weft {
namespace {

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
  explicit HeaderReader(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Bytes(size_t count) {
    if (bytes_.size() - at_ < count) {
      Fail(Status::kCorrupt, "the file ends at byte ", bytes_.size(), ", inside its header");
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
  size_t at_ = 0;
};

struct SectionEntry {
  std::string name;
  uint64_t offset, size, checksum;
};

void CheckMagic(const FileKind& kind, std::string_view bytes) {
  const std::string_view found = bytes.substr(0, kind.magic.size());
  if (found == kind.magic) return;
  for (const FileKind& other : {kModelFile, kCheckpointFile}) {
    if (found == other.magic) {
      Fail(Status::kFormat, "expected a weft ", kind.noun, ", found a weft ", other.noun);
    }
  }
  Fail(Status::kFormat, "not a weft ", kind.noun, ": expected it to begin with \"", kind.magic,
       "\"", bytes.empty() ? ", found an empty file" : "");
}

void CheckVersions(const FileKind& kind, HeaderReader* reader) {
  const uint64_t version = reader->Number(4), least_reader = reader->Number(4);
  if (least_reader > kind.version) {
    Fail(Status::kVersion, "written in ", kind.noun, " format ", version,
         ", which needs a reader of format ", least_reader, " or later; this one reads up to ",
         kind.version);
  }
}

std::vector<SectionEntry> ReadTable(HeaderReader* reader) {
  const uint64_t count = reader->Number(4);
  if (count > kMaxSections) {
    Fail(Status::kCorrupt, "the header lists ", count, " sections, at most ", kMaxSections,
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

}  // namespace

std::string WriteEnvelope(const FileKind& kind, std::string_view method,
                          const std::vector<Section>& sections) {
  size_t header_size = kind.magic.size() + 4 + 4 + 8 + 4 + method.size() + 4 + 8;
  for (const Section& section : sections) header_size += 4 + section.name.size() + 3 * 8;
  size_t total = header_size;
  for (const Section& section : sections) total += section.bytes.size();
  std::string out;
  out.reserve(total);
  out.append(kind.magic);
  PutNumber(kind.version, 4, &out);
  PutNumber(kind.version, 4, &out);
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

Envelope ReadEnvelope(const FileKind& kind, std::string_view bytes) {
  CheckMagic(kind, bytes);
  HeaderReader reader(bytes);
  reader.Bytes(kind.magic.size());
  CheckVersions(kind, &reader);
  const uint64_t total = reader.Number(8);
  if (total != bytes.size()) {
    Fail(Status::kCorrupt, "expected ", total, " bytes, found ", bytes.size());
  }
  Envelope envelope;
  envelope.method = reader.Text();
  const std::vector<SectionEntry> table = ReadTable(&reader);
  const std::string_view header = bytes.substr(0, reader.at());
  if (reader.Number(8) != Checksum(header)) {
    Fail(Status::kCorrupt, "the checksum of the header does not match");
  }
  for (const SectionEntry& entry : table) {
    if (entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset) {
      Fail(Status::kCorrupt, "section \"", entry.name, "\" lies outside the file");
    }
    const std::string_view body = bytes.substr(entry.offset, entry.size);
    if (Checksum(body) != entry.checksum) {
      Fail(Status::kCorrupt, "the checksum of section \"", entry.name, "\" does not match");
    }
    envelope.sections.push_back({entry.name, std::string(body)});
  }
  return envelope;
}

}  // namespace weft
