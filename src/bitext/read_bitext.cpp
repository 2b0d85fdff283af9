// Bitext in one file: JSON lines, or "source ||| target".
#include <map>

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

bool IsListOfPairs(const JsonValue& value) {
  if (!value.is(Kind::kArray)) return false;
  for (JsonValue item : value) {
    if (!item.is(Kind::kArray) || item.size() != 2) return false;
  }
  return true;
}

// Some links, as a list or as text.
bool HoldsLinks(const JsonValue& value) {
  if (IsListOfPairs(value)) return value.size() > 0;
  if (!value.is(Kind::kString)) return false;
  bool all = true, some = false;
  ForEachWord(value.text(), [&](std::string_view word) {
    some = true;
    all = all && word.find_first_not_of("0123456789-:.") == std::string_view::npos &&
          word.find('-') != std::string_view::npos && word.front() != '-' && word.back() != '-';
  });
  return all && some;
}

std::vector<Link> LinksOf(const JsonValue& value, const LinkFormat& format,
                          const std::string& where) {
  if (value.is(Kind::kString)) return ParseLinks(value.text(), format, where);
  if (!IsListOfPairs(value)) {
    FailExpected(value,
                 "links, a list of [source token, target token] or text such as \"0-0 1-2\"");
  }
  std::vector<Link> links;
  for (JsonValue pair : value) {
    int64_t ends[2] = {0, 0};
    size_t i = 0;
    for (JsonValue end : pair) {
      ends[i] = WholeNumber(end, "a token's index") - format.first_index;
      if (ends[i] < 0 || ends[i] > INT32_MAX) FailExpected(end, "a token's index");
      ++i;
    }
    if (format.swapped) std::swap(ends[0], ends[1]);
    links.push_back({static_cast<int32_t>(ends[0]), static_cast<int32_t>(ends[1])});
  }
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
    for (const char* key : {"alignment", "reverse_alignment", "confidences"}) {
      Require(!options.IsSet(key), "option ", key, " does not go with ", path,
              ", whose lines have their links");
    }
  }

  void Read(const PairFile& file, Bitext* bitext) {
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
    if (links_.empty()) links_ = FindLinks(members, where);
    const bool none = links_.empty();  // on this line and those before it
    const auto tokens = [](const auto& side) { return static_cast<int64_t>(side.size()); };
    pairs_.Add(tokens(source), tokens(target), where, [&] {
      PairLinks::Directions links;
      if (none) return links;
      links.forward = LinksOf(Member(members, links_, where), pairs_.forward_format(), where);
      links.both = !reverse_links_.empty();
      if (links.both) {
        links.backward =
            LinksOf(Member(members, reverse_links_, where), pairs_.backward_format(), where);
      }
      return links;
    });
    const auto id = members.find("id");
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

  // The member that option `links` would name: of the first line that has links; "" where this one
  // has an empty list alone.
  std::string FindLinks(const Members& members, const std::string& where) const {
    if (members.count("links") > 0) return "links";
    std::string found;
    bool empty = false;
    for (const auto& [key, value] : members) {
      if (key == source_ || key == target_ || key == reverse_links_) continue;
      empty = empty || (value.is(Kind::kArray) && value.size() == 0);
      if (!HoldsLinks(value)) continue;
      Require(found.empty(), where, ": both ", Quote(found), " and ", Quote(key),
              " hold links; option links says which to read");
      found = key;
    }
    Require(!found.empty() || empty, where,
            ": no member holds links, [[source token, target token], …] or \"0-0 1-2\"");
    return found;
  }

  const std::string source_, target_;
  std::string links_;
  const std::string reverse_links_;
  PairLinks pairs_;
  Sides sides_;
};

// "source ||| target", as fast_align reads it; the links are in a file beside it.
std::shared_ptr<const Bitext> ReadParallelLines(const PairFile& file, const Options& options) {
  constexpr std::string_view kBetween = "|||";
  Sides sides(file.path);
  for (int64_t p = 0; p < file.size(); ++p) {
    const size_t between = file[p].find(kBetween);
    if (between == std::string_view::npos) {
      Fail(Status::kFormat, file.Where(p),
           ": expected \"source ||| target\" or a JSON object, found ", Quote(file[p]));
    }
    std::vector<std::string> source, target;
    ForEachWord(file[p].substr(0, between), [&](auto word) { source.emplace_back(word); });
    ForEachWord(file[p].substr(between + kBetween.size()),
                [&](auto word) { target.emplace_back(word); });
    sides.Add("", std::move(source), std::move(target), file.Where(p));
  }
  Bitext both;
  sides.Finish(&both);
  return AlignCorpora(both.source, both.target, options);
}

}  // namespace

std::shared_ptr<const Bitext> ReadBitext(const std::string& path, const Options& options) {
  const PairFile file(path);
  const size_t first = file.bytes.find_first_not_of(" \t\r\n");
  const bool json = first != std::string::npos && file.bytes[first] == '{';
  if (!json) return ReadParallelLines(file, options);
  auto bitext = std::make_shared<Bitext>();
  JsonReader(path, options).Read(file, bitext.get());
  bitext->name = path;
  return bitext;
}

}  // namespace weft
