// The HMM tagger: the k best paths of real sentences, and what a new sentence costs.
#include <algorithm>
#include <memory>

#include "bench/benches.h"
#include "chain/k_best.h"
#include "core/error.h"
#include "hmm/method.h"
#include "support/data.h"
#include "text/read_options.h"

namespace weft::bench {
namespace {

using weft::testing::DataFolder;
using weft::testing::HasData;

// Words and the tags that `columns` picks, of sentence 0 to `sentences`.
std::shared_ptr<const Corpus> TaggedCorpus(const std::string& name, const std::string& columns) {
  Options reading(ReadOptionTable());
  reading.Set("scheme", "plain");
  reading.Set("columns", columns);
  return ReadCorpus(DataFolder("pos") + "/" + name + ".conll.gz", ReadOptionsFrom(reading));
}

TrainingInput Input(std::shared_ptr<const Corpus> corpus) {
  TrainingInput input;
  input.train = std::move(corpus);
  input.options = Options(HmmTaggerMethod().options);
  return input;
}

std::shared_ptr<const Model> Train(const std::shared_ptr<const Corpus>& corpus) {
  const auto trainer = HmmTaggerMethod().train(Input(corpus));
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

// Of the treebank's 46 tags, on sentences that training has not seen.
Outcome RunKBest(int rounds) {
  if (!HasData("pos")) return Skipped("no data");
  constexpr int64_t kPaths = 100, kHeldOut = 200;
  const auto all = TaggedCorpus("treebank", "token,label,skip");
  std::vector<int64_t> seen, held_out;
  for (int64_t s = 0; s < all->num_sentences(); ++s) {
    (s < kHeldOut ? held_out : seen).push_back(s);
  }
  const auto model = Train(SelectSentences(*all, seen));
  const auto corpus = SelectSentences(*all, held_out);
  const auto decoder = model->NewDecoder();
  decoder->Bind(*corpus);
  KBestWorkspace workspace;
  KBestPaths list, a_star;
  // Scoring is part of neither search: of a sentence asked for again it costs nothing.
  double by_list = 0, by_a_star = 0;
  int turns = 0;
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
    if (corpus->length(s) == 0) continue;
    const Lattice& lattice = decoder->Score(s);
    const Ratio ratio = Interleave(
        [&] { KBest(lattice, kPaths, KBestSearch::kList, &workspace, &list); },
        [&] { KBest(lattice, kPaths, KBestSearch::kAStar, &workspace, &a_star); }, rounds);
    Require(list.labels == a_star.labels && list.scores == a_star.scores, "the searches disagree");
    by_list += ratio.baseline;
    by_a_star += ratio.measured;
    turns = ratio.rounds;
  }
  return OfTokens({by_list, by_a_star, turns}, "list Viterbi",
                  static_cast<size_t>(corpus->num_tokens()));
}

// A sentence of Brown beside counting all of them.
Outcome RunLearn(int rounds) {
  if (!HasData("pos")) return Skipped("no data");
  const auto corpus = TaggedCorpus("brown", "token,skip,label");
  const auto learner = HmmTaggerMethod().learn_sentences(Input(corpus));
  for (int64_t s = 0; s < corpus->num_sentences(); ++s) learner->Learn(s, corpus->gold(s));
  std::shared_ptr<const Model> trained, learned;
  int64_t next = 0;
  const Ratio ratio = Interleave([&] { trained = Train(corpus); },
                                 [&] {
                                   learned = nullptr;
                                   const int64_t s = next++ % corpus->num_sentences();
                                   learner->Forget(s, corpus->gold(s));
                                   learner->Learn(s, corpus->gold(s));
                                   learned = learner->TakeModel();
                                 },
                                 rounds);
  Outcome outcome;
  outcome.ratio = ratio;
  outcome.against = "training on all";
  outcome.items = 1;
  outcome.unit = "sentences";
  return outcome;
}

}  // namespace

void AddHmmBenches(std::vector<Bench>* benches) {
  benches->push_back({"hmm/100_best/treebank,K=46", RunKBest});
  benches->push_back({"hmm/learn_a_sentence/brown", RunLearn});
}

}  // namespace weft::bench
