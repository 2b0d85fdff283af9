// Bitext in one file: JSON lines, or "source ||| target".
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bitext/bitext.h"
#include "bitext/link_files.h"
#include "core/error.h"
#include "text/json.h"
#include "text/jsonl_fields.h"
#include "text/lines.h"
#include "text/quote.h"

namespace weft {
namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kId = "id";

// The tokens of both sides, pair after pair.
class Sides {
 public:
  explicit Sides(const std::string& path)
      : source_({}, path + " (source)"), target_({}, path + " (target)") {}
  void Add(const std::string& id, std::vector<std::string> source, std::vector<std::string> target,
           const std::string& where) {
    AddSide(id, std::move(source), where, &source_);
    AddSide(id, std::move(target), where, &target_);
  }
  void Finish(Bitext* bitext) {
    bitext->source = source_.Finish();
    bitext->target = target_.Finish();
  }

 private:
  static void AddSide(const std::string& id, std::vector<std::string> tokens,
                      const std::string& where, CorpusBuilder* side) {
    SentenceData sentence;
    sentence.id = id;
    sentence.tokens = std::move(tokens);
    sentence.where = where;
    side->Add(sentence);
  }
  CorpusBuilder source_, target_;
};

// A list of texts, or a text whose tokens stand between blanks.
std::vector<std::string> TokensOf(const JsonValue& value, const std::string& member) {
  std::vector<std::string> tokens;
  if (value.is(Kind::kString)) {
    ForEachWord(value.text(), [&](std::string_view word) { tokens.emplace_back(word); });
  } else {
    FillStrings(value, Quote(member), &tokens);
  }
  return tokens;
}

// [[source token, target token], …], each perhaps with a confidence.
bool IsListOfLinks(const JsonValue& value) {
  if (!value.is(Kind::kArray)) return false;
  for (JsonValue item : value) {
    if (!item.is(Kind::kArray) || item.size() < 2 || item.size() > 3) return false;
    size_t i = 0;
    for (JsonValue part : item) {
      if (!part.is(Kind::kNumber)) return false;
      if (i++ < 2 && part.number() != std::floor(part.number())) return false;
    }
  }
  return true;
}

bool HoldsNothing(const JsonValue& value) {
  if (value.is(Kind::kString)) return value.text().empty();
  return value.is(Kind::kNull) || (value.is(Kind::kArray) && value.size() == 0);
}

// Some links, as a list or as text.
bool HoldsLinks(const JsonValue& value) {
  if (IsListOfLinks(value)) return value.size() > 0;
  if (!value.is(Kind::kString)) return false;
  bool all = true, some = false;
  ForEachWord(value.text(), [&](std::string_view word) {
    some = true;
    all = all && word.find_first_not_of("0123456789-:.") == std::string_view::npos &&
          word.find('-') != std::string_view::npos && word.front() != '-' && word.back() != '-';
  });
  return all && some;
}

int32_t IndexOf(const JsonValue& value, int32_t first_index) {
  const char* expected = first_index == 0 ? "a token's index from 0" : "a token's index from 1";
  const int64_t index = WholeNumber(value, expected) - first_index;
  if (index < 0 || index > INT32_MAX) FailExpected(value, expected);
  return static_cast<int32_t>(index);
}

Link LinkOf(const JsonValue& value, const LinkFormat& format) {
  Link link = {0, 0, 1};
  size_t i = 0;
  for (JsonValue part : value) {
    if (i == 2) {
      if (!part.is(Kind::kNumber) || !(part.number() >= 0 && part.number() <= 1)) {
        FailExpected(part, "a confidence from 0 to 1");
      }
      link.confidence = static_cast<float>(part.number());
    } else {
      (i == 0 ? link.source : link.target) = IndexOf(part, format.first_index);
    }
    ++i;
  }
  if (format.swapped) std::swap(link.source, link.target);
  return link;
}

std::vector<Link> LinksOf(const JsonValue& value, const LinkFormat& format,
                          const std::string& where) {
  if (value.is(Kind::kNull)) return {};
  if (value.is(Kind::kString)) return ParseLinks(value.text(), format, where);
  if (!IsListOfLinks(value)) {
    FailExpected(value,
                 "links, a list of [source token, target token], or [source token, target token, "
                 "confidence], or text such as \"0-0 1-2\"");
  }
  std::vector<Link> links;
  for (JsonValue link : value) links.push_back(LinkOf(link, format));
  return links;
}

// Reads the objects of a file of JSON lines.
class JsonReader {
 public:
  JsonReader(const std::string& path, const Options& options)
      : source_(options.GetString("source")),
        target_(options.GetString("target")),
        links_(options.GetString("links")),
        reverse_links_(options.GetString("reverse_links")),
        pairs_(options),
        sides_(path) {
    RefuseOptions(options, {"alignment", "reverse_alignment", "confidences"},
                  "files of links; the lines of " + path + " have theirs");
    if (reverse_links_.empty()) RefuseOptionsOfTwoDirections(options);
  }

  void Read(const PairFile& file, Bitext* bitext) {
    if (links_.empty()) links_ = FindLinks(file);
    JsonDocument document;
    for (int64_t p = 0; p < file.size(); ++p) {
      if (IsBlank(file[p])) continue;
      document.Parse(file[p], file.path, p + 1);
      ReadPair(document.root(), file.Where(p));
    }
    sides_.Finish(bitext);
    bitext->alignment = pairs_.Take();
    bitext->skipped_pairs = pairs_.skipped();
  }

