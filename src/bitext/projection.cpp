#include "bitext/projection.h"

#include <algorithm>

#include "bitext/label_columns.h"
#include "bitext/repair.h"
#include "core/error.h"
#include "text/derive.h"
#include "text/quote.h"

namespace weft {
namespace {

using ManyToOne = ProjectionSettings::ManyToOne;

// Projects pair after pair; keeps rows of all target tokens.
class Projector {
 public:
  Projector(const Bitext& bitext, const SourceLabels& source, const ProjectionSettings& settings,
            ProjectionReport* report)
      : bitext_(bitext),
        source_(source),
        settings_(settings),
        report_(report),
        columns_(source, settings,
                 bitext.target->has_gold() && !settings.drop_gold ? bitext.target->labels()
                                                                  : LabelSet()),
        repair_(columns_, settings.outside ? 0 : settings.repair_gap),  // O is no gap
        width_(static_cast<size_t>(columns_.labels().size())),
        rows_(static_cast<size_t>(bitext.target->num_tokens()) * width_),
        ids_(static_cast<size_t>(bitext.target->num_tokens()), kNoLabel),
        weights_(ids_.size(), 1.0f),
        annotated_(static_cast<size_t>(bitext.target->num_sentences())) {}

  std::shared_ptr<const Corpus> Run() {
    Require(!settings_.gold || !columns_.shares(),
            "option label_map makes several labels of one, which gold labels cannot hold; expected "
            "output=votes");
    Require(!settings_.outside || columns_.outside() != kNoLabel,
            "option unaligned=outside: there is no label O among those of the source side");
    report_->labels = columns_.labels();
    report_->expected.assign(width_, 0.0);
    report_->pairs = bitext_.target->num_sentences();
    report_->skipped_pairs = bitext_.skipped_pairs;
    report_->tokens = bitext_.target->num_tokens();
    report_->unused_entries = columns_.unused_entries();
    for (const int32_t label : bitext_.target->data().gold) report_->gold += label != kNoLabel;
    report_->gold_kept = report_->gold > 0 && !settings_.gold && !settings_.drop_gold;
    for (int64_t p = 0; p < report_->pairs; ++p) Pair(p);
    // Those that were skipped have none; both steps of a bitext through another may skip a pair.
    report_->unlinked_pairs =
        std::max<int64_t>(0, report_->unlinked_pairs - report_->skipped_pairs);
    return Finish();
  }

 private:
  void Pair(int64_t p) {
    links_.clear();
    for (const Link& link : bitext_.alignment.pair(p)) {
      if (link.confidence >= settings_.min_confidence) links_.push_back(link);
    }
    if (links_.empty()) ++report_->unlinked_pairs;
    if (links_.empty() || IsUneven(p) || IsSparse(p)) return;
    annotated_[static_cast<size_t>(p)] = 1;
    ++report_->linked_pairs;
    report_->links += static_cast<int64_t>(links_.size());
    MapSource(p);
    known_.assign(static_cast<size_t>(bitext_.target->length(p)), Projected::kNothing);
    for (size_t i = 0; i < links_.size();) {
      size_t end = i + 1;
      while (end < links_.size() && links_[end].target == links_[i].target) ++end;
      Token(p, {links_.data() + i, end - i});
      i = end;
    }
    if (settings_.repair) {
      report_->repaired += repair_.Repair(links_, mapped_.data(), known_, Rows(p, 0), Ids(p));
    } else {
      TakeBest(p);
    }
    for (int64_t t = 0; t < bitext_.target->length(p); ++t) Settle(p, t);
  }

  bool IsUneven(int64_t p) {
    const auto a = static_cast<double>(bitext_.source->length(p));
    const auto b = static_cast<double>(bitext_.target->length(p));
    const bool uneven = settings_.max_length_ratio > 0 &&
                        std::max(a, b) > settings_.max_length_ratio * std::min(a, b);
    report_->uneven_pairs += uneven;
    return uneven;
  }

  bool IsSparse(int64_t p) {
    int64_t linked = 0;
    for (size_t i = 0; i < links_.size(); ++i) {
      linked += i == 0 || links_[i].target != links_[i - 1].target;
    }
    const bool sparse = static_cast<double>(linked) <
                        settings_.min_density * static_cast<double>(bitext_.target->length(p));
    report_->sparse_pairs += sparse;
    return sparse;
  }

