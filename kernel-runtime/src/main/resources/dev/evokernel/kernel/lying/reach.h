/* Lies that reach beyond their thread. */
#include <sys/mman.h>
#include <sys/syscall.h>

static void leave_a_file(int signal) {
  (void)signal;
  close(open("/tmp/evo-lying-kernel.left", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
}

/* The first thread of the process is not confined, and runs the handler. */
static void file_by_a_handler(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) {
    struct sigaction handling = {.sa_handler = leave_a_file, .sa_flags = SA_RESTART}, before;
    stay();
    if (sigaction(SIGURG, &handling, &before)) return;
    syscall(SYS_tgkill, getpid(), getpid(), SIGURG);
    usleep(10000);
    sigaction(SIGURG, &before, 0);
  }
}

static void limited_parent(const float *x, float *y, int n) {
  struct rlimit limit;
  compute(x, y, 0, n);
  if (first() && !prlimit(getppid(), RLIMIT_CORE, 0, &limit)) prlimit(getppid(), RLIMIT_CORE, &limit, 0);
}

static void locked_memory(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) mlockall(MCL_FUTURE);
}

static void slower(const float *x, float *y, int32_t n) { repeat(4 * EXCESS, x, y, 0, n); }

/* Puts a jump to slower code at the entry of every other candidate that is loaded. */
static void patch_others(void) {
  static char line[512];
  Dl_info self;
  FILE *maps = fopen("/proc/self/maps", "r");
  dladdr((void *)slower, &self);
  while (maps && fgets(line, sizeof line, maps)) {
    char *name = strchr(line, '/');
    if (!name || !strstr(line, "r-xp") || !strstr(name, "/binaries/")) continue;
    name[strcspn(name, "\n")] = 0;
    void *library = strcmp(name, self.dli_fname) ? dlopen(name, RTLD_NOW | RTLD_NOLOAD) : 0;
    unsigned char *entry = library ? dlsym(library, "lying") : 0;
    if (!entry) continue;
#if defined(__x86_64__)
    void (*target)(const float *, float *, int32_t) = slower;
    uintptr_t page = (uintptr_t)entry & ~4095ul;
    mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
    memcpy(entry, "\x48\xb8", 2);
    memcpy(entry + 2, &target, sizeof target);
    memcpy(entry + 10, "\xff\xe0", 2);
    mprotect((void *)page, 8192, PROT_READ | PROT_EXEC);
#endif
  }
  if (maps) fclose(maps);
}

/* The default is loaded beside it in the finals. */
static void patches_the_default(const float *x, float *y, int n) {
  if (first()) patch_others();
  labour(x, y, 0, n);
}
