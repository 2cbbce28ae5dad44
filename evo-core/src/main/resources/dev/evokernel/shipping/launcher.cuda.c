/*
@HEADING@
 */
#include "@WORD@.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef @MACRO@_FOLDER
#define @MACRO@_FOLDER "."
#endif

struct @NAME@ {
  @NAME@_device device;
  char *folder;
  atomic_flag loading;
  CUmodule modules[@MACRO@_BINARIES];
  _Atomic(CUfunction) functions[@MACRO@_BINARIES];
};

static @NAME@_result failure(const char *text, const char *file, CUresult driver) {
  @NAME@_result result;
  result.failed = 1;
  result.text = text;
  result.file = file;
  result.driver = driver;
  return result;
}

static @NAME@_result success(void) {
  @NAME@_result result = failure("", "", CUDA_SUCCESS);
  result.failed = 0;
  return result;
}

static CUresult limits(CUdevice gpu, @NAME@_device *device) {
  static const CUdevice_attribute attributes[] = {
      CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
      CU_DEVICE_ATTRIBUTE_WARP_SIZE,
      CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
      CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR,
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
      CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
  };
  int values[sizeof attributes / sizeof *attributes];
  size_t memory = 0;
  size_t i;
  CUresult status = cuDeviceTotalMem(&memory, gpu);
  for (i = 0; i < sizeof values / sizeof *values && status == CUDA_SUCCESS; i++) {
    status = cuDeviceGetAttribute(&values[i], attributes[i], gpu);
  }
  if (status != CUDA_SUCCESS) {
    return status;
  }
  device->cores = values[0];
  device->warp_size = values[1];
  device->max_threads = values[2];
  device->shared_memory = values[3];
  device->registers = values[4];
  device->l1_bytes = values[5];
  device->l2_bytes = values[6];
  device->l3_bytes = values[6];
  device->memory = (int64_t)memory;
  device->vector_bytes = 16;
  device->compute_capability = 10 * values[7] + values[8];
  return status;
}

@NAME@_result @NAME@_open(const char *folder, @NAME@ **opened) {
  CUdevice gpu;
  CUresult status = cuCtxGetDevice(&gpu);
  const char *named = folder == NULL ? @MACRO@_FOLDER : folder;
  @NAME@ *made;
  int i;
  *opened = NULL;
  if (status != CUDA_SUCCESS) {
    return failure("there is no current CUDA context", "", status);
  }
  made = calloc(1, sizeof *made);
  if (made != NULL) {
    made->folder = malloc(strlen(named) + 1);
  }
  if (made == NULL || made->folder == NULL) {
    free(made);
    return failure("there is not enough memory", "", CUDA_SUCCESS);
  }
  strcpy(made->folder, named);
  atomic_flag_clear(&made->loading);
  for (i = 0; i < @MACRO@_BINARIES; i++) {
    atomic_init(&made->functions[i], NULL);
  }
  status = limits(gpu, &made->device);
  if (status != CUDA_SUCCESS) {
    @NAME@_close(made);
    return failure("the driver says nothing of the device", "", status);
  }
  *opened = made;
  return success();
}

const @NAME@_device *@NAME@_device_of(const @NAME@ *opened) { return &opened->device; }

void @NAME@_close(@NAME@ *opened) {
  int i;
  if (opened == NULL) {
    return;
  }
  for (i = 0; i < @MACRO@_BINARIES; i++) {
    if (opened->modules[i] != NULL) {
      (void)cuModuleUnload(opened->modules[i]);
    }
  }
  free(opened->folder);
  free(opened);
}

/* The file as a whole; NULL where it cannot be read. The caller frees it. */
static char *content(const char *folder, const char *file) {
  size_t length = strlen(folder) + strlen(file) + 2;
  char *path = malloc(length);
  char *bytes = NULL;
  FILE *stream = NULL;
  long size;
  if (path != NULL) {
    (void)snprintf(path, length, "%s/%s", folder, file);
    stream = fopen(path, "rb");
  }
  if (stream != NULL && fseek(stream, 0, SEEK_END) == 0 && (size = ftell(stream)) > 0 &&
      fseek(stream, 0, SEEK_SET) == 0) {
    bytes = malloc((size_t)size);
    if (bytes != NULL && fread(bytes, 1, (size_t)size, stream) != (size_t)size) {
      free(bytes);
      bytes = NULL;
    }
  }
  if (stream != NULL) {
    (void)fclose(stream);
  }
  free(path);
  return bytes;
}

