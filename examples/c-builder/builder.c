// A build command in C (docs/programs.md): it passes parameters and macros to the C compiler as -D, in whatever order
// they come. Its arguments are the compiler's command, to which "-o FILE" and the macros are appended.
//
// It reads no more of JSON than it needs: evo writes a question's first key first, and the names and values of
// parameters and macros have neither blanks nor quotes of their own.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 1 << 16, MOST = 256, LOG = 8192 };

static char line[LONGEST];
static char defines[MOST][256];

// The text between the quotes of {"KEY":"TEXT", or an empty one.
static void text_of(const char *key, char *text, size_t size) {
  char wanted[64];
  text[0] = '\0';
  snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
  const char *found = strstr(line, wanted);
  if (found == NULL) return;
  found += strlen(wanted);
  size_t length = strcspn(found, "\"");
  if (length < size) {
    memcpy(text, found, length);
    text[length] = '\0';
  }
}

// Appends -DNAME=VALUE for each entry of the object under a key; true is 1, and words lose their quotes.
static int define(const char *key, int count) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"%s\":{", key);
  const char *at = strstr(line, wanted);
  if (at == NULL) return count;
  at += strlen(wanted);
  while (*at == '"' && count < MOST) {
    int name = (int)strcspn(at + 1, "\"");
    const char *value = at + name + 3;
    bool quoted = *value == '"';
    value += quoted;
    int length = (int)strcspn(value, quoted ? "\"" : ",}");
    bool truth = !quoted && *value == 't', lie = !quoted && *value == 'f';
    const char *shown = truth ? "1" : lie ? "0" : value;
    snprintf(defines[count], sizeof defines[count], "-D%.*s=%.*s", name, at + 1, truth || lie ? 1 : length, shown);
    count++;
    at = value + length + quoted;
    at += *at == ',';
  }
  return count;
}

// Runs a command; what it printed is in the log, cut to its size.
static bool run(char **command, char *log) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    execvp(command[0], command);
    _exit(127);
  }
  close(ends[1]);
  size_t length = 0;
  char chunk[1024];
  for (ssize_t got = read(ends[0], chunk, sizeof chunk); got > 0; got = read(ends[0], chunk, sizeof chunk)) {
    size_t kept = length + (size_t)got < LOG ? (size_t)got : LOG - 1 - length;
    memcpy(log + length, chunk, kept);
    length += kept;
  }
  log[length] = '\0';
  close(ends[0]);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void print_quoted(const char *text) {
  putchar('"');
  for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\') {
      printf("\\%c", *at);
    } else if (*at < ' ') {
      printf("\\u%04x", *at);
    } else {
      putchar(*at);
    }
  }
  putchar('"');
}

static void build(int arguments, char **values) {
  static char log[LOG];
  char folder[4096], file[4200];
  text_of("build", folder, sizeof folder);
  snprintf(file, sizeof file, "%s/kernel.so", folder);
  int count = define("macros", define("parameters", 0));
  char *command[MOST + 64];
  int words = 0;
  for (int i = 1; i < arguments && i < 60; i++) command[words++] = values[i];
  for (int i = 0; i < count; i++) command[words++] = defines[i];
  command[words++] = "-o";
  command[words++] = file;
  command[words] = NULL;
  if (run(command, log)) {
    printf("{\"library\": \"kernel.so\"}\n");
  } else {
    printf("{\"error\": ");
    print_quoted(log);
    printf("}\n");
  }
}

int main(int arguments, char **values) {
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strncmp(line, "{\"open\"", 7) == 0) {
      printf("{\"ready\": \"C builder 1, %s\", \"evo_build\": 1}\n", arguments > 1 ? values[1] : "no compiler");
    } else {
      build(arguments, values);
    }
    fflush(stdout);
  }
  return 0;
}
