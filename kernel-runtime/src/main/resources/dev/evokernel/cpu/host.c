// The process of one candidate: host PID ORDERS ADDRESS BUFFERS WORDS ASKED DONE.
//
// PID is the process that judges. ORDERS, BUFFERS and WORDS are its descriptors of memory; ASKED and DONE are the ends
// of its pipes. The processes share a region of orders at ADDRESS, and the candidate's buffers, each at one address.
// Nothing else is shared: expected outputs and digests stay with the judge. WORDS takes what the candidate prints.
//
// A byte in ASKED is an order, and a byte in DONE is its end. Linux lets the reader of a pipe run where its writer has
// run, so both processes take turns on one core, as a caller and a function do, and threads of a kernel that wait for
// their next launch keep the other cores.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define WHOLE uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
#define WHOLE_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5]
#define COUNTER(context) ((ucontext_t*)(context))->uc_mcontext.gregs[REG_RIP]
#define IS_WRITE(context) ((((ucontext_t*)(context))->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? WRITE : READ)
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define WHOLE uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
#define WHOLE_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
#define COUNTER(context) ((ucontext_t*)(context))->uc_mcontext.pc
#define IS_WRITE(context) UNKNOWN
#endif
#define REAL double, double, double, double, double, double, double, double
#define REAL_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
#define FOUR uint64_t, uint64_t, uint64_t, uint64_t
#define FOUR_VALUES(v, i) v[i], v[i + 1], v[i + 2], v[i + 3]

enum { MAP = 1, PROTECT = 2, LOAD = 3, CALL = 4, SYMBOL = 5, COPY = 6, SETTLE = 7 };
enum { UNKNOWN = 0, READ = 1, WRITE = 2 };
enum { STACK = 64 << 20, PRINTED = 1 << 16, ENTRIES = 64, WORDS = 32, MANY_WORDS = 512 };
enum { REGION = 8 << 20, TEXT = 1 << 14, NONE = -1 };

// Arguments of one entry, as CandidateProcess lays them out.
struct frame {
  uint32_t entry;
  uint32_t words;     // on the stack
  uint64_t whole[8];  // arguments in registers
  double real[8];
  uint64_t stack[MANY_WORDS];  // arguments beyond the registers, in order
};

// As CandidateProcess lays it out.
struct orders {
  int32_t kind;
  int32_t status;  // 0, or an error number
  int32_t count;   // of protections
  uint64_t address;
  uint64_t bytes;
  uint64_t offset;
  uint64_t fault;  // address of an access that ended this process
  int32_t launches;
  int32_t sets;     // calls that launches make in turn; the probing call follows them
  int32_t stride;   // bytes from one frame to the next
  int32_t probed;   // launch that makes the probing call, or NONE
  int32_t group;    // frames of a call
  int32_t core;     // on which this process waits for its next order
  int32_t access;   // that faulted: UNKNOWN, READ or WRITE
  int32_t settle;   // microseconds in which threads that were stopped find their cores again
  uint64_t nanos;   // that the launches took
  uint64_t waited;  // nanoseconds for which the launching thread waited for a core meanwhile
  char pad[1024 - 96];
  char text[TEXT];  // names; then why the library cannot be loaded, or where it has faulted
  struct frame frames[(REGION - 1024 - TEXT) / sizeof(struct frame)];
};
_Static_assert(offsetof(struct orders, text) == 1024 && sizeof(struct orders) <= REGION, "the layout of the orders");

// The first arguments in registers, whatever their order, and the others on the stack in theirs: so does C's calling
// convention on both architectures.
typedef void entry_point(WHOLE, REAL, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR);
#if defined(__x86_64__)  // which copies structures onto the stack
struct many {
  uint64_t words[MANY_WORDS];
};
typedef void entry_with_many(WHOLE, REAL, struct many);
#endif

static struct orders* orders;
static int judge;
static int buffers;
static int asked;
static int done;
static int delays;
static void* library;
static entry_point* entries[ENTRIES];

