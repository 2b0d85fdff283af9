// Bitext, and labels carried over it.
#include "bitext/bitext.h"

#include "bitext/projection.h"
#include "guard.h"
#include "handles.h"
#include "report.h"
#include "text/derive.h"

using weft::capi::CorpusOf;
using weft::capi::DecodedOf;
using weft::capi::Guard;
using weft::capi::GuardValue;
using weft::capi::NotNull;
using weft::capi::Path;

struct weft_bitext {
  explicit weft_bitext(std::shared_ptr<const weft::Bitext> made) : bitext(std::move(made)) {
    ends.push_back(0);
    for (int64_t p = 0; p < bitext->alignment.num_pairs(); ++p) {
      for (const weft::Link& link : bitext->alignment.pair(p)) {
        links.insert(links.end(), {link.source, link.target});
        confidences.push_back(link.confidence);
      }
      ends.push_back(confidences.size());
    }
  }

  std::shared_ptr<const weft::Bitext> bitext;
  std::vector<int32_t> links;      // [links, 2]
  std::vector<float> confidences;  // [links]
  std::vector<size_t> ends;        // [1 + pairs], in links
};

struct weft_projection {
  std::shared_ptr<const weft::Corpus> corpus;
  weft::ProjectionReport report;
};

namespace {

// Options of `name`; their defaults where there are none.
weft::Options OptionsOf(const weft_options* options, const char* name, weft::OptionTable table) {
  if (!options) return weft::Options(std::move(table));
  weft::Require(options->name == name, "expected options of \"", name, "\", found those of ",
                options->name);
  return options->options;
}

weft::Options AligningOf(const weft_options* options) {
  return OptionsOf(options, "bitext", weft::BitextOptions());
}

template <typename Make>
weft_status MakeInto(weft_bitext** out, Make make) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_bitext(make());
  });
}

weft::SourceLabels LabelsOf(const weft::Corpus& source, const weft_result* result) {
  if (!result) {
    if (!source.has_gold()) {
      weft::Fail(weft::Status::kState,
                 "the source side has no gold labels to project; expected the result of tagging it "
                 "by a tagger of its language");
    }
    return {source.labels(),
            source.scheme(),
            {source.gold(0).data(), static_cast<size_t>(source.num_tokens())}};
  }
  const weft::Decoded& decoded = DecodedOf(result, source);
  return {decoded.labels_of_model, decoded.scheme, decoded.labels, decoded.marginals};
}

// Where the links of a pair begin and end.
const size_t* BoundsOf(const weft_bitext* bitext, size_t pair) {
  const std::vector<size_t>& ends = NotNull(bitext, "bitext").ends;
  if (pair >= ends.size() - 1) {
    weft::Fail(weft::Status::kNotFound, "there is no pair ", pair, "; the bitext has ",
               ends.size() - 1);
  }
  return ends.data() + pair;
}

}  // namespace

weft_status weft_bitext_read(const char* path, size_t path_size, const weft_options* aligning,
                             weft_bitext** out) {
  return MakeInto(
      out, [&] { return weft::ReadBitext(Path(path, path_size, "path"), AligningOf(aligning)); });
}

weft_status weft_bitext_align(const weft_corpus* source, const weft_corpus* target,
                              const weft_options* aligning, weft_bitext** out) {
  return MakeInto(out, [&] {
    CorpusOf(source, "source");
    CorpusOf(target, "target");
    return weft::AlignCorpora(source->corpus, target->corpus, AligningOf(aligning));
  });
}

weft_status weft_bitext_link(const weft_corpus* source, const weft_corpus* target,
                             const int32_t* links, const float* confidences,
                             const size_t* link_offsets, size_t pairs, const weft_options* aligning,
                             weft_bitext** out) {
  return MakeInto(out, [&] {
    CorpusOf(source, "source");
    CorpusOf(target, "target");
    NotNull(link_offsets, "link_offsets");
    const size_t count = link_offsets[pairs];
    if (count > 0) NotNull(links, "links");
    std::vector<weft::Link> all;
    for (size_t i = 0; i < count; ++i) {
      const float confidence = confidences ? confidences[i] : 1;
      weft::Require(confidence >= 0 && confidence <= 1, "the confidence of link ", i,
                    " must be from 0 to 1, found ", confidence);
      all.push_back({links[2 * i], links[2 * i + 1], confidence});
    }
    return weft::LinkCorpora(source->corpus, target->corpus, all, {link_offsets, pairs + 1},
                             AligningOf(aligning));
  });
}

