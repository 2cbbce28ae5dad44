
/* Describes a dense buffer of a rank of 5 at most; sizes and boxes are outermost first. */
static CUresult describe(CUtensorMap *map, CUtensorMapDataType type, int64_t bytes, CUdeviceptr start,
    int rank, const int64_t *sizes, const int64_t *box, CUtensorMapSwizzle swizzle, int64_t promotion) {
  cuuint64_t extents[5], strides[5];
  cuuint32_t boxes[5], ones[5];
  CUtensorMapL2promotion promoted = promotion == 0    ? CU_TENSOR_MAP_L2_PROMOTION_NONE
                                    : promotion == 64 ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
                                    : promotion == 128
                                        ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
                                        : CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
  int64_t stride = bytes;
  int axis;
  for (axis = 0; axis < rank; axis++) {
    int64_t size = sizes[rank - 1 - axis];
    int64_t side = box[rank - 1 - axis];
    if (side < 1 || side > 256) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    stride *= size;
    extents[axis] = (cuuint64_t)size;
    strides[axis] = (cuuint64_t)stride;
    boxes[axis] = (cuuint32_t)side;
    ones[axis] = 1;
  }
  return cuTensorMapEncodeTiled(map, type, (cuuint32_t)rank, (void *)(uintptr_t)start, extents, strides,
      boxes, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, promoted,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
