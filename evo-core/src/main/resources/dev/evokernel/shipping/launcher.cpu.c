/*
@HEADING@
 */
#include "@WORD@.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef @MACRO@_FOLDER
#define @MACRO@_FOLDER "."
#endif

struct @NAME@ {
  char *folder;
  atomic_flag loading;
  void *libraries[@MACRO@_BINARIES];
  _Atomic(void *) entries[@MACRO@_BINARIES];
};

static @NAME@_result failure(const char *text, const char *file) {
  @NAME@_result result;
  result.failed = 1;
  result.text = text;
  result.file = file;
  return result;
}

static @NAME@_result success(void) {
  @NAME@_result result = failure("", "");
  result.failed = 0;
  return result;
}

@NAME@_result @NAME@_open(const char *folder, @NAME@ **opened) {
  const char *named = folder == NULL ? @MACRO@_FOLDER : folder;
  @NAME@ *made = calloc(1, sizeof *made);
  int i;
  *opened = NULL;
  if (made != NULL) {
    made->folder = malloc(strlen(named) + 1);
  }
  if (made == NULL || made->folder == NULL) {
    free(made);
    return failure("there is not enough memory", "");
  }
  strcpy(made->folder, named);
  atomic_flag_clear(&made->loading);
  for (i = 0; i < @MACRO@_BINARIES; i++) {
    atomic_init(&made->entries[i], NULL);
  }
  *opened = made;
  return success();
}

void @NAME@_close(@NAME@ *opened) {
  int i;
  if (opened == NULL) {
    return;
  }
  for (i = 0; i < @MACRO@_BINARIES; i++) {
    if (opened->libraries[i] != NULL) {
      (void)dlclose(opened->libraries[i]);
    }
  }
  free(opened->folder);
  free(opened);
}

static @NAME@_result load(@NAME@ *opened, int binary, void **entry) {
  const char *file = @NAME@_file(binary);
  size_t length = strlen(opened->folder) + strlen(file) + 4;
  char *path = malloc(length);
  void *library;
  if (path == NULL) {
    return failure("there is not enough memory", file);
  }
  /* A path with a '/' is not looked for along the loader's own. */
  (void)snprintf(path, length, "%s%s/%s", strchr(opened->folder, '/') ? "" : "./", opened->folder, file);
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  free(path);
  if (library == NULL) {
    return failure("the library cannot be loaded; build it, or name its folder", file);
  }
  *entry = dlsym(library, @NAME@_symbol(binary));
  if (*entry == NULL) {
    (void)dlclose(library);
    return failure("the library has no such entry point", file);
  }
  opened->libraries[binary] = library;
  return success();
}

static @NAME@_result entry_of(@NAME@ *opened, int binary, void **entry) {
  @NAME@_result result = success();
  *entry = atomic_load_explicit(&opened->entries[binary], memory_order_acquire);
  if (*entry != NULL) {
    return result;
  }
  while (atomic_flag_test_and_set_explicit(&opened->loading, memory_order_acquire)) {
  }
  *entry = atomic_load_explicit(&opened->entries[binary], memory_order_acquire);
  if (*entry == NULL) {
    result = load(opened, binary, entry);
    if (!result.failed) {
      atomic_store_explicit(&opened->entries[binary], *entry, memory_order_release);
    }
  }
  atomic_flag_clear_explicit(&opened->loading, memory_order_release);
  return result;
}
@LAUNCHES@
@NAME@_result @NAME@_launch_plan(@NAME@ *opened, const @NAME@_plan *plan, const @NAME@_dimensions *d,
    const @NAME@_buffers *buffers) {
  void *entry;
  @NAME@_result result;
  if (plan->binary < 0 || plan->binary >= @MACRO@_BINARIES) {
    return failure("the plan names no binary", "");
  }
  result = entry_of(opened, plan->binary, &entry);
  if (result.failed) {
    return result;
  }
  switch (plan->configuration) {
@LAUNCH_CASES@  default:
    return failure("the plan names no configuration", "");
  }
  return result;
}

@NAME@_result @NAME@_launch(@NAME@ *opened, const @NAME@_dimensions *d, const @NAME@_buffers *buffers) {
  @NAME@_plan plan;
  const char *reason = @NAME@_dispatch(d, &plan);
  return reason == NULL ? @NAME@_launch_plan(opened, &plan, d, buffers) : failure(reason, "");
}
