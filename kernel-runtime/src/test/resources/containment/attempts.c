/* Each attempt returns 0 when it succeeds, and otherwise errno. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static int closed(int descriptor) {
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

int write_file(const char *file) { return closed(open(file, O_WRONLY)); }

int truncate_file(const char *file) { return truncate(file, 0) ? errno : 0; }

int read_file(const char *file) { return closed(open(file, O_RDONLY)); }

int make_file(const char *file) { return closed(open("made.txt", O_CREAT | O_WRONLY, 0600)); }

int remove_file(const char *file) { return unlink(file) ? errno : 0; }

int make_folder(const char *file) { return mkdir("/tmp/made-by-an-attempt", 0700) ? errno : 0; }

int write_null(const char *file) { return closed(open("/dev/null", O_WRONLY)); }

int internet(const char *file) { return closed(socket(AF_INET, SOCK_STREAM, 0)); }

int internet6(const char *file) { return closed(socket(AF_INET6, SOCK_DGRAM, 0)); }

int local_socket(const char *file) { return closed(socket(AF_UNIX, SOCK_STREAM, 0)); }

int async_calls(const char *file) { return syscall(425, 1, 0) < 0 ? errno : 0; }

int system_memory(const char *file) {
  int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (id < 0) return errno;
  shmctl(id, IPC_RMID, 0);
  return 0;
}

int sibling(const char *file) {
  long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return child < 0 ? errno : 0;
}

static int status;

int write_file_of_a_child(const char *file) {
  int child = fork();
  if (child == 0) _exit(write_file(file));
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static void *on_thread(void *file) {
  status = write_file(file);
  return 0;
}

int write_file_of_a_thread(const char *file) {
  pthread_t thread;
  if (pthread_create(&thread, 0, on_thread, (void *)file)) return -1;
  pthread_join(thread, 0);
  return status;
}

static volatile int left = -1;
static const char *volatile target;

static void on_another_thread(int signal) { left = write_file(target); }

/* The first thread keeps its rights, and runs the handler. */
int write_file_by_a_handler(const char *file) {
  struct sigaction handling = {.sa_handler = on_another_thread, .sa_flags = SA_RESTART}, before;
  target = file;
  if (sigaction(SIGURG, &handling, &before)) return errno;
  int error = syscall(SYS_tgkill, getpid(), getpid(), SIGURG) ? errno : 0;
  for (int i = 0; !error && left < 0 && i < 1000; i++) usleep(1000);
  sigaction(SIGURG, &before, 0);
  return error ? error : left;
}

int ask_for_a_handler(const char *file) {
  struct sigaction now;
  return sigaction(SIGURG, 0, &now) ? errno : 0;
}

int change_mode(const char *file) { return chmod(file, 0777) ? errno : 0; }

int change_mode_of_a_descriptor(const char *file) { return fchmod(open(file, O_RDONLY), 0777) ? errno : 0; }

int change_owner(const char *file) { return chown(file, getuid(), getgid()) ? errno : 0; }

int set_attribute(const char *file) { return setxattr(file, "user.evo", "1", 1, 0) ? errno : 0; }

int set_time(const char *file) {
  struct timespec times[2] = {{1, 0}, {1, 0}};
  return utimensat(AT_FDCWD, file, times, 0) ? errno : 0;
}

int limit_the_parent(const char *file) {
  struct rlimit limit;
  if (prlimit(getppid(), RLIMIT_CORE, 0, &limit)) return errno;
  return prlimit(getppid(), RLIMIT_CORE, &limit, 0) ? errno : 0;
}

int signal_the_parent(const char *file) { return kill(getppid(), 0) ? errno : 0; }

int signal_the_group(const char *file) { return kill(0, 0) ? errno : 0; }

int signal_itself(const char *file) {
  return kill(getpid(), 0) || syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0) ? errno : 0;
}

int signal_by_thread(const char *file) { return syscall(SYS_tkill, syscall(SYS_gettid), 0) ? errno : 0; }

int queue_a_signal(const char *file) {
  siginfo_t info = {.si_code = SI_QUEUE};
  return syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), 0, &info) ? errno : 0;
}

int write_memory_of_a_process(const char *file) {
  int from = 1, to = 0;
  struct iovec source = {&from, sizeof from}, sink = {&to, sizeof to};
  return process_vm_writev(getpid(), &source, 1, &sink, 1, 0) < 0 ? errno : 0;
}

int trace(const char *file) { return ptrace(PTRACE_CONT, getpid(), 0, 0) ? errno : 0; }

int open_a_process(const char *file) { return closed(syscall(434, getpid(), 0)); }

int lock_all_memory(const char *file) { return mlockall(0) ? errno : 0; }

int set_the_clock(const char *file) { return syscall(SYS_clock_settime, CLOCK_REALTIME, 0) ? errno : 0; }

int renice_the_group(const char *file) { return setpriority(PRIO_PGRP, 0, getpriority(PRIO_PGRP, 0)) ? errno : 0; }

int renice_itself(const char *file) { return setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)) ? errno : 0; }

int limit_itself(const char *file) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) || setrlimit(RLIMIT_NOFILE, &limit) ? errno : 0;
}

int run_a_program(const char *file) { return system("true"); }

int dump_core(const char *file) {
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  return limit.rlim_cur == 0 ? EPERM : 0;
}

int take_all_memory(const char *file) {
  void *memory = malloc(1ul << 46);
  if (!memory) return errno;
  free(memory);
  return 0;
}
