#include "text/read_options.h"

#include "core/error.h"

namespace weft {
namespace {

const std::vector<std::string> kSchemes = {"io",   "iob1",  "iob2",  "ioe1",
                                           "ioe2", "iobes", "bilou", "plain"};

std::vector<std::string> With(const char* first, std::vector<std::string> others) {
  others.insert(others.begin(), first);
  return others;
}

// "a,b,c"; a backslash keeps the character after it, so that names may hold commas.
std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> items;
  if (text.empty()) return items;
  items.emplace_back();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      items.back() += text[++i];
    } else if (text[i] == ',') {
      items.emplace_back();
    } else {
      items.back() += text[i];
    }
  }
  return items;
}

char SeparatorFrom(const std::string& name) {
  if (name == "tab") return '\t';
  return name == "space" ? ' ' : 0;
}

OffsetUnit OffsetUnitFrom(const std::string& name) {
  if (name == "bytes") return OffsetUnit::kBytes;
  return name == "utf16" ? OffsetUnit::kUtf16 : OffsetUnit::kCodePoints;
}

OffBoundary OffBoundaryFrom(const std::string& name) {
  if (name == "expand") return OffBoundary::kExpand;
  return name == "drop" ? OffBoundary::kDrop : OffBoundary::kError;
}

}  // namespace

OptionTable ReadOptionTable() {
  OptionTable table;
  table
      .Choice("format", "auto",
              {"auto", "conll", "jsonl", "jsonl-spans", "wrench", "attributes", "lines"},
              "format of the file; auto: by its name, else by its first bytes")
      .Int("first_line", 1, 1, int64_t{1} << 53,
           "number of the first line, in error texts: for a piece of a longer file")
      .String("labels", "", "labels in the order of their ids, separated by commas; \\, is a comma")
      .String("sources", "", "sources in the order of their indices, separated by commas")
      .Choice("scheme", "auto", With("auto", kSchemes),
              "tag scheme of labels and votes; auto: found for labels and each source by itself")
      .Choice("convert_to", "none", With("none", kSchemes),
              "tag scheme to convert labels and votes to")
      .String("label_map", "",
              "FROM=TO entries between blanks, or the path of a file with such: labels or types, "
              "and what they become as they are read; TO may be O, nothing (no label), *=TO is "
              "every other label but O")
      .String("columns", "",
              "conll: roles of the columns, separated by commas: token, label, vote:SOURCE, id, "
              "skip, or the name of an extra column")
      .Choice("separator", "auto", {"auto", "tab", "space"},
              "conll: what stands between columns; auto: a tab where the first line has one")
      .String("document_marker", "-DOCSTART-", "conll: a line that starts so begins a document")
      .String("missing_label", "_", "conll: the text that stands for no label, or no opinion")
      .String("comment_prefix", "", "conll: lines that start so between sentences are skipped")
      .Choice("offset_unit", "codepoints", {"bytes", "utf16", "codepoints"},
              "jsonl-spans: what character offsets count")
      .Choice("off_boundary", "error", {"error", "expand", "drop"},
              "jsonl-spans: what becomes of a span that cuts through a token");
  return table;
}

ReadOptions ReadOptionsFrom(const Options& options) {
  ReadOptions read;
  read.format = FormatFromName(options.GetString("format"));
  read.first_line = options.GetInt("first_line");
  read.corpus.labels = SplitList(options.GetString("labels"));
  read.corpus.sources = SplitList(options.GetString("sources"));
  read.corpus.scheme_declared = options.GetString("scheme") != "auto";
  if (read.corpus.scheme_declared) {
    read.corpus.scheme = SchemeFromName(options.GetString("scheme"));
  }
  read.corpus.convert = options.GetString("convert_to") != "none";
  if (read.corpus.convert) read.corpus.convert_to = SchemeFromName(options.GetString("convert_to"));
  read.corpus.map = LabelMap::Parse(options.GetString("label_map"));
  read.columns = SplitList(options.GetString("columns"));
  read.separator = SeparatorFrom(options.GetString("separator"));
  read.document_marker = options.GetString("document_marker");
  read.missing_label = options.GetString("missing_label");
  read.comment_prefix = options.GetString("comment_prefix");
  read.offset_unit = OffsetUnitFrom(options.GetString("offset_unit"));
  read.off_boundary = OffBoundaryFrom(options.GetString("off_boundary"));
  return read;
}

}  // namespace weft
