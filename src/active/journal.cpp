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
  } catch (const Json::exception& e) {
    Fail(Status::kCorrupt, path, ", line 1: ", e.what());
  }
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
    : path_(path), file_(path), labels_(std::move(labels)) {
  const std::string before = ReadFile(path);
  // A process that died before it had written its first line began nothing.
  const std::string begin = StrCat("{\"", kMark);
  const size_t shown = std::min(before.size(), begin.size());
  const bool torn = WholeLines(before) == 0 && before.substr(0, shown) == begin.substr(0, shown);
  if (!before.empty() && !torn) {
    Fail(Status::kState, path, " holds something already; to go on with a session, resume it");
  }
  file_.Truncate(0);
  file_.Append(LineOf(header), true);
}

Journal::Journal(const std::string& path, JournalHeader* header, std::vector<std::string>* lines)
    : path_(path), file_((ReadFile(path), path)) {
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
  file_.Append(json.dump() + "\n", event.kind == Kind::kAnswer || event.kind == Kind::kSkip);
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
  } catch (const Json::exception& e) {
    Fail(Status::kCorrupt, path_, ", line ", number, ": ", e.what());
  } catch (const Error& e) {
    Fail(Status::kCorrupt, path_, ", line ", number, ": ", e.what());
  }
}

}  // namespace weft