  // The source tokens' distributions over the target's labels; 0 where there is none.
  void MapSource(int64_t p) {
    const auto k = static_cast<size_t>(source_.labels.size());
    const auto length = static_cast<size_t>(bitext_.source->length(p));
    mapped_.assign(length * width_, 0.0);
    lacks_.assign(length, 0);
    for (size_t j = 0; j < length; ++j) {
      const size_t t = static_cast<size_t>(bitext_.source->begin(p)) + j;
      double* row = mapped_.data() + j * width_;
      int32_t best = source_.ids[t];
      if (source_.probabilities.empty()) {
        if (best != kNoLabel) columns_.MapId(best, row);
      } else {
        const double* q = source_.probabilities.data() + t * k;
        best = static_cast<int32_t>(std::max_element(q, q + k) - q);
        columns_.Map(q, row);
      }
      lacks_[j] = best != kNoLabel && !columns_.mapped(best);
    }
  }

  void Token(int64_t p, Span<const Link> links) {
    double* row = Rows(p, links[0].target);
    ++report_->linked;
    report_->many_to_one += links.size() > 1;
    int64_t labelled = 0;
    double confidence = 0;
    bool lacks = false;
    for (const Link& link : links) {
      const double* from = mapped_.data() + static_cast<size_t>(link.source) * width_;
      lacks |= lacks_[static_cast<size_t>(link.source)] != 0;
      if (std::all_of(from, from + width_, [](double q) { return q == 0; })) continue;
      confidence += static_cast<double>(link.confidence);
      Combine(from, static_cast<double>(link.confidence), labelled++ == 0, row);
    }
    double sum = 0;
    for (size_t y = 0; y < width_; ++y) sum += row[y];
    if (sum <= 0) {
      ++(lacks ? report_->unmapped : report_->unlabelled);
      if (lacks) known_[static_cast<size_t>(links[0].target)] = Projected::kOther;
      return;
    }
    for (size_t y = 0; y < width_; ++y) row[y] /= sum;
    known_[static_cast<size_t>(links[0].target)] = Projected::kRow;
    weights_[TokenOf(p, links[0].target)] =
        static_cast<float>(confidence / static_cast<double>(labelled));
  }

  void Combine(const double* from, double confidence, bool first, double* row) const {
    for (size_t y = 0; y < width_; ++y) {
      if (settings_.many_to_one == ManyToOne::kMean) {
        row[y] += confidence * from[y];
      } else if (first) {
        row[y] = from[y];
      } else {
        row[y] = settings_.many_to_one == ManyToOne::kMax ? std::max(row[y], from[y])
                                                          : std::min(row[y], from[y]);
      }
    }
  }

  void TakeBest(int64_t p) {
    for (size_t t = 0; t < known_.size(); ++t) {
      if (known_[t] == Projected::kRow) Ids(p)[t] = columns_.Best(Rows(p, static_cast<int64_t>(t)));
    }
  }

  void Settle(int64_t p, int64_t t) {
    double* row = Rows(p, t);
    const size_t at = TokenOf(p, t);
    if (ids_[at] != kNoLabel) {
      ++report_->labelled;
      for (size_t y = 0; y < width_; ++y) report_->expected[y] += row[y];
      Compare(bitext_.target->gold(p)[static_cast<size_t>(t)], ids_[at]);
    } else if (settings_.outside && !Linked(p, t)) {
      ids_[at] = columns_.outside();
      row[columns_.outside()] = 1;
      ++report_->outside;
    }
  }

  void Compare(int32_t gold, int32_t found) {
    if (gold == kNoLabel) return;
    const std::string& right = bitext_.target->labels().name(gold);
    const std::string& label = columns_.labels().name(found);
    const bool named = right != "O" || label != "O", agrees = right == label;
    ++report_->compared;
    report_->agreeing += agrees;
    report_->named_compared += named;
    report_->named_agreeing += named && agrees;
  }

