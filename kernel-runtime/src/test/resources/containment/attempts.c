/* Each attempt returns 0 when it succeeds, and otherwise errno. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
