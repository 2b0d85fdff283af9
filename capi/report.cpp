// Evaluations and source analyses.
#include "report.h"

#include "eval/report_json.h"
#include "guard.h"
#include "handles.h"

using weft::capi::CorpusOf;
using weft::capi::DecodedOf;
using weft::capi::Guard;
using weft::capi::GuardValue;
using weft::capi::NotNull;

weft_status weft_evaluate(const weft_corpus* corpus, const weft_result* result, int32_t mode,
                          weft_report** out) {
  return Guard([&] {
    NotNull(out, "out");
    weft::Require(mode == WEFT_STRICT || mode == WEFT_CONLLEVAL,
                  "mode must be WEFT_STRICT or WEFT_CONLLEVAL, found ", mode);
    const weft::Decoded& decoded = DecodedOf(result, CorpusOf(corpus));
    const weft::SpanMode span_mode =
        mode == WEFT_STRICT ? weft::SpanMode::kStrict : weft::SpanMode::kConlleval;
    *out = new weft_report(weft::ToJson(weft::Evaluate(CorpusOf(corpus), decoded.labels_of_model,
                                                       decoded.labels, decoded.scheme, span_mode)));
  });
}

weft_status weft_analyze(const weft_corpus* corpus, const weft_result* result, weft_report** out) {
  return Guard([&] {
    NotNull(out, "out");
    weft::LabelReference reference;
    if (result) {
      const weft::Decoded& decoded = DecodedOf(result, CorpusOf(corpus));
      reference.labels = &decoded.labels_of_model;
      reference.scheme = decoded.scheme;
      reference.hard = decoded.labels;
      reference.soft = decoded.marginals;
    }
    const weft::Corpus& c = CorpusOf(corpus);
    *out = new weft_report(weft::ToJson(weft::AnalyzeSources(c, result ? &reference : nullptr), c));
  });
}

void weft_report_free(weft_report* report) { delete report; }

weft_status weft_report_number(const weft_report* report, const char* key, double* value) {
  return Guard([&] {
    const std::string path = &NotNull(key, "key");
    const std::optional<double> number = weft::FindNumber(NotNull(report, "report").json, path);
    if (!number) {
      weft::Fail(weft::Status::kNotFound, "the report has no number at \"", path, "\"");
    }
    NotNull(value, "value") = *number;
  });
}

const char* weft_report_json(const weft_report* report, size_t* size) {
  return GuardValue("", [&] {
    const std::string& text = NotNull(report, "report").text;
    if (size) *size = text.size();
    return text.c_str();
  });
}
