#pragma once
#if BF16
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
#else
#include <cuda_fp16.h>
using Element = __half;
#endif
