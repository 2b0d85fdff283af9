// Version, build and status names.
#include <string>

#include "core/cpu.h"
#include "guard.h"
#include "model/envelope.h"

#define WEFT_TEXT2(x) #x
#define WEFT_TEXT(x) WEFT_TEXT2(x)

const char* weft_status_name(weft_status status) {
  switch (status) {
    case WEFT_OK:
      return "WEFT_OK";
    case WEFT_INVALID_ARGUMENT:
      return "WEFT_INVALID_ARGUMENT";
    case WEFT_NOT_FOUND:
      return "WEFT_NOT_FOUND";
    case WEFT_IO:
      return "WEFT_IO";
    case WEFT_FORMAT:
      return "WEFT_FORMAT";
    case WEFT_VERSION:
      return "WEFT_VERSION";
    case WEFT_CORRUPT:
      return "WEFT_CORRUPT";
    case WEFT_CANCELLED:
      return "WEFT_CANCELLED";
    case WEFT_CALLBACK:
      return "WEFT_CALLBACK";
    case WEFT_CLOSED:
      return "WEFT_CLOSED";
    case WEFT_OUT_OF_MEMORY:
      return "WEFT_OUT_OF_MEMORY";
    case WEFT_UNSUPPORTED:
      return "WEFT_UNSUPPORTED";
    case WEFT_STATE:
      return "WEFT_STATE";
    case WEFT_INTERNAL:
      return "WEFT_INTERNAL";
    default:
      return "";
  }
}

const char* weft_version(void) { return WEFT_TEXT(WEFT_VERSION_NUMBER); }

int32_t weft_abi_version(void) { return WEFT_ABI_VERSION; }

const char* weft_build_info(void) {
  return weft::capi::GuardValue("", [] {
    static const std::string info =
        weft::StrCat("weft ", weft_version(), ", ABI ", WEFT_ABI_VERSION, ", model format ",
                     weft::kModelFile.version, ", kernels ",
                     weft::CpuLevelName(weft::ActiveCpuLevel()), ", compiler ", __VERSION__);
    return info.c_str();
  });
}
