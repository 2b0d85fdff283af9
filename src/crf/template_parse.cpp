#include <algorithm>
#include <utility>

#include "crf/template.h"
#include "crf/template_line.h"

namespace weft {
namespace {

constexpr int64_t kMaxOffset = 1000, kMaxAffix = 1000, kMaxColumn = 1000;

// One way to fill a place of a conjunction; a place has several where it holds a range.
struct Choice {
  TemplatePart part;
  std::string text;  // as it appears in the name of an attribute
};
using Place = std::vector<Choice>;

class Parser {
 public:
  TemplateSet Parse(std::string_view text) {
    set_.text = std::string(text);
    int64_t number = 0;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      LineReader reader(line, ++number);
      if (!reader.AtEnd() && !reader.Take("#")) Line(line, &reader);
    }
    Require(!set_.templates.empty() || set_.attributes || set_.transitions,
            "the feature templates are empty: expected one template a line, such as token[0]");
    return std::move(set_);
  }

 private:
  static bool IsCrfpp(std::string_view line) { return line.find("%x") != std::string_view::npos; }

  // "B", "B01", "B01:".
  static bool IsBigram(std::string_view line) {
    return line.front() == 'B' &&
           line.find_first_not_of("0123456789: \t", 1) == std::string_view::npos;
  }

  void Line(std::string_view line, LineReader* in) {
    if (IsBigram(line)) {
      set_.transitions = true;
    } else if (line.front() == 'B' && IsCrfpp(line)) {
      Fail(Status::kUnsupported, "templates: \"", line,
           "\" asks for label bigrams that depend on attributes; expected plain B or U templates");
    } else if (IsCrfpp(line)) {
      CrfppLine(in);
    } else {
      OwnLine(line, in);
    }
  }

  // U01:%x[-2,0]/%x[-1,0]. All text outside the macros is what tells attributes apart.
  void CrfppLine(LineReader* in) {
    std::string name;
    std::vector<Place> places;
    for (;;) {
      name += in->Until("%x");
      if (!in->Take("%x")) break;
      name += "%x";
      in->Need("[");
      const auto offsets = in->Range(-kMaxOffset, kMaxOffset);
      in->Need(",");
      TemplateField field;
      field.column_index = in->Number(0, kMaxColumn);
      in->Need("]");
      places.push_back(FieldPlace(field, offsets, in));
    }
    Expand(places, name);
  }

  void OwnLine(std::string_view line, LineReader* in) {
    std::string name;
    const size_t colon = line.find(':');
    if (colon != std::string_view::npos && line.find('[') > colon) {
      name = std::string(in->Word(":"));
      if (name.empty()) in->Expected("a name before \":\"");
      in->Need(":");
    }
    if (name.empty() && Keyword(*in)) return;
    std::vector<Place> places;
    do {
      places.push_back(ReadPlace(in));
    } while (in->Take("&"));
    if (!in->AtEnd()) in->Expected("\"&\", \"|\" or the end of the line");
    Expand(places, name);
  }

  // Lines that are one word and make no template.
  bool Keyword(LineReader in) {
    const std::string_view word = in.Word("&|[");
    if (!in.AtEnd()) return false;
    if (word == "attributes") return set_.attributes = true;
    if (word == "transitions") return set_.transitions = true;
    return false;
  }

  Place ReadPlace(LineReader* in) {
    const std::string column(in->Word("[]|&:"));
    if (!in->Take("[")) {
      if (column == "begin") return {{{TemplatePart::Kind::kBegin}, column}};
      if (column == "end") return {{{TemplatePart::Kind::kEnd}, column}};
      if (column == "bias") return {{{TemplatePart::Kind::kBias}, column}};
      in->Expected(
          "a template such as token[0], begin, end, bias, attributes or transitions instead of \"",
          column, "\"");
    }
    if (column.empty()) in->Expected("the name of a column before \"[\"");
    TemplateField field;
    field.column = column;
    const auto offsets = in->Range(-kMaxOffset, kMaxOffset);
    in->Need("]");
    return FieldPlace(field, offsets, in);
  }

