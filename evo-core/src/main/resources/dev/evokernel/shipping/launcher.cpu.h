/*
@HEADING@
 *
 * Calls shared libraries, each loaded when it is first needed (-ldl). No function ends the program;
 * each says what failed.
 */
#ifndef @MACRO@_H
#define @MACRO@_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What came of a call. */
typedef struct @NAME@_result {
  int failed;       /* 0 where all is well */
  const char *text; /* what failed; a constant */
  const char *file; /* the library that it is about, or "" */
} @NAME@_result;

/* The libraries that were loaded. May be shared by threads. */
typedef struct @NAME@ @NAME@;

/* Where the arguments lie, dense and row-major. */
typedef struct @NAME@_buffers {
@BUFFER_MEMBERS@} @NAME@_buffers;

/* folder: of the manifest, or NULL for the one that was built in */
@NAME@_result @NAME@_open(const char *folder, @NAME@ **opened);

/* Computes the outputs; returns when they are there. */
@NAME@_result @NAME@_launch(@NAME@ *opened, const @NAME@_dimensions *d, const @NAME@_buffers *buffers);

/* The same with a plan that @NAME@_dispatch or @NAME@_plan_of has made for these sizes. */
@NAME@_result @NAME@_launch_plan(@NAME@ *opened, const @NAME@_plan *plan, const @NAME@_dimensions *d,
    const @NAME@_buffers *buffers);

/* Unloads the libraries. */
void @NAME@_close(@NAME@ *opened);

#ifdef __cplusplus
}
#endif

#endif