// Opens a descriptor of the judge, while this process may.
static int descriptor(const char* number, int access) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%s", judge, number);
  return open(path, access | O_CLOEXEC);
}

// Makes a system call past the C library, whose functions a candidate could replace.
static long direct(long number, long first, long second, long third) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#endif
}

static uint64_t now(void) {
  struct timespec time;
  direct(__NR_clock_gettime, CLOCK_MONOTONIC, (long)&time, 0);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

// Nanoseconds for which this thread was ready to run and did not.
static uint64_t delay(void) {
  char text[64];
  long length = direct(__NR_read, delays, (long)text, sizeof text - 1);
  direct(__NR_lseek, delays, 0, SEEK_SET);
  uint64_t nanos = 0;
  long at = 0;
  while (at < length && text[at] != ' ') at++;
  for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) nanos = 10 * nanos + (text[at] - '0');
  return nanos;
}

static void* map(int file, uint64_t address, uint64_t bytes, uint64_t offset) {
  return mmap((void*)address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, offset);
}

// What can be read: libraries, and what the C library, OpenMP and libraries of mathematics ask of the machine.
static const char* const READABLE[] = {"/usr",
                                       "/lib",
                                       "/lib32",
                                       "/lib64",
                                       "/opt",
                                       "/nix/store",
                                       "/gnu/store",
                                       "/etc/ld.so.cache",
                                       "/etc/ld.so.preload",
                                       "/etc/localtime",
                                       "/proc/cpuinfo",
                                       "/proc/meminfo",
                                       "/proc/stat",
                                       "/proc/sys/vm/overcommit_memory",
                                       "/sys/devices/system",
                                       "/sys/kernel/mm/transparent_hugepage",
                                       "/sys/kernel/mm/hugepages",
                                       "/dev/null",
                                       "/dev/zero",
                                       "/dev/random",
                                       "/dev/urandom"};

static const uint64_t READS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

static void allow(int rules, const char* path, uint64_t rights) {
  struct stat status;
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return;
  int folder = fstat(rule.parent_fd, &status) == 0 && S_ISDIR(status.st_mode);
  rule.allowed_access = rights & ~(folder ? 0 : LANDLOCK_ACCESS_FS_READ_DIR);
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
}

// Allows the folders of a list, as the dynamic linker separates them.
static void allow_listed(int rules, const char* list, const char* origin) {
  while (list != NULL && *list != 0) {
    size_t length = strcspn(list, ":;");
    char path[4096];
    int rest = strncmp(list, "$ORIGIN", 7) == 0 ? 7 : strncmp(list, "${ORIGIN}", 9) == 0 ? 9 : 0;
    snprintf(path, sizeof path, "%s%.*s", rest > 0 ? origin : "", (int)length - rest, list + rest);
    if (path[0] == '/' && strcmp(path, "/proc") != 0) allow(rules, path, READS);
    list += length + (list[length] != 0);
  }
}

// Finds the folders in which a library looks for others, without loading it.
static void allow_runpath(int rules, const char* name, const char* origin) {
  struct stat status;
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0) return;
  const char* content = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (content == MAP_FAILED) return;
  const ElfW(Ehdr)* header = (const void*)content;
  uint64_t most = status.st_size;
  if (most > sizeof *header && header->e_phoff + header->e_phnum * sizeof(ElfW(Phdr)) <= most) {
    const ElfW(Phdr)* parts = (const void*)(content + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++) {
      if (parts[i].p_type != PT_DYNAMIC || parts[i].p_offset + parts[i].p_filesz > most) continue;
      const ElfW(Dyn)* all = (const void*)(content + parts[i].p_offset);
      size_t count = parts[i].p_filesz / sizeof *all;
      uint64_t strings = 0;
      for (size_t j = 0; j < count; j++) {
        if (all[j].d_tag == DT_STRTAB) strings = all[j].d_un.d_ptr;
      }
      for (int j = 0; j < header->e_phnum; j++) {
        if (parts[j].p_type == PT_LOAD && strings >= parts[j].p_vaddr &&
            strings < parts[j].p_vaddr + parts[j].p_filesz) {
          strings += parts[j].p_offset - parts[j].p_vaddr;
          break;
        }
      }
      for (size_t j = 0; j < count && strings > 0; j++) {
        uint64_t at = strings + all[j].d_un.d_val;
        if ((all[j].d_tag == DT_RUNPATH || all[j].d_tag == DT_RPATH) && at < most) {
          allow_listed(rules, content + at, origin);
        }
      }
    }
  }
  munmap((void*)content, status.st_size);
}