  // The transforms after a column, then every field at every offset.
  Place FieldPlace(const TemplateField& column, std::pair<int32_t, int32_t> offsets,
                   LineReader* in) {
    std::vector<std::pair<TemplateField, std::string>> fields = {{column, ""}};
    while (in->TakeTransform()) {
      std::vector<std::pair<TemplateField, std::string>> next;
      for (const auto& [transform, text] : ReadTransform(in)) {
        for (const auto& [field, before] : fields) {
          next.emplace_back(field, before + "|" + text);
          next.back().first.transforms.push_back(transform);
        }
      }
      fields = std::move(next);
    }
    Place place;
    for (int32_t offset = offsets.first; offset <= offsets.second; ++offset) {
      for (const auto& [field, text] : fields) {
        const std::string where = StrCat(field.column, "[", offset, "]", text);
        place.push_back({{TemplatePart::Kind::kField, FieldIndex(field), offset}, where});
      }
    }
    return place;
  }

  std::vector<std::pair<Transform, std::string>> ReadTransform(LineReader* in) {
    const std::string name(in->Word("(|&])/"));
    if (name == "lower") return {{{Transform::Kind::kLower}, name}};
    if (name == "shape") return {{{Transform::Kind::kShape}, name}};
    if (name == "collapsed") return {{{Transform::Kind::kCollapsed}, name}};
    std::vector<std::pair<Transform, std::string>> all;
    if (name == "prefix" || name == "suffix") {
      in->Need("(");
      const auto [first, last] = in->Range(1, kMaxAffix);
      in->Need(")");
      const auto kind = name == "prefix" ? Transform::Kind::kPrefix : Transform::Kind::kSuffix;
      for (int32_t n = first; n <= last; ++n) all.push_back({{kind, n}, StrCat(name, "(", n, ")")});
    } else if (name == "is") {
      in->Need("(");
      const std::string flag(in->Word(")"));
      in->Need(")");
      all.push_back({{Transform::Kind::kIs, 0, FindFlag(flag, in)}, "is(" + flag + ")"});
    } else if (name == "flags") {
      for (int f = 0; f < Transform::kNumFlags; ++f) {
        const auto flag = static_cast<Transform::Flag>(f);
        all.push_back({{Transform::Kind::kIs, 0, flag}, StrCat("is(", FlagName(flag), ")")});
      }
    } else {
      in->Expected(
          "a transform (lower, shape, collapsed, prefix(n), suffix(n), is(flag), flags) "
          "instead of \"",
          name, "\"");
    }
    return all;
  }

  static Transform::Flag FindFlag(const std::string& name, LineReader* in) {
    std::string known;
    for (int f = 0; f < Transform::kNumFlags; ++f) {
      const auto flag = static_cast<Transform::Flag>(f);
      if (name == FlagName(flag)) return flag;
      known += (f ? ", " : "") + std::string(FlagName(flag));
    }
    in->Expected("a flag (", known, ") instead of \"", name, "\"");
  }

  // Every combination of one choice per place becomes a template.
  void Expand(const std::vector<Place>& places, const std::string& name) {
    std::vector<size_t> pick(places.size(), 0);
    for (;;) {
      Template made;
      std::string text;
      for (size_t i = 0; i < places.size(); ++i) {
        made.parts.push_back(places[i][pick[i]].part);
        text += (i ? " & " : "") + places[i][pick[i]].text;
      }
      made.name = NameIndex(name.empty() ? text : name);
      set_.templates.push_back(std::move(made));
      size_t i = places.size();
      while (i > 0 && ++pick[i - 1] == places[i - 1].size()) pick[--i] = 0;
      if (i == 0) return;
    }
  }

  int32_t FieldIndex(const TemplateField& field) {
    const auto found = std::find(set_.fields.begin(), set_.fields.end(), field);
    const auto index = found - set_.fields.begin();
    if (found == set_.fields.end()) set_.fields.push_back(field);
    return static_cast<int32_t>(index);
  }

  int32_t NameIndex(const std::string& name) {
    const auto found = std::find(set_.names.begin(), set_.names.end(), name);
    const auto index = found - set_.names.begin();
    if (found == set_.names.end()) set_.names.push_back(name);
    return static_cast<int32_t>(index);
  }

  TemplateSet set_;
};

}  // namespace

TemplateSet ParseTemplates(std::string_view text) { return Parser().Parse(text); }

}  // namespace weft
