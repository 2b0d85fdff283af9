#include "bitext/bitext.h"

#include <algorithm>

#include "bitext/link_files.h"
#include "core/error.h"

namespace weft {
namespace {

// The first pair that shows that files are out of step; −1 where none does.
int64_t FirstMisfit(const Corpus& source, const Corpus& target, const LinkFiles& files,
                    int64_t pairs) {
  for (int64_t p = 0; p < pairs; ++p) {
    const auto fit = [&](const std::vector<Link>& links) {
      return StayInside(links, source.length(p), target.length(p));
    };
    try {
      const PairLinks::Directions links = files.Read(p);
      if (!fit(links.forward) || !fit(links.backward)) return p;
    } catch (const Error&) {
      return p;  // what is wrong with it is not the question here
    }
  }
  return -1;
}

std::string Counts(const Corpus& source, const Corpus& target) {
  return StrCat("source ", source.name(), " has ", source.num_sentences(), " sentences, target ",
                target.name(), " ", target.num_sentences());
}

[[noreturn]] void FailOutOfStep(const Corpus& source, const Corpus& target,
                                const LinkFiles& files) {
  std::string counts = Counts(source, target);
  int64_t pairs = std::min(source.num_sentences(), target.num_sentences());
  for (const PairFile* file : files.files()) {
    counts += StrCat(", ", file->path, " ", file->size(), " lines");
    pairs = std::min(pairs, file->size());
  }
  const int64_t misfit = FirstMisfit(source, target, files, pairs);
  const std::string where =
      misfit < 0
          ? StrCat("what is there of all fits, so the first that differs is the end, pair ", pairs)
          : StrCat("the first pair whose links do not fit its sentences is ", misfit, ", at ",
                   files.Where(misfit));
  Fail(Status::kFormat, "the sides of the bitext are out of step: ", counts, "; ", where,
       " (counted from 0)");
}

bool SameTokens(const Corpus& a, const Corpus& b, int64_t s) {
  if (a.length(s) != b.length(s)) return false;
  for (int64_t t = 0; t < a.length(s); ++t) {
    if (a.token(a.begin(s) + t) != b.token(b.begin(s) + t)) return false;
  }
  return true;
}

// The first sentence that only one has, or that differs; −1 where none does.
int64_t FirstDifference(const Corpus& a, const Corpus& b) {
  if (&a == &b) return -1;
  const int64_t both = std::min(a.num_sentences(), b.num_sentences());
  for (int64_t s = 0; s < both; ++s) {
    if (!SameTokens(a, b, s)) return s;
  }
  return a.num_sentences() == b.num_sentences() ? -1 : both;
}

std::shared_ptr<const Bitext> Made(std::shared_ptr<const Corpus> source,
                                   std::shared_ptr<const Corpus> target, PairLinks* links,
                                   const std::string& name) {
  auto bitext = std::make_shared<Bitext>();
  bitext->source = std::move(source);
  bitext->target = std::move(target);
  bitext->alignment = links->Take();
  bitext->skipped_pairs = links->skipped();
  bitext->name = name;
  return bitext;
}

}  // namespace

OptionTable BitextOptions() {
  OptionTable table;
  table
      .String("alignment", "",
              "path of a file of links, a line per sentence pair: 0-0 1-2, as Pharaoh, fast_align "
              "and AWESoME write them; 0-0:0.9 has a confidence")
      .Choice("order", "source-target", {"source-target", "target-source"}, "how links are written")
      .String("reverse_alignment", "",
              "path of the same from an aligner's run in the other direction; symmetrize says what "
              "is made of both")
      .Choice("reverse_order", "source-target", {"source-target", "target-source"},
              "how links of the other direction are written")
      .String("confidences", "",
              "path of a file with a number from 0 to 1 for each link of alignment, a line per "
              "pair, as AWESoME writes it")
      .String("links", "",
              "JSON lines: the member that holds the links, [[0, 0], [1, 2]] or \"0-0 1-2\"; by "
              "default the only one that does")
      .String("reverse_links", "", "JSON lines: the same of the other direction")
      .String("source", "src", "JSON lines: the member that holds the source tokens")
      .String("target", "tgt", "JSON lines: the member that holds the target tokens")
      .Choice("symmetrize", "grow-diag-final-and",
              {"intersect", "grow-diag", "grow-diag-final-and", "union"},
              "what is made of the links of two directions; a link of one direction alone has half "
              "its confidence")
      .Int("first_index", 0, 0, 1, "the number of a sentence's first token in links")
      .Choice("on_error", "error", {"error", "skip"},
              "pairs whose links leave their sentences or cannot be read: fail, or count them and "
              "go on without their links");
  return table;
}

std::shared_ptr<const Bitext> AlignCorpora(std::shared_ptr<const Corpus> source,
                                           std::shared_ptr<const Corpus> target,
                                           const Options& options) {
  return AlignCorpora(std::move(source), std::move(target), options, nullptr);
}

std::shared_ptr<const Bitext> AlignCorpora(std::shared_ptr<const Corpus> source,
                                           std::shared_ptr<const Corpus> target,
                                           const Options& options, const PairFile* own) {
  RefuseOptionsOfMembers(options);
  PairLinks links(options);
  const LinkFiles files(options, links, own);
  bool in_step = source->num_sentences() == target->num_sentences();
  for (const PairFile* file : files.files()) in_step &= file->size() == source->num_sentences();
  if (!in_step) FailOutOfStep(*source, *target, files);
  for (int64_t p = 0; p < source->num_sentences(); ++p) {
    links.Add(source->length(p), target->length(p), [&] { return files.Read(p); });
  }
  return Made(std::move(source), std::move(target), &links,
              own ? own->path : options.GetString("alignment"));
}

std::shared_ptr<const Bitext> LinkCorpora(std::shared_ptr<const Corpus> source,
                                          std::shared_ptr<const Corpus> target,
                                          Span<const Link> links, Span<const size_t> offsets,
                                          const Options& options) {
  Require(source->num_sentences() == target->num_sentences(),
          "the sides of the bitext are out of step: ", Counts(*source, *target));
  const auto pairs = static_cast<size_t>(source->num_sentences());
  Require(offsets.size() == pairs + 1, "expected the links of ", pairs,
          " pairs, as the sides have, found those of ", offsets.size() - 1);
  Require(offsets[0] == 0 && offsets[pairs] == links.size(), "link offsets must run from 0 to ",
          links.size(), ", found ", offsets[0], " to ", offsets[pairs]);
  RefuseOptionsOfMembers(options);
  RefuseOptionsOfTwoDirections(options);
  RefuseOptions(options, {"alignment", "reverse_alignment", "confidences"},
                "files of links, and these come from memory");
  PairLinks all(options);
  const LinkFormat format = all.forward_format();
  const int32_t first = format.first_index;
  for (size_t p = 0; p < pairs; ++p) {
    Require(offsets[p + 1] >= offsets[p] && offsets[p + 1] <= links.size(), "link offset ", p + 1,
            " is ", offsets[p + 1], ", below the one before or beyond the links");
    const auto pair = static_cast<int64_t>(p);
    all.Add(source->length(pair), target->length(pair), [&] {
      PairLinks::Directions one;
      for (size_t i = offsets[p]; i < offsets[p + 1]; ++i) {
        Link link = links[i];
        link.source = link.source < first ? -1 : link.source - first;
        link.target = link.target < first ? -1 : link.target - first;
        if (format.swapped) std::swap(link.source, link.target);
        one.forward.push_back(link);
      }
      return one;
    });
  }
  return Made(std::move(source), std::move(target), &all, "links");
}

std::shared_ptr<const Bitext> Through(const Bitext& first, const Bitext& second) {
  const Corpus &a = *first.target, &b = *second.source;
  const int64_t different = FirstDifference(a, b);
  Require(different < 0, "cannot go from ", first.name, " through ", second.name, ": pair ",
          different, " has other tokens in the middle (", a.name(), ", ", a.num_sentences(),
          " pairs, and ", b.name(), ", ", b.num_sentences(), ")");
  auto bitext = std::make_shared<Bitext>();
  for (int64_t p = 0; p < a.num_sentences(); ++p) {
    bitext->alignment.Add(Compose(first.alignment.pair(p), second.alignment.pair(p)));
  }
  bitext->source = first.source;
  bitext->target = second.target;
  bitext->skipped_pairs = first.skipped_pairs + second.skipped_pairs;
  bitext->name = StrCat(first.name, " through ", second.name);
  return bitext;
}

std::shared_ptr<const Bitext> WithTarget(const Bitext& bitext,
                                         std::shared_ptr<const Corpus> target) {
  const int64_t different = FirstDifference(*bitext.target, *target);
  Require(different < 0, "expected the target sentences of ", bitext.name, ", found ",
          target->name(), ", ", target->num_sentences(), " sentences for ",
          bitext.target->num_sentences(), ", of which ", different, " has other tokens");
  auto other = std::make_shared<Bitext>(bitext);
  other->target = std::move(target);
  return other;
}

}  // namespace weft
