// The k best paths of models, as decoding gives them.
#include <gtest/gtest.h>

#include <cmath>

#include "method/decode.h"
#include "model/registry.h"
#include "model/training.h"
#include "support/toy_corpus.h"

namespace weft {
namespace {

std::shared_ptr<const Model> Train(const char* method, std::shared_ptr<const Corpus> corpus) {
  RunInput run;
  run.method = &FindMethod(method);
  run.options = Options(TrainingOptions(*run.method));
  run.train = std::move(corpus);
  const auto trainer = NewTrainer(run, {});
  while (trainer->Step()) {
  }
  return trainer->TakeModel();
}

TEST(KBestDecode, PathsAreLegalDistinctAndBeginWithTheLabels) {
  const auto corpus = ToyCorpus(80, 1);
  for (const char* method : {"crf", "hmm-tagger", "hmm", "ds", "mv"}) {
    const auto model = Train(method, corpus);
    const TransitionRules rules = SchemeRules(model->labels(), model->scheme());
    const auto k = static_cast<size_t>(model->labels().size());
    Executor executor(2);
    DecodeOptions wanted;
    wanted.k_best = 6;
    wanted.scores = wanted.marginals = true;
    const Decoded found = Decode(*model, *corpus, wanted, &executor);
    const bool by_convention = method == std::string("mv");
    size_t path = 0, at = 0;
    for (int64_t s = 0; s < corpus->num_sentences(); ++s) {
      const auto length = static_cast<size_t>(corpus->length(s));
      double before = 0, sum = 0, weighted = 0;
      std::vector<double> shares(length * k);
      for (int32_t i = 0; i < found.path_counts[static_cast<size_t>(s)]; ++i, at += length) {
        const int32_t* labels = found.path_labels.data() + at;
        for (size_t t = 0; t < length; ++t) {
          const auto label = static_cast<size_t>(labels[t]);
          const bool legal =
              t == 0 ? rules.start[label] != 0
                     : rules.transition[static_cast<size_t>(labels[t - 1]) * k + label] != 0;
          EXPECT_TRUE(legal) << method;
        }
        const double p = found.path_log_probability[path++];
        EXPECT_LE(p, before);
        before = p;
        sum += std::exp(p);
        weighted += p * std::exp(p);
        for (size_t t = 0; t < length; ++t) {
          shares[t * k + static_cast<size_t>(labels[t])] += std::exp(p);
        }
        if (i > 0 || by_convention) continue;
        EXPECT_TRUE(std::equal(labels, labels + length, found.labels.data() + corpus->begin(s)))
            << method << ", sentence " << s;
        EXPECT_NEAR(p, found.log_probability[static_cast<size_t>(s)], 1e-9);
      }
      EXPECT_LE(sum, 1 + 1e-9);
      // −Σ q log q of q = p / Σ p.
      EXPECT_NEAR(found.path_entropy[static_cast<size_t>(s)], std::log(sum) - weighted / sum, 1e-9);
      for (size_t i = 0; i < shares.size(); ++i) {
        EXPECT_NEAR(found.path_marginals[static_cast<size_t>(corpus->begin(s)) * k + i],
                    shares[i] / sum, 1e-9);
      }
    }
    EXPECT_EQ(path, found.path_log_probability.size());
  }
}

}  // namespace
}  // namespace weft