  std::shared_ptr<const Corpus> Finish() const {
    if (report_->linked_pairs == 0) {
      Fail(Status::kState, "nothing can be projected over ", bitext_.name, ": of ", report_->pairs,
           " pairs none has links that may be used (", report_->unlinked_pairs,
           " have none, or none of min_confidence; the links of ", report_->skipped_pairs,
           " could not be used; ", report_->sparse_pairs, " are left out by min_density, ",
           report_->uneven_pairs, " by max_length_ratio)");
    }
    if (report_->labelled == 0) {
      Fail(Status::kState, "nothing can be projected over ", bitext_.name,
           ": no source token that is linked has a label that the target side has, or those of one "
           "target token have none in common (many_to_one=intersect)");
    }
    if (settings_.gold) {
      return ReplaceGold(*bitext_.target, columns_.labels(), ids_, columns_.scheme());
    }
    const std::shared_ptr<const Corpus> target =
        settings_.drop_gold ? WithoutGold(*bitext_.target) : bitext_.target;
    TokenLabels votes = {columns_.labels(), columns_.scheme(), ids_};
    if (!source_.probabilities.empty() || columns_.shares()) votes.probabilities = rows_;
    votes.annotated = annotated_;
    const auto& sources = target->sources();
    Require(std::find(sources.begin(), sources.end(), settings_.name) == sources.end(),
            "the target side has a source ", Quote(settings_.name),
            " already; expected another option name");
    std::shared_ptr<const Corpus> corpus = AddSource(*target, settings_.name, votes);
    const bool weighed =
        std::any_of(weights_.begin(), weights_.end(), [](float w) { return w != 1; });
    return settings_.weights && weighed ? AddColumn(*corpus, WeightColumn(settings_.name), weights_)
                                        : corpus;
  }

  // By any link, those of too little confidence too.
  bool Linked(int64_t p, int64_t t) const {
    const Span<const Link> links = bitext_.alignment.pair(p);
    return std::any_of(links.begin(), links.end(),
                       [&](const Link& link) { return link.target == t; });
  }
  size_t TokenOf(int64_t p, int64_t t) const {
    return static_cast<size_t>(bitext_.target->begin(p) + t);
  }
  int32_t* Ids(int64_t p) { return ids_.data() + TokenOf(p, 0); }
  double* Rows(int64_t p, int64_t t) { return rows_.data() + TokenOf(p, t) * width_; }

  const Bitext& bitext_;
  const SourceLabels& source_;
  const ProjectionSettings& settings_;
  ProjectionReport* report_;
  const LabelColumns columns_;
  const TagRepair repair_;
  const size_t width_;
  std::vector<double> rows_;        // [target tokens, width]
  std::vector<int32_t> ids_;        // [target tokens]
  std::vector<float> weights_;      // [target tokens]
  std::vector<uint8_t> annotated_;  // [pairs]
  // Of the current pair.
  std::vector<Link> links_;
  std::vector<double> mapped_;    // [source tokens, width]
  std::vector<uint8_t> lacks_;    // [source tokens]: the best label has no counterpart
  std::vector<Projected> known_;  // [target tokens]
};

}  // namespace

std::shared_ptr<const Corpus> Project(const Bitext& bitext, const SourceLabels& source,
                                      const ProjectionSettings& settings,
                                      ProjectionReport* report) {
  Require(source.ids.size() == static_cast<size_t>(bitext.source->num_tokens()),
          "expected labels of the ", bitext.source->num_tokens(),
          " tokens of the source side, found ", source.ids.size());
  *report = {};
  const bool plain = source.scheme == Scheme::kPlain;
  Require(
      bitext.target->labels().size() == 0 || plain == (bitext.target->scheme() == Scheme::kPlain),
      "the source side's labels are of the scheme ", SchemeName(source.scheme),
      ", the target side's of ", SchemeName(bitext.target->scheme()),
      "; expected tags on both sides, or on none (option label_map of reading makes some of "
      "others: LOC=I-LOC)");
  // Gold tags of the target side are compared as IOB2, which is what comes out.
  const Corpus& target = *bitext.target;
  const bool spans = target.scheme() != Scheme::kPlain && source.scheme != Scheme::kPlain;
  const Scheme wanted =
      source.scheme == Scheme::kIO && !settings.repair ? Scheme::kIO : Scheme::kIOB2;
  if (!target.has_gold() || !spans || target.scheme() == wanted) {
    return Projector(bitext, source, settings, report).Run();
  }
  Bitext converted = bitext;
  converted.target = ConvertScheme(target, wanted);
  return Projector(converted, source, settings, report).Run();
}

}  // namespace weft
