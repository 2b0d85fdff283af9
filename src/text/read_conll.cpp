// CoNLL columns: a token a line, a blank line between sentences.
#include <algorithm>

#include "core/error.h"
#include "text/conll_columns.h"
#include "text/lines.h"
#include "text/quote.h"
#include "text/reader.h"

namespace weft {
namespace {

using Kind = ColumnRole::Kind;

class ConllReader {
 public:
  explicit ConllReader(const ReadContext& context)
      : context_(context),
        options_(context.options),
        lines_(context.bytes, options_.first_line),
        separator_(options_.separator) {}

  std::shared_ptr<const Corpus> Read() {
    ReadHeader();
    for (std::string_view line; lines_.Next(&line);) {
      if (IsBlank(line)) {
        EndSentence();
      } else if (IsDocumentMarker(line)) {
        EndSentence();
        StartDocument(line);
      } else {
        Split(line);
        if (!IsComment(line)) AddToken();
      }
    }
    EndSentence();
    if (roles_.empty()) SetRoles(options_.columns);  // no token at all
    return builder_->Finish();
  }

 private:
  // A first line that tells the columns settles roles, separator and markers.
  void ReadHeader() {
    std::string_view line;
    Lines ahead = lines_;
    if (!ahead.Next(&line) || line.substr(0, kColumnsHeader.size()) != kColumnsHeader) return;
    lines_ = ahead;
    described_ = true;
    separator_ = '\t';
    missing_label_ = kMissingLabel;
    missing_vote_ = kMissingVote;
    document_marker_ = kDocumentMarker;
    SplitLine(line, separator_, &fields_);
    std::vector<std::string> roles(fields_.begin() + 1, fields_.end());
    try {
      SetRoles(options_.columns.empty() ? roles : options_.columns);
    } catch (const Error& e) {
      Fail(Status::kFormat, context_.name, ":1: ", e.what());
    }
  }

  // Vote columns declare their sources, in their order.
  void SetRoles(const std::vector<std::string>& roles) {
    roles_ = ParseRoles(roles.empty() ? DefaultRoles(1) : roles);
    std::vector<std::string> extra;
    CorpusOptions options = options_.corpus;
    for (ColumnRole& role : roles_) {
      if (role.kind == Kind::kLabel && !context_.label_source.empty()) {
        role = {Kind::kVote, context_.label_source};
      }
      if (role.kind == Kind::kExtra) extra.push_back(role.name);
      if (role.kind != Kind::kVote) continue;
      votes_.push_back({role.name, {}, {}});
      const auto& known = options.sources;
      if (std::find(known.begin(), known.end(), role.name) == known.end()) {
        options.sources.push_back(role.name);
      }
    }
    builder_ = std::make_unique<CorpusBuilder>(std::move(options), context_.name);
    builder_->SetColumns(extra);
    sentence_.columns.resize(extra.size());
  }

  bool IsDocumentMarker(std::string_view line) const {
    const std::string_view marker = document_marker_;
    if (marker.empty() || line.substr(0, marker.size()) != marker) return false;
    return line.size() == marker.size() || line[marker.size()] == ' ' ||
           line[marker.size()] == '\t';
  }

  void StartDocument(std::string_view line) {
    sentence_.starts_document = true;
    sentence_.document.clear();
    if (described_ && line.size() > document_marker_.size()) {
      sentence_.document = line.substr(document_marker_.size() + 1);
    }
  }

  void Split(std::string_view line) {
    if (separator_ == 0) separator_ = line.find('\t') == line.npos ? ' ' : '\t';
    SplitLine(line, separator_, &fields_);
  }

  // Until the number of columns is known, every line with the prefix is a comment.
  bool IsComment(std::string_view line) {
    const std::string& prefix = options_.comment_prefix;
    if (prefix.empty() || described_ || !sentence_.tokens.empty()) return false;
    if (line.substr(0, prefix.size()) != prefix) return false;
    const size_t columns = roles_.empty() ? options_.columns.size() : roles_.size();
    if (fields_.size() == columns) return false;
    if (roles_.empty()) separator_ = options_.separator;  // found anew at the first token
    return true;
  }

