// CPU levels: hot kernels are compiled once per level and chosen once, when first used. One binary
// serves every machine of its architecture.
#pragma once

#include <string>

namespace weft {

enum class CpuLevel { kBaseline, kAvx2 };

/// The highest level that this machine and this build have. The environment variable
/// WEFT_CPU_LEVEL ("baseline", "avx2") asks for a lower one; anything else in it is ignored.
CpuLevel ActiveCpuLevel();
const char* CpuLevelName(CpuLevel level);

}  // namespace weft

// In a kernel file, which is compiled once per level (see weft_kernels in src/CMakeLists.txt):
// WEFT_KERNEL(Name) is `Name` with the level in it. Such a file includes no header with inline
// functions that other files share, or the linker might keep the copy that needs the higher level.
#define WEFT_KERNEL_JOIN2(name, level) name##_##level
#define WEFT_KERNEL_JOIN(name, level) WEFT_KERNEL_JOIN2(name, level)
#define WEFT_KERNEL(name) WEFT_KERNEL_JOIN(name, WEFT_KERNEL_LEVEL)

// Elsewhere: the copy of `name` for this machine.
#ifdef WEFT_HAVE_AVX2
#define WEFT_CHOOSE_KERNEL(name) \
  (::weft::ActiveCpuLevel() == ::weft::CpuLevel::kAvx2 ? &name##_avx2 : &name##_baseline)
#else
#define WEFT_CHOOSE_KERNEL(name) (&name##_baseline)
#endif
