// Work on many threads that comes out in order.
#include "cli/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <stdexcept>
#include <system_error>

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

TEST(OrderedWorkTest, GoesOnWithTheThreadsThatStart) {
  int left = 2, sum = 0;
  const auto new_worker = [&] {
    if (left-- == 0) throw std::system_error(EAGAIN, std::generic_category());
    return Squares();
  };
  OrderedWork<int, int> work(4, new_worker, [&](int value) { sum += value; });
  EXPECT_EQ(work.threads(), 2u);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(work.Add(i));
  work.Finish();
  EXPECT_EQ(sum, 285);
}

TEST(OrderedWorkTest, NoThreadIsAFailure) {
  const auto none = []() -> std::function<int(int)> {
    throw std::system_error(EAGAIN, std::generic_category());
  };
  try {
    OrderedWork<int, int> work(4, none, [](int) {});
    FAIL() << "a failure was expected";
  } catch (const std::runtime_error& e) {
    EXPECT_EQ(std::string(e.what()).find("no thread could be started: "), 0u);
  }
}

TEST(OrderedWorkTest, StartsNoMoreThreadsThanAreOfUse) {
  OrderedWork<int, int> work(1000000, Squares, [](int) {});
  EXPECT_LE(work.threads(), 4 * std::max(1u, std::thread::hardware_concurrency()));
  OrderedWork<int, int> one(1, Squares, [](int) {});
  EXPECT_EQ(one.threads(), 1u);
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