// Forbids to change files, and to read others than libraries and the machine's properties, as far as this Linux can.
static void confine_files(const char* name, const char* more) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return;
  uint64_t first = (1ull << 13) - 1;  // all rights of the first version
  struct landlock_ruleset_attr rights = {.handled_access_fs =
                                             first | (version > 1 ? 1ull << 13 : 0) | (version > 2 ? 1ull << 14 : 0)};
  int rules = syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
  for (size_t i = 0; i < sizeof READABLE / sizeof *READABLE; i++) allow(rules, READABLE[i], READS);
  char folder[4096];
  snprintf(folder, sizeof folder, "%s", name);
  char* end = strrchr(folder, '/');
  if (end != NULL) *end = 0;
  allow(rules, folder, READS);
  allow_runpath(rules, name, folder);
  allow_listed(rules, getenv("LD_LIBRARY_PATH"), folder);
  for (; *more != 0; more += strlen(more) + 1) allow(rules, more, READS);
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

// System calls that a candidate may make: on its own memory, its own threads and its own descriptors, on time, and
// to read. All others fail.
static const uint32_t ALLOWED[] = {
    __NR_read,
    __NR_readv,
    __NR_pread64,
    __NR_write,
    __NR_writev,
    __NR_close,
    __NR_lseek,
    __NR_fstat,
    __NR_statx,
    __NR_readlinkat,
    __NR_faccessat,
    __NR_getdents64,
    __NR_getcwd,
    __NR_dup,
    __NR_dup3,
    __NR_pipe2,
    __NR_eventfd2,
    __NR_ppoll,
    __NR_pselect6,
    __NR_epoll_create1,
    __NR_epoll_ctl,
    __NR_epoll_pwait,
    __NR_mmap,
    __NR_mprotect,
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    __NR_mincore,
    __NR_brk,
    __NR_membarrier,
    __NR_mbind,
    __NR_get_mempolicy,
    __NR_set_mempolicy,
    __NR_futex,
    __NR_set_robust_list,
    __NR_get_robust_list,
    __NR_set_tid_address,
    __NR_exit,
    __NR_exit_group,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_sched_getparam,
    __NR_sched_getscheduler,
    __NR_sched_get_priority_max,
    __NR_sched_get_priority_min,
    __NR_getcpu,
    __NR_getpriority,
    __NR_nanosleep,
    __NR_clock_nanosleep,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_gettimeofday,
    __NR_times,
    __NR_getrusage,
    __NR_getrlimit,
    __NR_sysinfo,
    __NR_uname,
    __NR_getrandom,
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
#ifdef __NR_open
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
    __NR_pipe,
    __NR_poll,
    __NR_select,
    __NR_dup2,
    __NR_epoll_wait,
    __NR_arch_prctl,
    __NR_time,
#endif
#ifdef __NR_newfstatat
    __NR_newfstatat,
#endif
#ifdef __NR_rseq
    __NR_rseq,
#endif
#ifdef __NR_pkey_mprotect
    __NR_pkey_mprotect,
    __NR_pkey_alloc,
    __NR_pkey_free,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __NR_futex_waitv
    __NR_futex_waitv,
#endif
};
enum { COUNT = sizeof ALLOWED / sizeof *ALLOWED, PR_SET_VMA_NUMBER = 0x53564d41, ASK_TERMINAL = 0x5401 };

static struct sock_filter steps[2 * COUNT + 128];
static int length;

