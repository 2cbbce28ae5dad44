/* Calls the function above for each launch. A question is a line of JSON; the answer is one too. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVO_BUFFERS = 256, EVO_VALUES = 256, EVO_TEXT = 4096 };

static struct {
  void *start;
  size_t bytes;
} evo_mapped[EVO_BUFFERS];
static int evo_mappings;
static long long evo_whole[EVO_VALUES];
static double evo_real[EVO_VALUES];
static char evo_folder[EVO_TEXT];

static void evo_fail(const char *what, const char *name) {
  fprintf(stderr, "%s %s\n", what, name);
  exit(1);
}

/* Text of a key; it contains no quote. */
static const char *evo_text(const char *line, const char *key, char *into) {
  const char *start = strstr(line, key);
  size_t length = start ? strcspn(start + strlen(key), "\"") : EVO_TEXT;
  if (length >= EVO_TEXT) evo_fail("no", key);
  memcpy(into, start + strlen(key), length);
  into[length] = 0;
  return into;
}

/* Elements of an array in NumPy's format, version 1, as a writable copy. */
static void *evo_buffer(const char *name) {
  char path[2 * EVO_TEXT];
  struct stat status;
  snprintf(path, sizeof path, "%s/%s.npy", evo_folder, name);
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status) || evo_mappings == EVO_BUFFERS) evo_fail("cannot read", path);
  unsigned char *start = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (start == MAP_FAILED) evo_fail("cannot map", path);
  close(file);
  evo_mapped[evo_mappings].start = start;
  evo_mapped[evo_mappings++].bytes = (size_t)status.st_size;
  return start + 10 + start[8] + 256 * start[9];
}

static void evo_values(char *text) {
  int count = 0;
  for (char *word = strtok(text, " "); word && count < EVO_VALUES; word = strtok(NULL, " ")) {
    evo_whole[count] = strtoll(word, NULL, 10);
    evo_real[count++] = strtod(word, NULL);
  }
}

static void evo_answer(int wrong, const char *message) {
  if (!wrong) {
    printf("{\"right\": true}\n");
  } else {
    printf("{\"wrong\": \"");
    for (const char *at = message; *at; at++) {
      if (*at == '"' || *at == '\\') putchar('\\');
      putchar((unsigned char)*at < ' ' ? ' ' : *at);
    }
    printf("\"}\n");
  }
  fflush(stdout);
}

int main(void) {
  char *line = NULL;
  size_t room = 0;
  static char values[EVO_TEXT], message[EVO_TEXT];
  if (getline(&line, &room, stdin) < 0) return 0;
  printf(EVO_READY "\n");
  fflush(stdout);
  while (getline(&line, &room, stdin) >= 0) {
    evo_text(line, "\"check\":\"", evo_folder);
    evo_values((char *)evo_text(line, "\"call\":\"", values));
    message[0] = 0;
    int wrong = EVO_CALL(message, sizeof message);
    evo_answer(wrong, message);
    while (evo_mappings) {
      evo_mappings--;
      munmap(evo_mapped[evo_mappings].start, evo_mapped[evo_mappings].bytes);
    }
  }
  return 0;
}
