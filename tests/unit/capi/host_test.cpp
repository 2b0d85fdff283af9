// The C++ header over the C interface: the same life, with owners and exceptions.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <type_traits>
#include <weft/weft.hpp>

#include "fixture.h"

namespace weft::capi {
namespace {

using testing::HasSubstr;

Corpus Toy() { return Corpus::ReadMemory(ToyJsonl(), "toy.jsonl"); }

static_assert(std::is_nothrow_move_constructible_v<Corpus> &&
              !std::is_copy_constructible_v<Corpus>);
static_assert(std::is_nothrow_move_constructible_v<Model> && !std::is_copy_constructible_v<Model>);

TEST(HostTest, TheWholeLifeOfAModel) {
  Options options("crf");
  options.Set("aggregator", "hmm").SetInt("max_iterations", 20).SetFloat("c2", 0.5);
  EXPECT_EQ(options.Get("aggregator"), "hmm");
  EXPECT_TRUE(options.Has("c2"));
  EXPECT_FALSE(options.Has("c3"));
  const Corpus corpus = Toy();
  Trainer trainer(options, corpus);
  int steps = 0;
  trainer.OnProgress([&](const Trainer::Progress&) { return ++steps > 0; });
  trainer.Run();
  EXPECT_GT(steps, 1);
  EXPECT_EQ(trainer.phase(), "crf");
  EXPECT_FALSE(trainer.objectives().empty());

  const Model model = Model::LoadMemory(trainer.TakeModel().SaveMemory());
  EXPECT_EQ(model.method(), "crf");
  EXPECT_FALSE(model.reads_votes());
  const Result result =
      Tagger(model).Decode(corpus, WEFT_WANT_SPANS | WEFT_WANT_MARGINALS | WEFT_WANT_SCORES);
  EXPECT_EQ(result.label_ids().size(), corpus.tokens());
  EXPECT_EQ(result.marginals().size(), corpus.tokens() * result.labels());
  EXPECT_EQ(result.log_probabilities().size(), corpus.sentences());
  for (const double p : result.log_probabilities()) EXPECT_LE(p, 0);
  ASSERT_GT(result.spans().size(), 0u);
  EXPECT_LT(result.spans()[0].begin, result.spans()[0].end);
  EXPECT_EQ(result.type(static_cast<size_t>(result.spans()[0].type)), "PER");
  const Report report = Report::Evaluate(corpus, result);
  EXPECT_GT(report.Number("span.f1"), 0.5);
  EXPECT_THAT(std::string(report.json()), HasSubstr("\"f1\""));
}

TEST(HostTest, FailuresAreExceptionsWithTheirStatus) {
  try {
    Options("crff");
    FAIL() << "there is no such method";
  } catch (const error& e) {
    EXPECT_EQ(e.status(), WEFT_NOT_FOUND);
    EXPECT_THAT(e.what(), HasSubstr("\"crf\""));
  }
  EXPECT_THROW(Corpus::ReadMemory("a B-X\nb\n", "a.conll"), error);
  EXPECT_THROW(Toy().token(1000), error);
}

TEST(HostTest, WhatACallbackThrowsComesOutOfTheRun) {
  const Corpus corpus = Toy();
  Trainer trainer(Options("crf"), corpus);
  trainer.OnProgress([](const Trainer::Progress&) -> bool { throw std::logic_error("enough"); });
  EXPECT_THROW(trainer.Run(), std::logic_error);

  Trainer stopped(Options("crf"), corpus);
  Trainer moved = std::move(stopped);  // What was registered moves along.
  moved.OnProgress([](const Trainer::Progress&) { return false; });
  try {
    moved.Run();
    FAIL() << "its callback stops it";
  } catch (const error& e) {
    EXPECT_EQ(e.status(), WEFT_CANCELLED);
  }
  EXPECT_EQ(moved.TakeModel().method(), "crf");
}

TEST(HostTest, CorporaFromArrays) {
  CorpusBuilder builder;
  builder.Sentence({"in", "Oslo"}, "first")
      .Labels({"O", "B-LOC"})
      .Votes("a", {"O", ""})
      .SoftVotes("b", {"O", "B-LOC"}, {1, 0, 0.25f, 0.75f});
  const Corpus corpus = builder.Finish();
  EXPECT_EQ(corpus.sentence_id(0), "first");
  EXPECT_EQ(corpus.token(1), "Oslo");
  EXPECT_EQ(corpus.label(static_cast<size_t>(corpus.gold(0)[1])), "B-LOC");
  EXPECT_EQ(corpus.votes(0, 0)[1], WEFT_NO_LABEL);
  EXPECT_EQ(corpus.votes(0, 1)[1], corpus.gold(0)[1]);
  EXPECT_TRUE(corpus.soft_votes(0, 0).empty());
  EXPECT_EQ(corpus.soft_votes(0, 1)[corpus.labels() + static_cast<size_t>(corpus.gold(0)[1])],
            0.75f);
  EXPECT_THROW(builder.Sentence({"more"}), error);

  const Corpus tokens = Corpus::FromTokens({{"in", "Oslo"}, {}, {"Bergen"}});
  EXPECT_EQ(tokens.sentences(), 3u);
  EXPECT_EQ(tokens.sentence_begin(2), 2u);
  EXPECT_EQ(tokens.offsets(WEFT_UTF16), (std::vector<int64_t>{0, 2, 3, 7, 0, 6}));

  CorpusBuilder tagged;
  tagged.Sentence({"in", "Oslo"}).Column("pos", {"IN", "NNP"}).Sentence({"Bergen"});
  EXPECT_THROW(tagged.Column("tag", {"NNP"}), error) << "the first sentence has no such column";
  tagged.Column("pos", {"NNP"});
  EXPECT_EQ(tagged.Finish().WriteMemory("conll"),
            "# columns:\ttoken\tpos\nin\tIN\nOslo\tNNP\n\nBergen\tNNP\n\n");

  EXPECT_EQ(corpus.WriteMemory("jsonl").find("{\"id\":\"first\""), 0u);
}

TEST(HostTest, ABuilderThatRefusedASentenceHandsNoCorpusOver) {
  CorpusBuilder builder;
  builder.Sentence({"a"}).Sentence({"b"}).Votes("", {"O"});
  EXPECT_THROW(builder.Sentence({"c"}), error);
  for (int i = 0; i < 2; ++i) EXPECT_THROW(builder.Finish(), error);
}

TEST(HostTest, ModelsSayWhereTheirLabelsCameFrom) {
  const Corpus corpus = Toy();
  Options options("crf");
  options.Set("aggregator", "hmm").Set("hmm.iterations", "2").Set("max_iterations", "2");
  Trainer trainer(options, corpus);
  trainer.Run();
  const Model model = trainer.TakeModel();
  std::map<std::string, std::string> facts;
  for (size_t i = 0; i < model.facts(); ++i) {
    facts[std::string(model.fact_key(i))] = std::string(model.fact_value(i));
  }
  EXPECT_EQ(facts["option.aggregator"], "hmm");
  EXPECT_EQ(facts["option.hmm.iterations"], "2");
  EXPECT_EQ(facts["option.labels"], "soft");
  options.Set("aggregator", "gold");
  try {
    Trainer unused(options, corpus);
    FAIL() << "hmm.iterations would have no effect";
  } catch (const error& e) {
    EXPECT_STREQ(e.what(),
                 "option hmm.iterations belongs to aggregator hmm, but the aggregator is gold");
  }
}

TEST(HostTest, ACancelAfterTheEndIsTooLate) {
  const Corpus corpus = Toy();
  Trainer trainer(Options("hmm"), corpus);
  trainer.Run();
  trainer.Cancel();
  EXPECT_FALSE(trainer.Step());
}

TEST(HostTest, WhatCannotBeIsRefused) {
  EXPECT_THROW(Options("crf").SetFloat("c2", HUGE_VAL), error);
  const Corpus corpus = Toy();
  Trainer trainer(Options("mv"), corpus);
  trainer.Run();
  const Model model = trainer.TakeModel();
  EXPECT_THROW(model.WithMetadata("", "x"), error);
  EXPECT_THROW(model.WithMetadata("name", "\xff"), error);
  const Result result = Tagger(model).Decode(corpus);
  const Report report = Report::Evaluate(Toy(), result);
  EXPECT_THROW(report.Number("span.f2"), error);
}

TEST(HostTest, SourcesOfAnAggregator) {
  const Corpus corpus = Toy();
  Trainer trainer(Options("hmm"), corpus);
  trainer.Run();
  const Model model = trainer.TakeModel().WithMetadata("name", "toy");
  ASSERT_EQ(model.sources(), 2u);
  EXPECT_EQ(model.source(1), "b");
  EXPECT_GT(model.source_accuracy(1), 0.5);
  EXPECT_EQ(model.source_confusion(0).size(), model.labels() * (model.labels() + 1));
  EXPECT_EQ(model.fact_key(model.facts() - 1), "metadata.name");
}

}  // namespace
}  // namespace weft::capi
