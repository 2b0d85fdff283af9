# weft_torch: LibTorch (1.13 or 2.x) and oneDNN, as the neural rooms use them.
find_package(Torch REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
weft_system_library(weft_dnnl dnnl.h dnnl)

add_library(weft_torch INTERFACE)
target_include_directories(weft_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(weft_torch INTERFACE ${TORCH_LIBRARIES} weft_dnnl OpenMP::OpenMP_CXX)
