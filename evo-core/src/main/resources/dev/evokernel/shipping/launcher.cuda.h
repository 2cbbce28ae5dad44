/*
@HEADING@
 *
 * Launches through the CUDA driver (-lcuda). No function ends the program; each says what failed.
 */
#ifndef @MACRO@_H
#define @MACRO@_H

#include <cuda.h>

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What came of a call. */
typedef struct @NAME@_result {
  int failed;       /* 0 where all is well */
  const char *text; /* what failed; a constant */
  const char *file; /* the binary that it is about, or "" */
  CUresult driver;  /* the driver's own answer */
} @NAME@_result;

/* The binaries of one context, each loaded when it is first needed. May be shared by threads. */
typedef struct @NAME@ @NAME@;

/* Where the arguments lie in device memory, dense and row-major. */
typedef struct @NAME@_buffers {
@BUFFER_MEMBERS@} @NAME@_buffers;

/*
 * For the current context.
 *
 * folder: of the manifest, or NULL for the one that was built in
 */
@NAME@_result @NAME@_open(const char *folder, @NAME@ **opened);

/* What expressions read of its device. */
const @NAME@_device *@NAME@_device_of(const @NAME@ *opened);

/*
 * Starts a launch on a stream of the context that is current.
 *
 * scratch: device memory of as many bytes as the plan says, for this launch alone until it has
 * ended: zeroed before the first launch with a plan and these sizes, and left as it is between
 * launches. 0 where the plan needs none.
 */
@NAME@_result @NAME@_launch(@NAME@ *opened, const @NAME@_dimensions *d, const @NAME@_buffers *buffers,
    CUdeviceptr scratch, CUstream stream);

/* The same with a plan that @NAME@_dispatch or @NAME@_plan_of has made for these sizes. */
@NAME@_result @NAME@_launch_plan(@NAME@ *opened, const @NAME@_plan *plan, const @NAME@_dimensions *d,
    const @NAME@_buffers *buffers, CUdeviceptr scratch, CUstream stream);

/* Unloads the binaries; in the context for which they were opened. */
void @NAME@_close(@NAME@ *opened);

#ifdef __cplusplus
}
#endif

#endif
