// The benchmarks of every room. To add some: a file ROOM_bench.cpp with one function that appends
// them, its declaration here, and its call in AllBenches(). Where a benchmark needs a corpus that
// is not there (support/data.h), it returns Skipped("no data").
#pragma once

#include <vector>

#include "bench/bench.h"

namespace weft::bench {

void AddChainBenches(std::vector<Bench>* benches);
void AddCrfBenches(std::vector<Bench>* benches);
void AddHmmBenches(std::vector<Bench>* benches);
#ifdef WEFT_BENCH_NEURAL
void AddNeuralBenches(std::vector<Bench>* benches);
#endif
void AddWeakBenches(std::vector<Bench>* benches);

inline std::vector<Bench> AllBenches() {
  std::vector<Bench> benches;
  AddChainBenches(&benches);
  AddCrfBenches(&benches);
  AddHmmBenches(&benches);
#ifdef WEFT_BENCH_NEURAL
  AddNeuralBenches(&benches);
#endif
  AddWeakBenches(&benches);
  return benches;
}

}  // namespace weft::bench