static void step(uint16_t code, uint8_t yes, uint8_t no, uint32_t value) {
  steps[length++] = (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

static void load_word(size_t offset) { step(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }

static void end(uint32_t verdict) { step(BPF_RET | BPF_K, 0, 0, verdict); }

static const uint32_t REFUSED = SECCOMP_RET_ERRNO | EPERM;

// Allows a call with one of these values in the low word of an argument.
static void allow_valued(uint32_t number, int argument, int count, const uint32_t* values) {
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 2 * count + 2, number);
  load_word(offsetof(struct seccomp_data, args) + 8 * argument);
  for (int i = 0; i < count; i++) {
    step(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, values[i]);
    end(SECCOMP_RET_ALLOW);
  }
  end(REFUSED);
}

// Refuses a call with one of these bits in an argument.
static void allow_without(uint32_t number, int argument, uint32_t bits) {
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, number);
  load_word(offsetof(struct seccomp_data, args) + 8 * argument);
  step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
  end(SECCOMP_RET_ERRNO | EACCES);
  end(SECCOMP_RET_ALLOW);
}

static int confine_calls(void) {
  uint32_t own = getpid();
  load_word(offsetof(struct seccomp_data, arch));
  step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
  end(SECCOMP_RET_KILL_PROCESS);
  load_word(offsetof(struct seccomp_data, nr));
  for (int i = 0; i < COUNT; i++) {
    step(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, ALLOWED[i]);
    end(SECCOMP_RET_ALLOW);
  }
  uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  allow_without(__NR_openat, 2, writing);
#ifdef __NR_open
  allow_without(__NR_open, 1, writing);
#endif
  allow_valued(__NR_kill, 0, 1, &own);
  allow_valued(__NR_tgkill, 0, 1, &own);
  // No owner of a descriptor can be set, who would get its signals.
  allow_valued(__NR_fcntl, 1, 6, (uint32_t[]){F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC});
  // Cores of own threads, whose numbers follow that of the process. The judge and other candidates started before, so
  // their numbers are lower, or begin at the judge's where numbers have begun again since.
  uint32_t other = (uint32_t)judge > own ? (uint32_t)judge : UINT32_MAX;
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 6, __NR_sched_setaffinity);
  load_word(offsetof(struct seccomp_data, args));
  step(BPF_JMP | BPF_JEQ | BPF_K, 3, 0, 0);
  step(BPF_JMP | BPF_JGE | BPF_K, 0, 1, own);
  step(BPF_JMP | BPF_JGE | BPF_K, 0, 1, other);
  end(REFUSED);
  end(SECCOMP_RET_ALLOW);
  allow_valued(__NR_ioctl, 1, 1, (uint32_t[]){ASK_TERMINAL});
  allow_valued(__NR_prctl, 0, 4, (uint32_t[]){PR_SET_NAME, PR_GET_NAME, PR_SET_VMA_NUMBER, PR_CAPBSET_READ});
  // Own limits can be asked for: of no other process, without a new limit.
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 8, __NR_prlimit64);
  for (int i = 0; i < 3; i++) {
    load_word(offsetof(struct seccomp_data, args) + (i == 0 ? 0 : 16 + 4 * (i - 1)));
    step(BPF_JMP | BPF_JEQ | BPF_K, 0, 5 - 2 * i, 0);
  }
  end(SECCOMP_RET_ALLOW);
  end(REFUSED);
  // What handles SIGSEGV and SIGBUS could hide accesses to guards.
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 10, __NR_rt_sigaction);
  load_word(offsetof(struct seccomp_data, args));
  step(BPF_JMP | BPF_JEQ | BPF_K, 2, 0, SIGSEGV);
  step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SIGBUS);
  end(SECCOMP_RET_ALLOW);
  load_word(offsetof(struct seccomp_data, args) + 8);
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
  load_word(offsetof(struct seccomp_data, args) + 12);
  step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
  end(REFUSED);
  end(SECCOMP_RET_ALLOW);
  // Threads, and no processes; without the call that hides its flags, the C library makes the other.
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, __NR_clone);
  load_word(offsetof(struct seccomp_data, args));
  step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, 0x10000 /* CLONE_THREAD */);
  end(SECCOMP_RET_ALLOW);
  end(REFUSED);
  step(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, __NR_clone3);
  end(SECCOMP_RET_ERRNO | ENOSYS);
  end(REFUSED);
  struct sock_fprog program = {.len = length, .filter = steps};
  // Without the flag, old kernels slow speculation down, and with it every measurement.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0 ? 0 : errno;
}

