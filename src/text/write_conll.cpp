// Columns: token, extra columns, id, votes, label. Where readers would not guess them, the first
// line says what they are.
#include "text/conll_columns.h"
#include "text/lines.h"
#include "text/writer.h"

namespace weft {
namespace {

class ConllWriter {
 public:
  explicit ConllWriter(const Corpus& corpus) : corpus_(corpus) {
    for (int64_t s = 0; s < corpus.num_sentences(); ++s) has_ids_ |= !corpus.id(s).empty();
  }

  std::string Write() {
    std::string body;
    for (int64_t s = 0; s < corpus_.num_sentences(); ++s) AppendSentence(s, &body);
    return NeedsHeader(body) ? Header() + body : body;
  }

 private:
  std::vector<std::string> Roles() const {
    std::vector<std::string> roles = corpus_.column_names();
    if (has_ids_) roles.push_back("id");
    for (const std::string& source : corpus_.sources()) roles.push_back("vote:" + source);
    if (corpus_.has_gold()) roles.push_back("label");
    return roles;
  }

  bool NeedsHeader(const std::string& body) const {
    const std::vector<std::string> roles = Roles();
    if (named_documents_ || roles != DefaultRoles(roles.size())) return true;
    if (body.find('\t') == std::string::npos && body.find(' ') != std::string::npos) return true;
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return body.compare(0, kMark.size(), kMark) == 0 ||
           body.compare(0, kColumnsHeader.size(), kColumnsHeader) == 0;
  }

  std::string Header() const {
    std::string line(kColumnsHeader);
    for (const std::string& role : Roles()) {
      RequireField(corpus_, 0, role, "column");
      line += "\t" + role;
    }
    return line + "\n";
  }

  void AppendDocument(int64_t s, std::string* out) {
    const int64_t document = corpus_.document(s);
    const std::string_view name = corpus_.document_name(document);
    const bool starts = s == 0 ? !name.empty() : corpus_.document(s - 1) != document;
    if (!starts) return;
    *out += kDocumentMarker;
    if (!name.empty()) {
      RequireField(corpus_, s, name, "document");
      *out += "\t" + std::string(name);
      named_documents_ = true;
    }
    *out += "\n\n";
  }

  void AppendSentence(int64_t s, std::string* out) {
    if (corpus_.length(s) == 0) Refuse(corpus_, s, "columns cannot hold a sentence without tokens");
    if (corpus_.has_attributes()) Refuse(corpus_, s, "columns cannot hold attributes");
    AppendDocument(s, out);
    for (int64_t t = corpus_.begin(s); t < corpus_.end(s); ++t) {
      line_.clear();
      AppendToken(s, t);
      if (IsBlank(line_)) Refuse(corpus_, s, "a line of nothing but blanks would end the sentence");
      *out += line_ + "\n";
    }
    *out += "\n";
  }

  void AppendToken(int64_t s, int64_t t) {
    const std::string_view token = corpus_.token(t);
    if (token.empty()) Refuse(corpus_, s, "columns cannot hold an empty token");
    if (token == kDocumentMarker) Refuse(corpus_, s, "token ", Quote(token), " begins a document");
    for (size_t c = 0; c < corpus_.column_names().size(); ++c) {
      AppendField(s, corpus_.column(c)[t], c == 0 ? "token" : "a value");
    }
    if (has_ids_) AppendField(s, corpus_.id(s), "the id");
    int64_t row = 0;
    const auto at = static_cast<size_t>(t - corpus_.begin(s));
    for (size_t j = 0; j < corpus_.sources().size(); ++j) {
      if (row == corpus_.num_votes(s) || corpus_.votes(s, row).source != static_cast<int32_t>(j)) {
        AppendField(s, kMissingVote, "a vote");
        continue;
      }
      const VoteRow votes = corpus_.votes(s, row++);
      if (!votes.soft.empty())
        Refuse(corpus_, s, "columns cannot hold votes that are distributions");
      AppendLabel(s, votes.labels[at]);
    }
    if (corpus_.has_gold()) AppendLabel(s, corpus_.gold(s)[at]);
  }

  void AppendLabel(int64_t s, int32_t id) {
    if (id == kNoLabel) return AppendField(s, kMissingLabel, "a label");
    const std::string& label = corpus_.labels().name(id);
    if (label == kMissingLabel || label == kMissingVote) {
      Refuse(corpus_, s, "label ", Quote(label), " would be read as a missing one");
    }
    AppendField(s, label, "label");
  }

  void AppendField(int64_t s, std::string_view field, const char* what) {
    RequireField(corpus_, s, field, what);
    if (!line_.empty()) line_ += '\t';
    line_ += field;
  }

  const Corpus& corpus_;
  bool has_ids_ = false;
  bool named_documents_ = false;
  std::string line_;
};

}  // namespace

std::string WriteConll(const Corpus& corpus) { return ConllWriter(corpus).Write(); }

}  // namespace weft
