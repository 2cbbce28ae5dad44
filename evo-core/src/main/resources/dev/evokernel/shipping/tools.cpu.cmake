set(@NAME@_compiler "${CMAKE_C_COMPILER}")
