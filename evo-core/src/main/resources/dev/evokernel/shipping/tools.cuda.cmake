find_package(CUDAToolkit REQUIRED)
set(@MACRO@_ARCHITECTURE "@ARCHITECTURE@" CACHE STRING "The GPUs that binaries are built for")
set(@NAME@_compiler "${CUDAToolkit_NVCC_EXECUTABLE}" "--gpu-architecture=${@MACRO@_ARCHITECTURE}")