weft_status weft_bitext_through(const weft_bitext* first, const weft_bitext* second,
                                weft_bitext** out) {
  return MakeInto(out, [&] {
    return weft::Through(*NotNull(first, "first").bitext, *NotNull(second, "second").bitext);
  });
}

weft_status weft_bitext_with_target(const weft_bitext* bitext, const weft_corpus* target,
                                    weft_bitext** out) {
  return MakeInto(out, [&] {
    CorpusOf(target, "target");
    return weft::WithTarget(*NotNull(bitext, "bitext").bitext, target->corpus);
  });
}

void weft_bitext_free(weft_bitext* bitext) { delete bitext; }

size_t weft_bitext_pair_count(const weft_bitext* bitext) {
  return GuardValue(size_t{0}, [&] { return NotNull(bitext, "bitext").ends.size() - 1; });
}

weft_status weft_bitext_side(const weft_bitext* bitext, int32_t side, weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::Bitext& both = *NotNull(bitext, "bitext").bitext;
    weft::Require(side == WEFT_SOURCE_SIDE || side == WEFT_TARGET_SIDE,
                  "side must be WEFT_SOURCE_SIDE or WEFT_TARGET_SIDE, found ", side);
    *out = new weft_corpus{side == WEFT_SOURCE_SIDE ? both.source : both.target};
  });
}

weft_status weft_bitext_links(const weft_bitext* bitext, size_t pair, const int32_t** links,
                              size_t* count) {
  return Guard([&] {
    const size_t* bounds = BoundsOf(bitext, pair);
    NotNull(links, "links") = bitext->links.data() + 2 * bounds[0];
    NotNull(count, "count") = 2 * (bounds[1] - bounds[0]);
  });
}

weft_status weft_bitext_confidences(const weft_bitext* bitext, size_t pair, const float** values,
                                    size_t* count) {
  return Guard([&] {
    const size_t* bounds = BoundsOf(bitext, pair);
    NotNull(values, "values") = bitext->confidences.data() + bounds[0];
    NotNull(count, "count") = bounds[1] - bounds[0];
  });
}

weft_status weft_bitext_project(const weft_bitext* bitext, const weft_result* result,
                                const weft_options* options, weft_projection** out) {
  return Guard([&] {
    NotNull(out, "out");
    const weft::Bitext& both = *NotNull(bitext, "bitext").bitext;
    const auto settings =
        weft::ProjectionSettings::From(OptionsOf(options, "project", weft::ProjectionOptions()));
    auto made = std::make_unique<weft_projection>();
    made->corpus = weft::Project(both, LabelsOf(*both.source, result), settings, &made->report);
    *out = made.release();
  });
}

void weft_projection_free(weft_projection* projection) { delete projection; }

weft_status weft_projection_corpus(const weft_projection* projection, weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_corpus{NotNull(projection, "projection").corpus};
  });
}

weft_status weft_projection_report(const weft_projection* projection, weft_report** out) {
  return Guard([&] {
    NotNull(out, "out");
    *out = new weft_report(NotNull(projection, "projection").report.ToJson());
  });
}

weft_status weft_corpus_join(const weft_corpus* const* corpora, size_t count, weft_corpus** out) {
  return Guard([&] {
    NotNull(out, "out");
    if (count > 0) NotNull(corpora, "corpora");
    std::vector<const weft::Corpus*> all;
    for (size_t i = 0; i < count; ++i) all.push_back(&CorpusOf(corpora[i], "a corpus"));
    *out = new weft_corpus{weft::JoinCorpora(all)};
  });
}