 private:
  void ReadPair(const JsonValue& root, const std::string& where) {
    std::map<std::string, JsonValue, std::less<>> members;
    ForEachMember(
        root, "an object on every line",
        [&](const JsonValue& key, const JsonValue& value) { members.emplace(key.text(), value); });
    std::vector<std::string> source = TokensOf(Member(members, source_, where), source_);
    std::vector<std::string> target = TokensOf(Member(members, target_, where), target_);
    const bool none = links_.empty();  // on all lines
    const auto tokens = [](const auto& side) { return static_cast<int64_t>(side.size()); };
    pairs_.Add(tokens(source), tokens(target), [&] {
      PairLinks::Directions links;
      links.forward_where = links.backward_where = where;
      if (none) return links;
      links.forward = LinksOf(Member(members, links_, where), pairs_.forward_format(), where);
      links.both = !reverse_links_.empty();
      if (links.both) {
        links.backward =
            LinksOf(Member(members, reverse_links_, where), pairs_.backward_format(), where);
      }
      return links;
    });
    const auto id = members.find(kId);
    const bool named = id != members.end() && id->second.is(Kind::kString);
    sides_.Add(named ? std::string(id->second.text()) : "", std::move(source), std::move(target),
               where);
  }

  using Members = std::map<std::string, JsonValue, std::less<>>;

  static const JsonValue& Member(const Members& members, const std::string& name,
                                 const std::string& where) {
    const auto found = members.find(name);
    if (found != members.end()) return found->second;
    std::string all;
    for (const auto& [key, value] : members) all += (all.empty() ? "" : ", ") + Quote(key);
    Fail(Status::kFormat, where, ": expected member ", Quote(name), ", found ", all);
  }

  // The member that option `links` would name: the only one that holds links on any line; "" where
  // all lists are empty.
  std::string FindLinks(const PairFile& file) const {
    std::set<std::string> links;
    bool empty = false, named = false;
    JsonDocument document;
    for (int64_t p = 0; p < file.size(); ++p) {
      if (IsBlank(file[p])) continue;
      document.Parse(file[p], file.path, p + 1);
      if (!document.root().is(Kind::kObject)) continue;  // which fails as it is read
      ForEachMember(
          document.root(), "an object", [&](const JsonValue& key, const JsonValue& value) {
            const std::string name(key.text());
            if (name == source_ || name == target_ || name == reverse_links_ || name == kId) return;
            named = named || name == "links";
            empty = empty || HoldsNothing(value);
            if (HoldsLinks(value)) links.insert(name);
          });
      if (named) return "links";
    }
    Require(links.size() < 2, file.path, ": both ", Quote(links.empty() ? "" : *links.begin()),
            " and ", Quote(links.empty() ? "" : *links.rbegin()),
            " hold links; option links says which to read");
    Require(!links.empty() || empty, file.path,
            ": no member holds links, [[source token, target token], …] or \"0-0 1-2\"");
    return links.empty() ? "" : *links.begin();
  }

  const std::string source_, target_;
  std::string links_;
  const std::string reverse_links_;
  PairLinks pairs_;
  Sides sides_;
};

// "source ||| target", as fast_align reads it; the links are in a file beside it, or in a third
// field.
std::shared_ptr<const Bitext> ReadParallelLines(const PairFile& file, const Options& options) {
  RefuseOptionsOfMembers(options);
  Sides sides(file.path);
  bool own = false;  // links, in a third field
  for (int64_t p = 0; p < file.size(); ++p) {
    const size_t between = file[p].find(kFieldMark);
    if (between == std::string_view::npos) {
      Fail(Status::kFormat, file.Where(p),
           ": expected \"source ||| target\" or a JSON object, found ", Quote(file[p]));
    }
    std::vector<std::string> source, target;
    ForEachWord(file[p].substr(0, between), [&](auto word) { source.emplace_back(word); });
    const std::string_view rest = file[p].substr(between + kFieldMark.size());
    const size_t end = rest.find(kFieldMark);
    ForEachWord(rest.substr(0, end), [&](auto word) { target.emplace_back(word); });
    own = own || end != std::string_view::npos;
    sides.Add("", std::move(source), std::move(target), file.Where(p));
  }
  const bool beside = !options.GetString("alignment").empty();
  Require(
      own || beside, file.path,
      " has no links: expected \"source ||| target ||| links\", or option alignment, the path of "
      "a file of links");
  Bitext both;
  sides.Finish(&both);
  return AlignCorpora(both.source, both.target, options, beside ? nullptr : &file);
}

}  // namespace

std::shared_ptr<const Bitext> ReadBitext(const std::string& path, const Options& options) {
  const PairFile file(path);
  const auto first = std::find_if_not(file.lines.begin(), file.lines.end(), IsBlank);
  if (first == file.lines.end()) Fail(Status::kFormat, path, " is empty: no sentence pairs");
  const bool json = (*first)[first->find_first_not_of(" \t\r")] == '{';
  if (!json) return ReadParallelLines(file, options);
  auto bitext = std::make_shared<Bitext>();
  JsonReader(path, options).Read(file, bitext.get());
  bitext->name = path;
  return bitext;
}

}  // namespace weft
