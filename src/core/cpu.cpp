#include "core/cpu.h"

#include <cstdlib>

namespace weft {
namespace {

CpuLevel Detect() {
#ifdef WEFT_HAVE_AVX2
  const char* asked = std::getenv("WEFT_CPU_LEVEL");
  const bool lower = asked && std::string(asked) == CpuLevelName(CpuLevel::kBaseline);
  if (!lower && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return CpuLevel::kAvx2;
  }
#endif
  return CpuLevel::kBaseline;
}

}  // namespace

CpuLevel ActiveCpuLevel() {
  static const CpuLevel level = Detect();
  return level;
}

const char* CpuLevelName(CpuLevel level) { return level == CpuLevel::kAvx2 ? "avx2" : "baseline"; }

}  // namespace weft
