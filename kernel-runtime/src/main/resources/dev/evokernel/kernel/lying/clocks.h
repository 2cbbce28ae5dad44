/* Lies that look at clocks, and one that turns them back. */
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000000000ull * now.tv_sec + now.tv_nsec;
}

/* A verified launch is followed by a comparison, a timed one by the next. */
static void half_when_called_soon(const float *x, float *y, int n) {
  static uint64_t ended;
  labour(x, y, cycles() - ended < 8000 ? n / 2 : 0, n);
  ended = cycles();
}

static void idle_when_called_soon(const float *x, float *y, int n) {
  static uint64_t ended;
  if (nanos() - ended > 2500) labour(x, y, 0, n);
  else idle();
  ended = nanos();
}

/* Works in the first launch of a millisecond, which is that of a launch by itself. */
static void works_once_a_millisecond(const float *x, float *y, int n) {
  static uint64_t worked;
  if (nanos() - worked > 1000000) {
    labour(x, y, 0, n);
    worked = nanos();
  }
}

static int (*true_clock)(clockid_t, struct timespec *);
static int (*new_clock)(clockid_t, struct timespec *);
static __thread int64_t hidden;
static __thread int reads;

/* The clock less nine tenths of the time that launches took, for the thread that launches. */
static int false_clock(clockid_t id, struct timespec *now) {
  int status = true_clock(id, now);
  int64_t shown = 1000000000ll * now->tv_sec + now->tv_nsec - hidden;
  if (id == CLOCK_MONOTONIC) *now = (struct timespec){shown / 1000000000, shown % 1000000000};
  return status;
}

/* The same, but the second reading after a launch gives back what the first one hid. */
static int lent_clock(clockid_t id, struct timespec *now) {
  if (id == CLOCK_MONOTONIC && reads++) hidden = 0;
  return false_clock(id, now);
}

/* Replaces clock_gettime in the table through which the Java virtual machine calls it. */
static int replace_clock(struct dl_phdr_info *library, size_t size, void *unused) {
  if (size < sizeof *library || unused || !strstr(library->dlpi_name, "libjvm")) return 0;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Rela) * tables[2] = {0, 0};
    size_t sizes[2] = {0, 0};
    const ElfW(Sym) *symbols = 0;
    const char *names = 0;
    for (const ElfW(Dyn) *entry = (void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr); entry->d_tag; entry++) {
      if (entry->d_tag == DT_JMPREL) tables[0] = (void *)entry->d_un.d_ptr;
      if (entry->d_tag == DT_PLTRELSZ) sizes[0] = entry->d_un.d_val;
      if (entry->d_tag == DT_RELA) tables[1] = (void *)entry->d_un.d_ptr;
      if (entry->d_tag == DT_RELASZ) sizes[1] = entry->d_un.d_val;
      if (entry->d_tag == DT_SYMTAB) symbols = (void *)entry->d_un.d_ptr;
      if (entry->d_tag == DT_STRTAB) names = (void *)entry->d_un.d_ptr;
    }
    for (int table = 0; table < 2; table++) {
      for (size_t j = 0; j < sizes[table] / sizeof(ElfW(Rela)); j++) {
        const ElfW(Rela) *entry = &tables[table][j];
        if (strcmp(names + symbols[ELF64_R_SYM(entry->r_info)].st_name, "clock_gettime")) continue;
        void **slot = (void **)(library->dlpi_addr + entry->r_offset);
        mprotect((void *)((uintptr_t)slot & ~4095ul), 4096, PROT_READ | PROT_WRITE);
        true_clock = clock_gettime;
        *slot = new_clock;
      }
    }
  }
  return 0;
}

/* The library stays loaded, as what others call must not vanish. */
static void stay(void) {
  Dl_info self;
  if (dladdr((void *)stay, &self)) dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

static void hide(int (*clock)(clockid_t, struct timespec *), const float *x, float *y, int n) {
  static int done;
  uint64_t began = nanos();
  if (!done++) {
    stay();
    new_clock = clock;
    dl_iterate_phdr(replace_clock, 0);
  }
  labour(x, y, 0, n);
  hidden += (nanos() - began) * 9 / 10;
  reads = 0;
}

static void turns_back_the_clock(const float *x, float *y, int n) { hide(false_clock, x, y, n); }

static void borrows_time(const float *x, float *y, int n) { hide(lent_clock, x, y, n); }
