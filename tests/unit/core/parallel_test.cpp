#include "core/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/error.h"

namespace weft {
namespace {

class ExecutorTest : public testing::TestWithParam<int> {};

TEST_P(ExecutorTest, EachIndexOnce) {
  Executor executor(GetParam());
  std::vector<std::atomic<int>> calls(1000);
  for (int round = 0; round < 20; ++round) {
    executor.ForEach(1000, [&](int64_t i, int worker) {
      ASSERT_LT(worker, executor.threads());
      calls[static_cast<size_t>(i)]++;
    });
  }
  for (const auto& n : calls) EXPECT_EQ(n.load(), 20);
}

TEST_P(ExecutorTest, ChunksCoverTheItemsWhateverTheThreads) {
  Executor executor(GetParam());
  std::vector<int64_t> begins(4, -1), ends(4, -1);
  executor.ForChunks(10, 3, [&](int64_t chunk, int64_t begin, int64_t end, int) {
    begins[static_cast<size_t>(chunk)] = begin;
    ends[static_cast<size_t>(chunk)] = end;
  });
  EXPECT_EQ(begins, (std::vector<int64_t>{0, 3, 6, 9}));
  EXPECT_EQ(ends, (std::vector<int64_t>{3, 6, 9, 10}));
  executor.ForChunks(0, 3, [&](int64_t, int64_t, int64_t, int) { FAIL(); });
}

TEST_P(ExecutorTest, FirstErrorByIndexIsRethrownAfterTheRest) {
  Executor executor(GetParam());
  std::atomic<int> done{0};
  try {
    executor.ForEach(50, [&](int64_t i, int) {
      ++done;
      if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
    });
    FAIL() << "expected an error";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "7");
  }
  EXPECT_EQ(done.load(), 50);
}

INSTANTIATE_TEST_SUITE_P(Threads, ExecutorTest, testing::Values(1, 2, 8));

TEST(ExecutorThreadsTest, TasksMayUseTheExecutorThemselves) {
  Executor executor(4);
  std::atomic<int> sum{0};
  executor.ForEach(8, [&](int64_t, int) {
    executor.ForEach(8, [&](int64_t i, int) { sum += static_cast<int>(i); });
  });
  EXPECT_EQ(sum, 8 * 28);
}

TEST(ExecutorThreadsTest, GoesOnWithTheThreadsThatStarted) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs all addresses";
#endif
  // In a process of its own, with memory for a few stacks only.
  EXPECT_EXIT(
      {
        rlimit limit = {};
        limit.rlim_cur = limit.rlim_max = rlim_t{400} << 20;
        setrlimit(RLIMIT_AS, &limit);
        Executor executor(1000);
        std::atomic<int64_t> done{0};
        executor.ForEach(10000, [&](int64_t, int) { ++done; });
        std::exit(executor.threads() < 1000 && done == 10000 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(ExecutorThreadsTest, RefusesNegativeThreads) { EXPECT_THROW(Executor(-1), Error); }

}  // namespace
}  // namespace weft