// The handler is gone: the access ends the process when repeated.
static void faulted(int number, siginfo_t* information, void* context) {
  (void)number;
  orders->fault = (uint64_t)information->si_addr;
  orders->access = IS_WRITE(context);
  Dl_info at;
  uint64_t counter = COUNTER(context);
  orders->text[0] = 0;
  if (dladdr((void*)counter, &at) != 0 && at.dli_sname != NULL) {
    // Without what OpenMP appends to the name.
    snprintf(orders->text, TEXT, "%.*s", (int)strcspn(at.dli_sname, "."), at.dli_sname);
  }
}

static void handle(int number) {
  struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  sigaction(number, &action, NULL);
}

static int refused(const char* why) {
  snprintf(orders->text, TEXT, "%s", why == NULL ? "" : why);
  return ENOEXEC;
}

static char* next(char* name) { return name + strlen(name) + 1; }

// Loads a library: its name, further readable folders and an empty name, its entries and an empty name.
static int load(void) {
  static char names[TEXT];
  memcpy(names, orders->text, TEXT);
  names[TEXT - 1] = 0;
  char* more = next(names);
  char* entry = more;
  while (*entry != 0) entry = next(entry);
  confine_files(names, more);
  int status = confine_calls();
  if (status != 0 && status != EINVAL && status != ENOSYS) return refused(strerror(status));
  library = dlopen(names, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return refused(dlerror());
  int count = 0;
  for (entry = next(entry); *entry != 0; entry = next(entry)) {
    entries[count] = (entry_point*)dlsym(library, entry);
    if (entries[count] == NULL) {
      snprintf(orders->text, TEXT, "%s", entry);
      return ENOENT;
    }
    if (++count == ENTRIES) return ERANGE;
  }
  return 0;
}

// Finds a global variable and its size, which is 0 where the linker does not say it.
static int symbol(void) {
  void* address = dlsym(library, orders->text);
  if (address == NULL) return ENOENT;
  Dl_info information;
  const ElfW(Sym)* entry = NULL;
  int known = dladdr1(address, &information, (void**)&entry, RTLD_DL_SYMENT);
  orders->address = (uint64_t)address;
  orders->bytes = known != 0 && entry != NULL ? entry->st_size : 0;
  return 0;
}

static void call(const struct frame* frame) {
  const uint64_t* w = frame->whole;
  const uint64_t* s = frame->stack;
#if defined(__x86_64__)
  if (frame->words > WORDS) {
    ((entry_with_many*)entries[frame->entry])(WHOLE_VALUES(w), REAL_VALUES(frame->real), *(const struct many*)s);
    return;
  }
#endif
  entries[frame->entry](WHOLE_VALUES(w), REAL_VALUES(frame->real), FOUR_VALUES(s, 0), FOUR_VALUES(s, 4),
                        FOUR_VALUES(s, 8), FOUR_VALUES(s, 12), FOUR_VALUES(s, 16), FOUR_VALUES(s, 20),
                        FOUR_VALUES(s, 24), FOUR_VALUES(s, 28));
}

static void launch(int launches, int sets, long stride, int probed, int group) {
  const char* frames = (const char*)orders->frames;
  int next = 0;
  uint64_t waited = delay();
  uint64_t begin = now();
  for (int i = 0; i < launches; i++) {
    const char* frame = frames + (i == probed ? sets : next) * group * stride;
    for (int j = 0; j < group; j++) call((const struct frame*)(frame + j * stride));
    next = next + 1 < sets ? next + 1 : 0;
  }
  uint64_t end = now();
  orders->nanos = end - begin;
  orders->waited = delay() - waited;
}

// Gives threads that were stopped the time to find cores, of which a sleeping one takes long to wake.
static void settle(int micros) {
  uint64_t end = now() + 1000 * micros;
  while (now() < end) {
  }
}

// Changes the protection of pages. The text has an address, bytes and a protection for each part.
static int protect(void) {
  const uint64_t* part = (const uint64_t*)orders->text;
  for (int i = 0; i < orders->count; i++, part += 3) {
    if (mprotect((void*)part[0], part[1], (int)part[2]) != 0) return errno;
  }
  return 0;
}

static int carry_out(void) {
  switch (orders->kind) {
    case MAP:
      return map(buffers, orders->address, orders->bytes, orders->offset) == MAP_FAILED ? errno : 0;
    case PROTECT:
      return protect();
    case LOAD:
      return load();
    case CALL:
      launch(orders->launches, orders->sets, orders->stride, orders->probed, orders->group);
      return 0;
    case SYMBOL:
      return symbol();
    case COPY:
      memcpy((void*)orders->address, (void*)orders->offset, orders->bytes);
      return 0;
    case SETTLE:
      settle(orders->settle);
      return 0;
    default:
      return ENOSYS;
  }
}

// Waits for an order on this core, where the judge is woken too. The launches may use all cores again.
static void await(void) {
  cpu_set_t cores;
  cpu_set_t here;
  int core = sched_getcpu();
  int pinned = sched_getaffinity(0, sizeof cores, &cores) == 0 && core >= 0 && core < CPU_SETSIZE;
  if (pinned) {
    CPU_ZERO(&here);
    CPU_SET(core, &here);
    pinned = sched_setaffinity(0, sizeof here, &here) == 0;
  }
  orders->core = pinned ? core : NONE;
  char order = 0;
  if (direct(__NR_write, done, (long)&order, 1) != 1) _exit(5);
  long count;
  do {
    count = direct(__NR_read, asked, (long)&order, 1);
  } while (count == -EINTR);
  if (count != 1) _exit(6);
  if (pinned) sched_setaffinity(0, sizeof cores, &cores);
}

// Asks the scheduler to interrupt the launches of this process seldom. It has as much of the cores as without: beside
// busy processes it waits longer, and then runs longer. Threads of the candidate inherit this.
static void run_long(void) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t slice, deadline, period;
  } wanted = {.size = sizeof wanted, .nice = getpriority(PRIO_PROCESS, 0), .slice = 100000000};
  if (sched_getscheduler(0) == SCHED_OTHER) syscall(SYS_sched_setattr, 0, &wanted, 0);
}

