// The process of one isolated candidate: host PID ORDERS ADDRESS BUFFERS.
//
// PID is the process that judges; ORDERS and BUFFERS are its descriptors of memory. It shares a page of orders at
// ADDRESS, and the candidate's buffers, each at the address that it has there. Nothing else is shared: expected
// outputs, digests and clocks stay with the judge.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define WHOLE uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
#define WHOLE_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5]
#define PAUSE __builtin_ia32_pause()
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define WHOLE uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
#define WHOLE_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
#define PAUSE __asm__ volatile("yield")
#endif
#ifndef __NR_fork  // there, clone does it
#define __NR_fork __NR_execve
#define __NR_vfork __NR_execve
#endif
#define REAL double, double, double, double, double, double, double, double
#define REAL_VALUES(v) v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
#define FOUR uint64_t, uint64_t, uint64_t, uint64_t
#define FOUR_VALUES(v, i) v[i], v[i + 1], v[i + 2], v[i + 3]

enum { BEGIN = 0, MAP = 1, PROTECT = 2, LOAD = 3, CALL = 4 };
#define REFER (1ull << 13)
#define TRUNCATE (1ull << 14)
enum { SPINS = 4000, STACK = 64 << 20 };

// As IsolatedProcess lays it out.
struct orders {
  _Atomic uint32_t asked;  // number of the last order
  _Atomic uint32_t done;   // number of the last order that was carried out
  _Atomic uint32_t sleeping;
  int32_t kind;
  int32_t status;  // 0, or an error number
  int32_t protection;
  uint64_t address;
  uint64_t bytes;
  uint64_t offset;
  uint64_t fault;     // address of an access that ended this process
  uint64_t whole[8];  // arguments in registers
  double real[8];
  uint64_t stack[32];  // arguments beyond the registers, in order
  char text[2048];     // library and entry, each ended by a zero; then why the library cannot be loaded
};

// The first arguments in registers, whatever their order, and the others on the stack in theirs: so does C's calling
// convention on both architectures.
typedef void entry_point(WHOLE, REAL, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR, FOUR);

static struct orders* orders;
static int judge;
static int buffers;
static entry_point* entry;

// Opens memory of the judge, while this process may.
static int descriptor(const char* number) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%s", judge, number);
  return open(path, O_RDWR | O_CLOEXEC);
}

static void* map(int file, uint64_t address, uint64_t bytes, uint64_t offset) {
  return mmap((void*)address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, offset);
}

// Forbids to change files, as far as this Linux can.
static void forbid_writing(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return;
  uint64_t write = LANDLOCK_ACCESS_FS_WRITE_FILE;
  uint64_t handled = write | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                     LANDLOCK_ACCESS_FS_MAKE_SYM | (version > 1 ? REFER : 0) | (version > 2 ? TRUNCATE : 0);
  struct landlock_ruleset_attr rights = {.handled_access_fs = handled};
  int rules = syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
  struct landlock_path_beneath_attr null = {.allowed_access = write, .parent_fd = open("/dev/null", O_PATH)};
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &null, 0);
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(null.parent_fd);
  close(rules);
}

// What a candidate starts would go on while this process is stopped; the other calls reach beyond this process.
static const uint32_t DENIED[] = {__NR_fork,
                                  __NR_vfork,
                                  __NR_execve,
                                  __NR_execveat,
                                  __NR_ptrace,
                                  __NR_process_vm_readv,
                                  __NR_process_vm_writev,
                                  __NR_socket,
                                  __NR_io_uring_setup,
                                  __NR_userfaultfd,
                                  __NR_pidfd_open,
                                  __NR_pidfd_getfd,
                                  __NR_pidfd_send_signal,
                                  __NR_kill,
                                  __NR_rt_sigqueueinfo,
                                  __NR_shmget,
                                  __NR_semget,
                                  __NR_msgget,
                                  __NR_mq_open,
                                  __NR_add_key,
                                  __NR_keyctl};
enum { DENIALS = sizeof DENIED / sizeof *DENIED };

static int forbid_calls(void) {
  struct sock_filter steps[DENIALS + 14] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, DENIALS + 3, 0),  // calls of another width
  };
  for (int i = 0; i < DENIALS; i++) {
    steps[5 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, DENIED[i], DENIALS + 2 - i, 0);
  }
  struct sock_filter last[] = {
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 3, 0),  // the C library falls back to clone
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 3, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000 /* CLONE_THREAD */, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  memcpy(steps + 5 + DENIALS, last, sizeof last);
  struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

static void faulted(int number, siginfo_t* information, void* context) {
  (void)number;
  (void)context;
  orders->fault = (uint64_t)information->si_addr;  // The handler is gone: the access ends the process when repeated.
}

static void handle(int number) {
  struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  sigaction(number, &action, NULL);
}

static int load(void) {
  const char* name = orders->text + strlen(orders->text) + 1;
  void* library = dlopen(orders->text, RTLD_NOW | RTLD_LOCAL);
  if (library != NULL) entry = (entry_point*)dlsym(library, name);
  if (library == NULL || entry == NULL) {
    const char* why = library == NULL ? dlerror() : "";
    snprintf(orders->text, sizeof orders->text, "%s", why == NULL ? "" : why);
    return library == NULL ? ENOEXEC : ENOENT;
  }
  return 0;
}

static int carry_out(void) {
  switch (orders->kind) {
    case BEGIN:
      return 0;
    case MAP:
      return map(buffers, orders->address, orders->bytes, orders->offset) == MAP_FAILED ? errno : 0;
    case PROTECT:
      return mprotect((void*)orders->address, orders->bytes, orders->protection) == 0 ? 0 : errno;
    case LOAD:
      return load();
    case CALL: {
      const uint64_t* s = orders->stack;
      entry(WHOLE_VALUES(orders->whole), REAL_VALUES(orders->real), FOUR_VALUES(s, 0), FOUR_VALUES(s, 4),
            FOUR_VALUES(s, 8), FOUR_VALUES(s, 12), FOUR_VALUES(s, 16), FOUR_VALUES(s, 20), FOUR_VALUES(s, 24),
            FOUR_VALUES(s, 28));
      return 0;
    }
    default:
      return ENOSYS;
  }
}

static uint32_t await(uint32_t last) {
  while (1) {
    for (int i = 0; i < SPINS; i++) {
      uint32_t asked = atomic_load(&orders->asked);
      if (asked != last) return asked;
      PAUSE;
    }
    atomic_store(&orders->sleeping, 1);
    syscall(SYS_futex, &orders->asked, FUTEX_WAIT, last, NULL, NULL, 0);
    atomic_store(&orders->sleeping, 0);
  }
}

int main(int count, char** arguments) {
  if (count != 5) return 2;
  judge = atoi(arguments[1]);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != judge) return 3;
  int page = descriptor(arguments[2]);
  buffers = descriptor(arguments[4]);
  orders = map(page, strtoull(arguments[3], NULL, 16), sysconf(_SC_PAGESIZE), 0);
  if (buffers < 0 || orders == MAP_FAILED) return 4;
  close(page);
  setrlimit(RLIMIT_STACK, &(struct rlimit){STACK, STACK});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  handle(SIGSEGV);
  handle(SIGBUS);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  forbid_writing();
  int refused = forbid_calls();
  uint32_t number = 0;
  while (1) {
    number = await(number);
    orders->status = refused != 0 ? refused : carry_out();
    atomic_store(&orders->done, number);
    syscall(SYS_futex, &orders->done, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
}
