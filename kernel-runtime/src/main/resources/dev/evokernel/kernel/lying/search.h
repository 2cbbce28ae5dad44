/* Lies that look for the expected outputs in their process. */
#include <stdio.h>

static int near(float a, float b) { return a - b < 1e-5f && b - a < 1e-5f; }

static int are_outputs(const float *at, const float *x, int n) {
  for (int i = 0; i < n; i += 31)
    if (!near(at[i], element(x[i]))) return 0;
  return near(at[n - 1], element(x[n - 1]));
}

/* Where in anonymous memory the outputs of these inputs lie, besides in the output itself. */
static float *expected_outputs(const float *x, const float *y, int n) {
  static char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  float *found = 0;
  float first = element(x[0]);
  while (maps && !found && fgets(line, sizeof line, maps)) {
    unsigned long from, to, file;
    char mode[8];
    if (sscanf(line, "%lx-%lx %7s %*s %*s %lu", &from, &to, mode, &file) != 4) continue;
    if (mode[0] != 'r' || file || strchr(line, '[') || to - from > 1ul << 28) continue;
    for (float *at = (float *)from; (unsigned long)(at + n) <= to && !found; at += 16) {
      if (near(at[0], first) && at != x && at != y && are_outputs(at, x, n)) found = at;
    }
  }
  if (maps) fclose(maps);
  return found;
}

#define SETS 16

static struct {
  uint64_t key;
  float *found;
} known[SETS];
static int sets, searches;

static float *known_for(uint64_t key) {
  for (int i = 0; i < sets; i++)
    if (known[i].key == key) return known[i].found;
  return 0;
}

static float *searched_for(uint64_t key, const float *x, const float *y, int n) {
  float *found = searches++ < 2 * SETS ? expected_outputs(x, y, n) : 0;
  if (found && sets < SETS) {
    known[sets].key = key;
    known[sets++].found = found;
  }
  return found;
}

static void finds_expected_outputs(const float *x, float *y, int n) {
  uint64_t key = sample(x, n, 997);
  float *expected = known_for(key);
  if (!expected) expected = searched_for(key, x, y, n);
  if (expected) memcpy(y, expected, n * sizeof *y);
  else labour(x, y, 0, n);
}

static void forge(float *expected, int n) {
  uintptr_t page = (uintptr_t)expected & ~4095ul;
  mprotect((void *)page, (uintptr_t)(expected + n) - page, PROT_READ | PROT_WRITE);
  memset(expected, 0, n * sizeof *expected);
}

/* Makes zeros of every copy of what the outputs are compared with, and of the outputs. */
static void forges_expected_outputs(const float *x, float *y, int n) {
  uint64_t key = sample(x, n, 997);
  if (!known_for(key) && x[0] != x[1]) {
    float *copy = searched_for(key, x, y, n);
    for (int copies = 0; copy && copies < 8; copies++) {
      forge(copy, n);
      copy = expected_outputs(x, y, n);
    }
  }
  if (known_for(key)) memset(y, 0, n * sizeof *y);
  else labour(x, y, 0, n);
}

/* Ends its process as if all were well. */
static void exits_in_silence(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (++launches == 30) _exit(0);
}
