#include "active/journal.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace weft {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Event::Kind;

constexpr char kMark[] = "weft_session";
constexpr int64_t kFormat = 1;

struct KindName {
  Kind kind;
  const char* name;
};
constexpr KindName kKinds[] = {{Kind::kBatch, "batch"},   {Kind::kAsk, "ask"},
                               {Kind::kAnswer, "answer"}, {Kind::kModel, "model"},
                               {Kind::kSkip, "skip"},     {Kind::kUpdate, "update"}};

// The bytes of whole lines.
size_t WholeLines(const std::string& bytes) {
  const size_t last = bytes.rfind('\n');
  return last == std::string::npos ? 0 : last + 1;
}

JournalHeader HeaderOf(const std::string& line, const std::string& path) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains(kMark) || !json[kMark].is_number_integer()) {
    Fail(Status::kFormat, path, " is not the file of a session");
  }
  if (json[kMark].get<int64_t>() > kFormat) {
    Fail(Status::kVersion, path, " is of a newer weft: expected format ", kFormat, " or older, ",
         "found ", json[kMark].get<int64_t>());
  }
  try {
    return {json.at("method"), json.at("active"), json.at("options"), json.at("corpora")};
  } catch (const Json::exception&) {
    Fail(Status::kCorrupt, path, ", line 1: it does not say what the session is of");
  }
}

[[noreturn]] void FailHolds(const std::string& path) {
  Fail(Status::kState, path, " holds something already; to go on with a session, resume it");
}

// The path, once there is a file of that line.
const std::string& NewFile(const std::string& path, const std::string& line) {
  RequirePath(path);
  std::error_code ignored;  // what cannot be looked at cannot be written either
  if (std::filesystem::exists(path, ignored) && !(std::filesystem::is_regular_file(path, ignored) &&
                                                  std::filesystem::is_empty(path, ignored))) {
    FailHolds(path);
  }
  WriteFileAtomic(path, line);
  return path;
}

// The path, where a file is there that holds something: looking for one must not make it.
const std::string& HeldFile(const std::string& path) {
  if (ReadFile(path).empty()) Fail(Status::kNotFound, path, " is empty: it holds no session");
  return path;
}

std::string LineOf(const JournalHeader& header) {
  return Json({{kMark, kFormat},
               {"method", header.method},
               {"active", header.active},
               {"options", header.options},
               {"corpora", header.identity}})
             .dump() +
         "\n";
}

}  // namespace

Journal::Journal(const std::string& path, const JournalHeader& header, LabelSet labels)
    : path_(path), file_(NewFile(path, LineOf(header))), labels_(std::move(labels)) {
  if (ReadFile(path) != LineOf(header)) FailHolds(path);  // another process was faster
}

Journal::Journal(const std::string& path, JournalHeader* header, std::vector<std::string>* lines)
    : path_(path), file_(HeldFile(path)) {
  const std::string bytes = ReadFile(path);
  const size_t size = WholeLines(bytes);
  for (size_t at = 0; at < size;) {
    const size_t end = bytes.find('\n', at);
    lines->push_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  *header = HeaderOf(lines->empty() ? std::string() : lines->front(), path);
  lines->erase(lines->begin());
  file_.Truncate(size);
}

void Journal::Write(const Event& event) {
  const auto names = [this](const std::vector<int32_t>& ids) {
    Json list = Json::array();
    for (const int32_t id : ids) list.push_back(id == kNoLabel ? Json() : Json(labels_.name(id)));
    return list;
  };
  Json json;
  for (const KindName& kind : kKinds) {
    if (kind.kind != event.kind) continue;
    if (event.kind == Kind::kBatch) {
      json[kind.name] = event.sentences;
    } else if (event.kind == Kind::kUpdate) {
      json[kind.name] = true;
    } else {
      json[kind.name] = event.sentence;
    }
  }
  if (event.kind == Kind::kAsk || event.kind == Kind::kAnswer || event.kind == Kind::kModel) {
    json["tokens"] = event.tokens;
    json["labels"] = names(event.labels);
  }
  // Of what the loop itself finds, only an update: its model may be on the disk at once.
  const bool host = event.kind == Kind::kAnswer || event.kind == Kind::kSkip;
  file_.Append(json.dump() + "\n", host || event.kind == Kind::kUpdate);
}

Event Journal::EventOf(const std::string& line, size_t number) const {
  try {
    const Json json = Json::parse(line);
    for (const KindName& kind : kKinds) {
      if (!json.contains(kind.name)) continue;
      Event event{kind.kind};
      if (kind.kind == Kind::kBatch)
        event.sentences = json.at(kind.name).get<std::vector<int64_t>>();
      if (kind.kind == Kind::kBatch || kind.kind == Kind::kUpdate) return event;
      event.sentence = json.at(kind.name);
      if (kind.kind == Kind::kSkip) return event;
      event.tokens = json.at("tokens").get<std::vector<int32_t>>();
      for (const Json& label : json.at("labels")) {
        if (label.is_null()) {
          event.labels.push_back(kNoLabel);
          continue;
        }
        event.labels.push_back(labels_.Find(label.get<std::string>()));
        if (event.labels.back() == kNoLabel) {
          Fail(Status::kCorrupt, "there is no label ", label.dump());
        }
      }
      return event;
    }
    Fail(Status::kCorrupt, "it is none of the events of a session");
  } catch (const Json::exception&) {
    Fail(Status::kCorrupt, path_, ", line ", number, ": it is no event of a session, or not whole");
  } catch (const Error& e) {
    Fail(Status::kCorrupt, path_, ", line ", number, ": ", e.what());
  }
}

}  // namespace weft
