// Models of aggregators: what they say of sources, saving and loading, decoding other corpora.
#include <gtest/gtest.h>

#include "core/error.h"
#include "support/make_corpus.h"
#include "support/random_votes.h"
#include "support/train_aggregator.h"

namespace weft {
namespace {

using testing::Apply;
using testing::MakeCorpus;
using testing::RandomVotes;
using testing::Train;
using testing::WithScheme;

class AggregatorTest : public ::testing::TestWithParam<const Method*> {
 protected:
  const Method& method() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Methods, AggregatorTest,
                         ::testing::Values(&MvMethod(), &WmvMethod(), &DsMethod(), &HmmMethod()),
                         [](const auto& p) { return p.param->name; });

testing::RandomVotesOptions Votes() {
  testing::RandomVotesOptions votes;
  votes.labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  votes.scheme = Scheme::kIOB2;
  votes.sentences = 200;
  votes.longest = 10;
  votes.sources = 4;
  return votes;
}

std::shared_ptr<Model> Reload(const Method& method, const Model& model) {
  std::shared_ptr<Model> loaded = method.load(model.Save(), model.labels());
  loaded->SetCommon(model.labels(), model.scheme(), model.options());
  return loaded;
}

TEST_P(AggregatorTest, ALoadedModelDoesWhatTheSavedOneDid) {
  const auto corpus = RandomVotes(Votes());
  const auto model = Train(method(), corpus).model;
  const auto loaded = Reload(method(), *model);
  const Decoded before = Apply(*model, *corpus), after = Apply(*loaded, *corpus);
  EXPECT_EQ(before.labels, after.labels);
  EXPECT_EQ(before.marginals, after.marginals);
  EXPECT_EQ(loaded->method(), method().name);
  ASSERT_EQ(loaded->Sources().size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(loaded->Sources()[i].name, model->Sources()[i].name);
    EXPECT_EQ(loaded->Sources()[i].confusion, model->Sources()[i].confusion);
    EXPECT_EQ(loaded->Sources()[i].tokens, model->Sources()[i].tokens);
  }
  const std::vector<Section> saved = model->Save(), again = loaded->Save();
  for (size_t i = 0; i < saved.size(); ++i) EXPECT_EQ(saved[i].bytes, again[i].bytes);
}

TEST_P(AggregatorTest, SectionsThatDoNotFitAreRefused) {
  const auto model = Train(method(), RandomVotes(Votes())).model;
  const std::vector<Section> saved = model->Save();
  const auto refuse = [&](const std::vector<Section>& sections, const LabelSet& labels) {
    try {
      method().load(sections, labels);
      ADD_FAILURE() << "was taken";
    } catch (const Error& e) {
      EXPECT_EQ(e.status(), Status::kCorrupt) << e.what();
    }
  };
  refuse(saved, LabelSet({"O", "B-X"}));
  for (size_t i = 0; i < saved.size(); ++i) {
    std::vector<Section> damaged = saved;
    damaged[i].bytes.resize(damaged[i].bytes.size() / 2);
    refuse(damaged, model->labels());
    if (saved[i].name == "sources.truths") continue;  // files of earlier builds lack it
    damaged.erase(damaged.begin() + static_cast<ptrdiff_t>(i));
    refuse(damaged, model->labels());
  }
}

TEST_P(AggregatorTest, PosteriorsAreDistributionsAndOptionsAreKept) {
  const auto corpus = RandomVotes(Votes());
  const auto model = Train(method(), corpus).model;
  const Decoded found = Apply(*model, *corpus);
  const size_t k = static_cast<size_t>(found.labels_of_model.size());
  ASSERT_EQ(found.marginals.size(), static_cast<size_t>(corpus->num_tokens()) * k);
  for (size_t t = 0; t < found.labels.size(); ++t) {
    double sum = 0;
    for (size_t z = 0; z < k; ++z) sum += found.marginals[t * k + z];
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  EXPECT_EQ(model->options().at("o_means"), "auto");
  EXPECT_EQ(model->scheme(), Scheme::kIOB2);
}

TEST_P(AggregatorTest, OtherCorporaAreMatchedByName) {
  const auto model = Train(method(), RandomVotes(Votes())).model;
  const auto other = MakeCorpus({{"", {{"s2", "B-X I-X O"}, {"s0", "B-X I-X O"}}},
                                 {"", {{"s1", "B-X I-X"}, {"stranger", "O B-Z"}}}},
                                WithScheme(Scheme::kIOB2));
  const Decoded found = Apply(*model, *other);
  EXPECT_EQ(testing::LabelText(found), "B-X I-X O B-X I-X");
  EXPECT_EQ(
      found.warnings,
      (std::vector<std::string>{
          "source \"stranger\" is not known to the model: its votes are ignored (sentences: 1)"}));
}

TEST_P(AggregatorTest, SourcesAreJudged) {
  testing::RandomVotesOptions votes = Votes();
  votes.right = 0.9;
  votes.soft = votes.abstain = votes.missing = 0;
  const auto model = Train(method(), RandomVotes(votes)).model;
  const size_t k = static_cast<size_t>(model->labels().size());
  for (const SourceEstimate& source : model->Sources()) {
    EXPECT_GT(source.accuracy, 0.75) << source.name;
    EXPECT_LT(source.accuracy, 0.98) << source.name;
    EXPECT_FALSE(source.adversarial);
    for (size_t z = 0; z < k; ++z) {
      double sum = 0;
      for (size_t v = 0; v <= k; ++v) sum += source.confusion[z * (k + 1) + v];
      EXPECT_NEAR(sum, 1, 1e-9);
      EXPECT_GT(source.confusion[z * (k + 1) + z], 0.7);
    }
  }
}

}  // namespace
}  // namespace weft
