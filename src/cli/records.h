// Decoded sentences as lines of JSON.
#pragma once

#include <string>
#include <vector>
#include <weft/weft.hpp>

namespace weft::cli {

/// Writes one sentence after another. All of a record's parts append to `json`.
class RecordWriter {
 public:
  RecordWriter(const Corpus& corpus, const Result& result);

  /// {"id":…,"text":…,"tokens":[…],"labels":[…] — id and text where there are any.
  void Begin(size_t sentence, std::string* json) const;
  /// ,"spans":[{"label","begin_token","end_token","start","end","confidence"}]. Sentences must come
  /// in order, with one unit. `start` and `end` count `unit` ("bytes", "utf16", "codepoints") of
  /// the text and are there where the sentence has one in which its tokens are placed.
  void Spans(size_t sentence, const std::string& unit, std::string* json);
  /// ,"NAME":[{label: p, …}, …], a distribution per token without what is below 0.000001; nothing
  /// where the result has no marginals.
  void Posteriors(const std::string& name, size_t sentence, std::string* json) const;
  /// ,"support":[["source", …], …], the sources that vote for each token's label; nothing where
  /// the result does not have them. Sentences must come in order.
  void Support(size_t sentence, std::string* json);
  /// ,"paths":[{"labels":[…],"log_probability":…}, …], the k best, best first; nothing where the
  /// result does not have them. Sentences must come in order.
  void Paths(size_t sentence, std::string* json);
  /// Closes the record and its line.
  void End(std::string* json) const { *json += "}\n"; }

 private:
  void LabelList(const int32_t* labels, size_t count, std::string* json) const;
  bool HasOffsets(size_t sentence) const;
  const Corpus& corpus_;
  const Result& result_;
  View<int32_t> labels_;
  View<double> marginals_;
  std::vector<std::string> names_;  // of labels, as JSON strings
  std::vector<int64_t> bounds_;     // [tokens, 2] in the unit of spans; empty until there is a text
  size_t next_span_ = 0;
  size_t next_supporter_ = 0;
  size_t next_path_ = 0, next_path_label_ = 0;
};

}  // namespace weft::cli
