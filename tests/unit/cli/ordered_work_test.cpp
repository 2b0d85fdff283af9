// Work on many threads that comes out in order.
#include "cli/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace weft::cli {
namespace {

// Squares; the slower, the sooner they were asked for.
std::function<int(int)> Squares() {
  return [](int i) {
    std::this_thread::sleep_for(std::chrono::microseconds(i % 7 == 0 ? 500 : 10));
    return i * i;
  };
}

TEST(OrderedWorkTest, OutputsComeInTheOrderOfInputs) {
  for (const int threads : {1, 2, 8}) {
    std::vector<int> out;
    OrderedWork<int, int> work(threads, Squares, [&](int value) { out.push_back(value); });
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(work.Add(i));
    work.Finish();
    ASSERT_EQ(out.size(), 200u) << threads;
    for (int i = 0; i < 200; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], i * i);
  }
}

TEST(OrderedWorkTest, TheFirstFailureInOrderIsTheOneThatIsThrown) {
  std::vector<int> out;
  const auto fail_late = [] {
    return [](int i) {
      if (i == 5) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (i >= 5) throw std::runtime_error(std::to_string(i));
      return i;
    };
  };
  OrderedWork<int, int> work(4, fail_late, [&](int value) { out.push_back(value); });
  int added = 0;
  while (added < 1000 && work.Add(added)) ++added;
  EXPECT_LT(added, 1000);
  try {
    work.Finish();
    FAIL() << "a failure was expected";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "5");
  }
  EXPECT_EQ(out, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(OrderedWorkTest, AFailureOfTheUseEndsTheWork) {
  OrderedWork<int, int> work(2, Squares, [](int value) {
    if (value == 9) throw std::runtime_error("disk full");
  });
  for (int i = 0; i < 100 && work.Add(i); ++i) {
  }
  EXPECT_THROW(work.Finish(), std::runtime_error);
}

TEST(OrderedWorkTest, CanBeLeftUnfinished) {
  std::atomic<int> used{0};
  {
    OrderedWork<int, int> work(3, Squares, [&](int) { ++used; });
    for (int i = 0; i < 10; ++i) work.Add(i);
  }
  EXPECT_EQ(used, 10);
}

}  // namespace
}  // namespace weft::cli