  void AddToken() {
    if (roles_.empty()) {
      SetRoles(options_.columns.empty() ? DefaultRoles(fields_.size()) : options_.columns);
    }
    if (fields_.size() != roles_.size()) {
      Fail(Status::kFormat, Place(), ": expected ", roles_.size(), " columns separated by ",
           separator_ == ' '    ? "blanks"
           : separator_ == '\t' ? "a tab"
                                : Quote({&separator_, 1}),
           ", found ", fields_.size());
    }
    if (sentence_.tokens.empty()) {
      sentence_.token_line = lines_.number();
      sentence_.where = Place();
    }
    size_t vote = 0, extra = 0;
    for (size_t c = 0; c < roles_.size(); ++c) {
      const std::string_view field = fields_[c];
      switch (roles_[c].kind) {
        case Kind::kToken:
          if (field.empty()) Fail(Status::kFormat, Place(), ": expected a token, found nothing");
          sentence_.tokens.emplace_back(field);
          break;
        case Kind::kLabel:
          AddLabel(field, "a label", &sentence_.labels);
          break;
        case Kind::kVote:
          AddLabel(field, "a vote", &votes_[vote++].labels);
          break;
        case Kind::kId:
          SetId(field);
          break;
        case Kind::kExtra:
          sentence_.columns[extra++].emplace_back(field);
          break;
        case Kind::kSkip:
          break;
      }
    }
  }

  void AddLabel(std::string_view field, const char* what, std::vector<std::string>* labels) {
    if (field.empty()) {
      Fail(Status::kFormat, Place(), ": expected ", what, " or ", Quote(missing_label_),
           " for none, found nothing");
    }
    labels->emplace_back(field == missing_label_ ? std::string_view() : field);
  }

  void SetId(std::string_view id) {
    if (has_id_ && sentence_.id != id) {
      Fail(Status::kFormat, Place(), ": expected the id ", Quote(sentence_.id),
           " of this sentence's first token, found ", Quote(id));
    }
    has_id_ = true;
    sentence_.id = id;
  }

  void EndSentence() {
    if (sentence_.tokens.empty()) return;
    sentence_.votes.clear();
    for (NamedVotes& votes : votes_) {
      if (!IsMissing(votes)) sentence_.votes.push_back(votes);
      votes.labels.clear();
    }
    builder_->Add(sentence_);
    sentence_.tokens.clear();
    sentence_.labels.clear();
    for (auto& column : sentence_.columns) column.clear();
    sentence_.id.clear();
    sentence_.document.clear();
    sentence_.starts_document = false;
    has_id_ = false;
  }

  // A source that did not annotate the sentence says so at every token.
  bool IsMissing(const NamedVotes& votes) const {
    if (missing_vote_.empty()) return false;
    size_t missing = 0;
    while (missing < votes.labels.size() && votes.labels[missing] == missing_vote_) ++missing;
    if (missing == votes.labels.size()) return true;
    for (size_t t = 0; t < votes.labels.size(); ++t) {
      if ((votes.labels[t] == missing_vote_) == (missing > 0)) continue;
      Fail(Status::kFormat, context_.name, ":", sentence_.token_line + static_cast<int64_t>(t),
           ": source ", Quote(votes.source), " did not annotate part of a sentence (",
           Quote(missing_vote_), "); expected all of it or none");
    }
    return false;
  }

  std::string Place() const { return StrCat(context_.name, ":", lines_.number()); }

  const ReadContext& context_;
  const ReadOptions& options_;
  Lines lines_;
  std::unique_ptr<CorpusBuilder> builder_;  // made once the columns are known
  char separator_;
  std::string missing_label_ = options_.missing_label;
  std::string missing_vote_ = options_.missing_vote;
  std::string document_marker_ = options_.document_marker;
  bool described_ = false;  // by its own first line
  std::vector<ColumnRole> roles_;
  std::vector<std::string_view> fields_;
  SentenceData sentence_;          // the one being read
  std::vector<NamedVotes> votes_;  // on it, by vote column
  bool has_id_ = false;
};

}  // namespace

std::shared_ptr<const Corpus> ReadConll(const ReadContext& context) {
  return ConllReader(context).Read();
}

}  // namespace weft
