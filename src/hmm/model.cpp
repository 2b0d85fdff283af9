#include "hmm/model.h"

#include <cmath>

#include "core/error.h"
#include "method/archive.h"

namespace weft {
namespace {

constexpr char kSection[] = "hmm-tagger";

class HmmTaggerDecoder : public Decoder {
 public:
  explicit HmmTaggerDecoder(std::shared_ptr<const HmmTaggerModel> model)
      : model_(std::move(model)), rules_(SchemeRules(model_->labels(), model_->scheme())) {
    const bool constrained = model_->option("constrained", "true") == "true";
    transitions_ = std::make_unique<Transitions>(
        model_->hmm().MakeTransitions(constrained ? &rules_ : nullptr));
    lattice_.labels = model_->hmm().labels();
    lattice_.transitions = transitions_.get();
  }

 protected:
  void Attach(const Corpus& corpus) override { corpus_ = &corpus; }

  const Lattice& ScoreSentence(int64_t s) override {
    const auto k = static_cast<size_t>(lattice_.labels);
    lattice_.length = corpus_->length(s);
    emissions_.resize(static_cast<size_t>(lattice_.length) * k);
    double* row = emissions_.data();
    for (int64_t t = corpus_->begin(s); t < corpus_->end(s); ++t, row += k) {
      model_->hmm().ScoreWord(corpus_->token(t), row);
    }
    lattice_.emissions = emissions_.data();
    return lattice_;
  }

 private:
  const std::shared_ptr<const HmmTaggerModel> model_;
  const TransitionRules rules_;
  std::unique_ptr<Transitions> transitions_;
  const Corpus* corpus_ = nullptr;
  std::vector<double> emissions_;
  Lattice lattice_;
};

bool AreCounts(const std::vector<double>& counts) {
  for (const double count : counts) {
    if (!(count >= 0) || !std::isfinite(count)) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<Decoder> HmmTaggerModel::NewDecoder() const {
  return std::make_unique<HmmTaggerDecoder>(
      std::static_pointer_cast<const HmmTaggerModel>(shared_from_this()));
}

std::vector<Section> HmmTaggerModel::Save() const {
  const TagCounts& counts = hmm_->counts();
  std::vector<std::string> words;
  std::vector<uint64_t> ends;
  std::vector<int32_t> labels;
  std::vector<double> emissions;
  for (int32_t word = 0; word < counts.words.size(); ++word) {
    if (counts.emissions[static_cast<size_t>(word)].empty()) continue;
    words.emplace_back(counts.words.key(word));
    for (const TagCounts::Entry& entry : counts.emissions[static_cast<size_t>(word)]) {
      labels.push_back(entry.label);
      emissions.push_back(entry.count);
    }
    ends.push_back(labels.size());
  }
  const SuffixTable* suffixes = hmm_->suffixes();
  const TagPseudoCounts& pseudo = hmm_->pseudo();
  return {{kSection, ToSection(counts.start, counts.transitions, words, ends, labels, emissions,
                               pseudo.transition, pseudo.emission)},
          {"suffixes", suffixes ? suffixes->Save() : std::string()}};
}

std::shared_ptr<Model> HmmTaggerModel::Load(const std::vector<Section>& sections,
                                            const LabelSet& labels) {
  auto counts = std::make_shared<TagCounts>(labels.size());
  std::vector<double> start, transitions, emissions;
  std::vector<std::string> words;
  std::vector<uint64_t> ends;
  std::vector<int32_t> tags;
  TagPseudoCounts pseudo;
  FromSection(FindSection(sections, kSection), kSection, start, transitions, words, ends, tags,
              emissions, pseudo.transition, pseudo.emission);
  RequireSize(start.size(), counts->start.size(), "labels");
  RequireSize(transitions.size(), counts->transitions.size(), "transitions");
  RequireSize(ends.size(), words.size(), "words");
  RequireSize(emissions.size(), tags.size(), "emissions");
  bool fits = AreCounts(start) && AreCounts(transitions) && AreCounts(emissions) &&
              pseudo.transition > 0 && pseudo.emission > 0 && std::isfinite(pseudo.transition) &&
              std::isfinite(pseudo.emission);
  counts->start = std::move(start);
  counts->transitions = std::move(transitions);
  size_t at = 0;
  for (size_t word = 0; fits && word < words.size(); ++word) {
    fits = ends[word] > at && ends[word] <= tags.size() && counts->words.Find(words[word]) < 0;
    for (; fits && at < ends[word]; ++at) {
      fits = tags[at] >= 0 && tags[at] < labels.size();
      if (fits) counts->Emit(words[word], tags[at], emissions[at]);
    }
  }
  if (!fits || at != tags.size()) {
    Fail(Status::kCorrupt, "the counts in section \"", kSection, "\" are none, or do not fit");
  }
  std::shared_ptr<const SuffixTable> suffixes;
  const std::string& saved = FindSection(sections, "suffixes");
  if (!saved.empty()) suffixes = SuffixTable::Load(saved, labels.size());
  return std::make_shared<HmmTaggerModel>(
      std::make_shared<TagHmm>(std::move(counts), std::move(suffixes), pseudo));
}

std::vector<std::pair<std::string, std::string>> HmmTaggerModel::Describe() const {
  return {{"words", StrCat(hmm_->counts().known_words())},
          {"unknown", hmm_->suffixes() ? "suffix" : "uniform"}};
}

}  // namespace weft
