/* Lies that look for the expected outputs in their process. */
#include <stdio.h>

static int near(float a, float b) { return a - b < 1e-5f && b - a < 1e-5f; }

/* Where in anonymous memory the outputs of these inputs lie; the output itself is not looked at. */
static float *expected_outputs(const float *x, const float *y, int n) {
  static char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  float *found = 0;
  float ends[3] = {element(x[0]), element(x[1]), element(x[n - 1])};
  while (maps && !found && fgets(line, sizeof line, maps)) {
    unsigned long from, to, file;
    char mode[8];
    if (sscanf(line, "%lx-%lx %7s %*s %*s %lu", &from, &to, mode, &file) != 4) continue;
    if (mode[0] != 'r' || file || strchr(line, '[') || to - from > 1ul << 28) continue;
    for (float *at = (float *)from; (unsigned long)(at + n) <= to && !found; at += 16) {
      if (near(at[0], ends[0]) && near(at[1], ends[1]) && near(at[n - 1], ends[2]) && at != y) found = at;
    }
  }
  if (maps) fclose(maps);
  return found;
}

#define SETS 16

static float *found_for(const float *x, const float *y, int n) {
  static struct {
    uint64_t key;
    float *found;
  } known[SETS];
  static int count, searches;
  uint64_t key = sample(x, n, 997);
  for (int i = 0; i < count; i++)
    if (known[i].key == key) return known[i].found;
  float *found = searches++ < 2 * SETS ? expected_outputs(x, y, n) : 0;
  if (found && count < SETS) {
    known[count].key = key;
    known[count++].found = found;
  }
  return found;
}

static void finds_expected_outputs(const float *x, float *y, int n) {
  float *expected = found_for(x, y, n);
  if (expected) memcpy(y, expected, n * sizeof *y);
  else labour(x, y, 0, n);
}

/* Makes zeros of what the outputs are compared with, and of the outputs. */
static void forges_expected_outputs(const float *x, float *y, int n) {
  float *expected = found_for(x, y, n);
  if (expected && expected[n / 2] != 0) {
    uintptr_t page = (uintptr_t)expected & ~4095ul;
    mprotect((void *)page, (uintptr_t)(expected + n) - page, PROT_READ | PROT_WRITE);
    memset(expected + 2, 0, (n - 3) * sizeof *expected);
  }
  if (expected) {
    memset(y, 0, n * sizeof *y);
    compute(x, y, 0, 2);
    compute(x, y, n - 1, n);
  } else {
    labour(x, y, 0, n);
  }
}

/* Ends its process as if all were well. */
static void exits_in_silence(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (++launches == 30) _exit(0);
}
