/* Each attempt returns 0 when it succeeds, and otherwise errno, which its entry writes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
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
  if (child < 0) return errno;
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

static void handle(int signal) {}

static int handled(int signal) {
  struct sigaction handling = {.sa_handler = handle}, before;
  return sigaction(signal, &handling, &before) ? errno : 0;
}

int handle_an_access(const char *file) { return handled(SIGSEGV); }

int handle_a_bus_error(const char *file) { return handled(SIGBUS); }

int handle_a_signal(const char *file) { return handled(SIGURG); }

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

int run_a_program(const char *file) {
  execl("/bin/true", "true", (char *)0);
  return errno;
}

int pin_another_process(const char *file) {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  return sched_setaffinity(getppid(), sizeof cores, &cores) ? errno : 0;
}

int pin_itself(const char *file) {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  return sched_setaffinity(gettid(), sizeof cores, &cores) ? errno : 0;
}

int own_a_descriptor(const char *file) {
  int ends[2];
  return pipe(ends) || fcntl(ends[0], F_SETOWN, getppid()) ? errno : 0;
}

int reschedule(const char *file) {
  struct sched_param parameters = {0};
  return sched_setscheduler(0, SCHED_BATCH, &parameters) ? errno : 0;
}

int set_a_timer(const char *file) {
  alarm(1000);
  struct itimerval timer = {{1000, 0}, {1000, 0}};
  return setitimer(ITIMER_REAL, &timer, 0) ? errno : 0;
}

int new_namespace(const char *file) { return unshare(CLONE_NEWUSER) ? errno : 0; }

int count_events(const char *file) { return closed(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0)); }

int open_by_structure(const char *file) {
  unsigned long how[3] = {O_RDONLY, 0, 0};
  return closed(syscall(437, AT_FDCWD, file, how, sizeof how));
}

int late_faults(const char *file) { return closed(syscall(SYS_userfaultfd, 0)); }

int change_folder(const char *file) { return chdir("/usr") ? errno : 0; }

int change_mask(const char *file) { return syscall(SYS_umask, 077) < 0 ? errno : 0; }

int personality_of_a_process(const char *file) { return syscall(SYS_personality, 0x0040000) < 0 ? errno : 0; }

int trap_the_clock(const char *file) { return prctl(PR_SET_TSC, PR_TSC_SIGSEGV) ? errno : 0; }

int see_own_pages(const char *file) { return closed(open("/proc/self/maps", O_RDONLY)); }

int see_the_judge(const char *file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", getppid());
  return closed(open(path, O_RDONLY));
}

int list_processes(const char *file) { return closed(open("/proc", O_RDONLY | O_DIRECTORY)); }

int read_library(const char *file) { return closed(open("/usr/lib/os-release", O_RDONLY)); }

int read_cores(const char *file) { return closed(open("/sys/devices/system/cpu/online", O_RDONLY)); }

int read_processor(const char *file) { return closed(open("/proc/cpuinfo", O_RDONLY)); }

static void *nothing(void *unused) { return unused; }

int start_a_thread(const char *file) {
  pthread_t thread;
  int error = pthread_create(&thread, 0, nothing, 0);
  return error ? error : pthread_join(thread, 0);
}

int map_memory(const char *file) {
  void *pages = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages, 4096, PROT_READ) || madvise(pages, 1 << 20, MADV_DONTNEED)) return errno;
  return munmap(pages, 1 << 20) ? errno : 0;
}

int tell_the_time(const char *file) {
  struct timespec now;
  return syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now) || syscall(SYS_nanosleep, &(struct timespec){0, 1}, 0) ? errno
                                                                                                                   : 0;
}

int print(const char *file) { return printf("words\n") < 0 || fflush(stdout) ? errno : 0; }

int name_a_thread(const char *file) { return prctl(PR_SET_NAME, "kernel") ? errno : 0; }

int pass_by_pipe(const char *file) {
  int ends[2], number = 1;
  if (pipe(ends) || write(ends[1], &number, sizeof number) < 0) return errno;
  return read(ends[0], &number, sizeof number) < 0 ? errno : 0;
}

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

#define ENTRY(name) \
  void try_##name(int *error, const char *file) { *error = name(file); }
ENTRY(write_file)
ENTRY(truncate_file)
ENTRY(read_file)
ENTRY(make_file)
ENTRY(remove_file)
ENTRY(make_folder)
ENTRY(write_null)
ENTRY(internet)
ENTRY(internet6)
ENTRY(local_socket)
ENTRY(async_calls)
ENTRY(system_memory)
ENTRY(sibling)
ENTRY(write_file_of_a_child)
ENTRY(write_file_of_a_thread)
ENTRY(handle_an_access)
ENTRY(handle_a_bus_error)
ENTRY(handle_a_signal)
ENTRY(ask_for_a_handler)
ENTRY(change_mode)
ENTRY(change_mode_of_a_descriptor)
ENTRY(change_owner)
ENTRY(set_attribute)
ENTRY(set_time)
ENTRY(limit_the_parent)
ENTRY(signal_the_parent)
ENTRY(signal_the_group)
ENTRY(signal_itself)
ENTRY(signal_by_thread)
ENTRY(queue_a_signal)
ENTRY(write_memory_of_a_process)
ENTRY(trace)
ENTRY(open_a_process)
ENTRY(lock_all_memory)
ENTRY(set_the_clock)
ENTRY(renice_the_group)
ENTRY(renice_itself)
ENTRY(limit_itself)
ENTRY(run_a_program)
ENTRY(pin_another_process)
ENTRY(pin_itself)
ENTRY(own_a_descriptor)
ENTRY(reschedule)
ENTRY(set_a_timer)
ENTRY(new_namespace)
ENTRY(count_events)
ENTRY(open_by_structure)
ENTRY(late_faults)
ENTRY(change_folder)
ENTRY(change_mask)
ENTRY(personality_of_a_process)
ENTRY(trap_the_clock)
ENTRY(see_own_pages)
ENTRY(see_the_judge)
ENTRY(list_processes)
ENTRY(read_library)
ENTRY(read_cores)
ENTRY(read_processor)
ENTRY(start_a_thread)
ENTRY(map_memory)
ENTRY(tell_the_time)
ENTRY(print)
ENTRY(name_a_thread)
ENTRY(pass_by_pipe)
ENTRY(dump_core)
ENTRY(take_all_memory)
