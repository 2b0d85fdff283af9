// weft_bench [--list] [--rounds N] [PREFIX…]: runs the benchmarks whose name begins with one of the
// prefixes, or all, and prints a line for each.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/benches.h"
#include "core/options.h"

namespace {

struct Arguments {
  bool list = false, good = true;
  int64_t rounds = 7;
  std::vector<std::string> prefixes;
};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--list") {
      arguments.list = true;
    } else if (word == "--rounds") {
      arguments.good = ++i < argc && weft::ParseInt(argv[i], &arguments.rounds) &&
                       arguments.rounds >= 5 && arguments.rounds <= 1000;
    } else {
      arguments.good = word.rfind("--", 0) != 0;
      arguments.prefixes.push_back(word);
    }
    if (!arguments.good) return arguments;
  }
  return arguments;
}

bool Selected(const std::string& name, const std::vector<std::string>& prefixes) {
  for (const auto& prefix : prefixes) {
    if (name.rfind(prefix, 0) == 0) return true;
  }
  return prefixes.empty();
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = Parse(argc, argv);
  if (!arguments.good) {
    std::fprintf(stderr, "usage: weft_bench [--list] [--rounds N (5 to 1000)] [PREFIX...]\n");
    return 2;
  }
  bool failed = false, any = false;
  for (const auto& bench : weft::bench::AllBenches()) {
    if (!Selected(bench.name, arguments.prefixes)) continue;
    any = true;
    if (arguments.list) {
      std::printf("%s\n", bench.name.c_str());
      continue;
    }
    try {
      const auto outcome = bench.run(static_cast<int>(arguments.rounds));
      std::printf("%s\n", weft::bench::Line(bench, outcome).c_str());
    } catch (const std::exception& e) {
      std::printf("%s failed: %s\n", bench.name.c_str(), e.what());
      failed = true;
    }
    std::fflush(stdout);
  }
  if (!any) std::fprintf(stderr, "weft_bench: no benchmark begins so; --list names them all\n");
  return failed || !any ? 1 : 0;
}
