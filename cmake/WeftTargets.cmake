# What every target of the project is compiled with, and the libraries that have no CMake package.

add_library(weft_flags INTERFACE)
target_compile_options(weft_flags INTERFACE
  -Wall -Wextra -Wshadow -Wno-missing-field-initializers $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<BOOL:${WEFT_WERROR}>:-Werror>)
if(WEFT_SANITIZE)
  target_compile_options(weft_flags INTERFACE -fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(weft_flags INTERFACE -fsanitize=${WEFT_SANITIZE})
endif()

# weft_system_library(NAME HEADER [LIBRARY]): an imported target for a plain C library.
function(weft_system_library name header)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIR})
  foreach(library ${ARGN})
    find_library(${name}_${library} ${library} REQUIRED)
    target_link_libraries(${name} INTERFACE ${${name}_${library}})
  endforeach()
endfunction()

weft_system_library(weft_lbfgs lbfgs.h lbfgs)
weft_system_library(weft_utf8proc utf8proc.h utf8proc)
weft_system_library(weft_xxhash xxhash.h)
target_compile_definitions(weft_xxhash INTERFACE XXH_INLINE_ALL)
