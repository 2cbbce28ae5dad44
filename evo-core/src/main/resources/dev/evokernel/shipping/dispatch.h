/*
@HEADING@
 *
 * C11 and C++17, without a library but the standard one (-lm).
 */
#ifndef @MACRO@_DISPATCH_H
#define @MACRO@_DISPATCH_H

#include <stddef.h>
#include <stdint.h>

@ARITHMETIC@
#define @MACRO@_CONFIGURATIONS @CONFIGURATIONS@
#define @MACRO@_BINARIES @BINARIES@

@FACTS@/* The sizes of a problem, and what else the kernel knows of it. */
typedef struct @NAME@_dimensions {
@DIMENSIONS@} @NAME@_dimensions;

@DEVICE_STRUCT@/* The buffers that a launch reads and writes, in their order. */
enum {
@BUFFERS@};

/* How a problem is computed. */
typedef struct @NAME@_plan {
  int configuration; /* from 0 to @MACRO@_CONFIGURATIONS - 1 */
  int binary;        /* from 0 to @MACRO@_BINARIES - 1 */
@PLAN@} @NAME@_plan;

/* The file of a binary, relative to the folder of the manifest, and its entry point. */
static inline const char *@NAME@_file(int binary) {
  static const char *const files[] = {
@FILES@  };
  return files[binary];
}

static inline const char *@NAME@_symbol(int binary) {
  static const char *const symbols[] = {
@SYMBOLS@  };
  return symbols[binary];
}

/* How many elements a buffer has; 0 where 64 bits do not hold their bytes. */
static inline int64_t @NAME@_elements(const @NAME@_dimensions *d, int buffer) {
  int none = 0, *bad = &none;
  int64_t elements = 0;
  switch (buffer) {
@ELEMENTS@  default:
    break;
  }
  return none || elements > INT64_MAX / 8 ? 0 : elements;
}

/* Why no configuration takes a problem, whatever the constraints; NULL where some may. */
static inline const char *@NAME@_refusal(const @NAME@_dimensions *d) {
@REFUSALS@  return NULL;
}
@PLANS@
/* How one configuration computes a problem; NULL, or why it does not. */
static inline const char *@NAME@_plan_of(int configuration, const @NAME@_dimensions *d,@DEVICE_PARAMETER@
    @NAME@_plan *plan) {
  switch (configuration) {
@CASES@  default:
    return "there is no such configuration";
  }
}

/* Which configurations compute a problem, the preferred one first. */
static inline void @NAME@_order(const @NAME@_dimensions *d, int order[@MACRO@_CONFIGURATIONS]) {
  int none = 0, *bad = &none;
  (void)d, (void)bad;
@ORDER@}

/*
 * How a problem is computed best; NULL, or why no configuration computes it: the reason of the
 * preferred one.
 */
static inline const char *@NAME@_dispatch(const @NAME@_dimensions *d,@DEVICE_PARAMETER@
    @NAME@_plan *plan) {
  int order[@MACRO@_CONFIGURATIONS];
  const char *reason = @NAME@_refusal(d);
  int i;
  if (reason != NULL) {
    return reason;
  }
  @NAME@_order(d, order);
  for (i = 0; i < @MACRO@_CONFIGURATIONS; i++) {
    const char *own = @NAME@_plan_of(order[i], d,@DEVICE_ARGUMENT@ plan);
    if (own == NULL) {
      return NULL;
    }
    if (i == 0) {
      reason = own;
    }
  }
  return reason;
}

#endif
