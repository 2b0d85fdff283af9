// A host that calls for days: memory stays flat.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <weft/weft.hpp>

namespace weft {
namespace {

Corpus Votes() {
  const std::string line =
      R"({"tokens": ["Ada", "Lovelace", "in", "London"], "labels": ["B-PER", "I-PER", "O", "B-LOC"],)"
      R"( "weak": {"a": ["B-PER", "I-PER", null, null], "b": [null, null, "O", "B-LOC"]}})"
      "\n";
  return Corpus::ReadMemory(line, "votes.jsonl");
}

Model Train(const std::string& method) {
  Trainer trainer(Options(method), Votes());
  trainer.Run();
  return trainer.TakeModel();
}

size_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  size_t pages, resident;
  file >> pages >> resident;
  EXPECT_TRUE(file);
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// `calls` of tagging, and a tenth as many of each kind that gives texts or arrays, or fails.
void Call(size_t calls, const Model& model, Tagger* tagger) {
  Options options("crf");
  for (size_t i = 0; i < calls; ++i) {
    const Corpus corpus = Corpus::FromTokens({{"Ada", "Lovelace", "in", "London"}});
    const Result result = tagger->Decode(corpus, WEFT_WANT_SPANS | WEFT_WANT_MARGINALS);
    ASSERT_EQ(result.spans().size(), 2u);
    if (i % 10) continue;
    const Corpus votes = Votes();
    ASSERT_EQ(votes.gold(0).size(), 4u);
    ASSERT_EQ(votes.offsets(WEFT_UTF16).size(), 8u);
    ASSERT_FALSE(votes.WriteMemory("jsonl").empty());
    ASSERT_EQ(model.label(0), "O");
    ASSERT_GT(model.facts(), 0u);
    ASSERT_FALSE(model.WithMetadata("key", std::string(100, 'x')).SaveMemory().empty());
    ASSERT_THROW(options.Get("no such key"), error);
    ASSERT_FALSE(Report::Evaluate(votes, tagger->Decode(votes)).json().empty());
  }
}

TEST(ManyCalls, LeaveNothingBehind) {
  const char* wanted = std::getenv("WEFT_TEST_CALLS");
  const size_t calls = wanted ? std::strtoull(wanted, nullptr, 10) : 100000;
  const rlimit cap = {100 << 20, 100 << 20};
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &cap), 0);
  const Model model = Train("crf");
  Tagger tagger(model);
  Call(calls / 2, model, &tagger);
  const size_t before = ResidentBytes();
  Call(calls / 2, model, &tagger);
  const auto growth = static_cast<int64_t>(ResidentBytes()) - static_cast<int64_t>(before);
  std::printf("%zu calls: grew by %lld bytes\n", calls, static_cast<long long>(growth));
  EXPECT_LT(growth, 5 << 20);
}

}  // namespace
}  // namespace weft