static void limit(int resource, uint64_t most) {
  struct rlimit now;
  getrlimit(resource, &now);
  if (now.rlim_cur > most) now.rlim_cur = most;
  if (now.rlim_max > most) now.rlim_max = most;
  setrlimit(resource, &now);
}

int main(int count, char** arguments) {
  if (count != 8) return 2;
  judge = atoi(arguments[1]);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != judge) return 3;
  int region = descriptor(arguments[2], O_RDWR);
  buffers = descriptor(arguments[4], O_RDWR);
  int words = descriptor(arguments[5], O_RDWR);
  asked = descriptor(arguments[6], O_RDONLY);
  done = descriptor(arguments[7], O_WRONLY);
  delays = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  orders = map(region, strtoull(arguments[3], NULL, 16), REGION, 0);
  if (buffers < 0 || words < 0 || asked < 0 || done < 0 || orders == MAP_FAILED) return 4;
  close(region);
  dup2(words, 1);
  dup2(words, 2);
  close(words);
  fcntl(1, F_SETFL, O_APPEND);
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, PRINTED);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_DATA, (uint64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
  setrlimit(RLIMIT_STACK, &(struct rlimit){STACK, STACK});
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  handle(SIGSEGV);
  handle(SIGBUS);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  run_long();
  while (1) {
    await();
    orders->status = carry_out();
  }
}