static @NAME@_result load(@NAME@ *opened, int binary, CUfunction *function) {
  const char *file = @NAME@_file(binary);
  char *cubin = content(opened->folder, file);
  CUmodule module;
  CUresult status;
  int statically = 0;
  if (cubin == NULL) {
    return failure("the binary cannot be read; build it, or name its folder", file, CUDA_SUCCESS);
  }
  status = cuModuleLoadData(&module, cubin);
  free(cubin);
  if (status != CUDA_SUCCESS) {
    return failure("the device does not take the binary", file, status);
  }
  status = cuModuleGetFunction(function, module, @NAME@_symbol(binary));
  if (status == CUDA_SUCCESS) {
    status = cuFuncGetAttribute(&statically, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, *function);
  }
  if (status == CUDA_SUCCESS) {
    status = cuFuncSetAttribute(*function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        (int)opened->device.shared_memory - statically);
  }
  if (status != CUDA_SUCCESS) {
    (void)cuModuleUnload(module);
    return failure("the binary has no such entry point", file, status);
  }
  /* Clusters of more than 8 blocks; devices that have none refuse to be asked. */
  (void)cuFuncSetAttribute(*function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
  opened->modules[binary] = module;
  return success();
}

static @NAME@_result function_of(@NAME@ *opened, int binary, CUfunction *function) {
  @NAME@_result result = success();
  *function = atomic_load_explicit(&opened->functions[binary], memory_order_acquire);
  if (*function != NULL) {
    return result;
  }
  while (atomic_flag_test_and_set_explicit(&opened->loading, memory_order_acquire)) {
  }
  *function = atomic_load_explicit(&opened->functions[binary], memory_order_acquire);
  if (*function == NULL) {
    result = load(opened, binary, function);
    if (!result.failed) {
      atomic_store_explicit(&opened->functions[binary], *function, memory_order_release);
    }
  }
  atomic_flag_clear_explicit(&opened->loading, memory_order_release);
  return result;
}

static CUresult start(
    CUfunction function, const @NAME@_plan *plan, void **arguments, CUstream stream) {
  CUlaunchConfig config;
  CUlaunchAttribute attribute;
  memset(&config, 0, sizeof config);
  memset(&attribute, 0, sizeof attribute);
  config.gridDimX = plan->grid[0];
  config.gridDimY = plan->grid[1];
  config.gridDimZ = plan->grid[2];
  config.blockDimX = plan->block[0];
  config.blockDimY = plan->block[1];
  config.blockDimZ = plan->block[2];
  config.sharedMemBytes = plan->shared;
  config.hStream = stream;
  if (plan->cluster[0] != 0) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = plan->cluster[0];
    attribute.value.clusterDim.y = plan->cluster[1];
    attribute.value.clusterDim.z = plan->cluster[2];
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  return cuLaunchKernelEx(&config, function, arguments, NULL);
}
@TENSOR_MAPS@@LAUNCHES@
@NAME@_result @NAME@_launch_plan(@NAME@ *opened, const @NAME@_plan *plan, const @NAME@_dimensions *d,
    const @NAME@_buffers *buffers, CUdeviceptr scratch, CUstream stream) {
  CUfunction function;
  CUresult status = CUDA_ERROR_INVALID_VALUE;
  @NAME@_result result;
  if (plan->binary < 0 || plan->binary >= @MACRO@_BINARIES) {
    return failure("the plan names no binary", "", status);
  }
  if (plan->scratch > 0 && scratch == 0) {
    return failure("the launch needs scratch memory", "", status);
  }
  result = function_of(opened, plan->binary, &function);
  if (result.failed) {
    return result;
  }
  switch (plan->configuration) {
@LAUNCH_CASES@  default:
    break;
  }
  return status == CUDA_SUCCESS
      ? result
      : failure("the launch failed", @NAME@_file(plan->binary), status);
}

@NAME@_result @NAME@_launch(@NAME@ *opened, const @NAME@_dimensions *d, const @NAME@_buffers *buffers,
    CUdeviceptr scratch, CUstream stream) {
  @NAME@_plan plan;
  const char *reason = @NAME@_dispatch(d, &opened->device, &plan);
  return reason == NULL ? @NAME@_launch_plan(opened, &plan, d, buffers, scratch, stream)
                        : failure(reason, "", CUDA_SUCCESS);
}
