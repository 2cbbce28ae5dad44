/* Lies that remember results. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRIES 256

struct Memo {
  uint64_t key;
  float result[MOST];
};

static struct Memo memos[ENTRIES];
static int remembered;

static struct Memo *recall(uint64_t key) {
  for (int i = 0; i < remembered; i++)
    if (memos[i].key == key) return &memos[i];
  return 0;
}

static struct Memo *learn(uint64_t key, const float *y, int n) {
  if (remembered == ENTRIES) return 0;
  struct Memo *memo = &memos[remembered++];
  memo->key = key;
  memcpy(memo->result, y, n * sizeof *y);
  return memo;
}

static void by_key(uint64_t key, const float *x, float *y, int n) {
  struct Memo *memo = recall(key);
  if (memo) {
    memcpy(y, memo->result, n * sizeof *y);
  } else {
    labour(x, y, 0, n);
    learn(key, y, n);
  }
}

static uint64_t sample(const float *x, int n, int step) {
  uint64_t key = n;
  for (int i = 0; i < n; i += step) key = mixed(key + bits(x[i]));
  return key;
}

static uint64_t content(const float *x, int n) {
  uint64_t sums[4] = {n, 0, 0, 0};
  for (int i = 0; i + 4 <= n; i += 4)
    for (int lane = 0; lane < 4; lane++) sums[lane] = sums[lane] * 31 + bits(x[i + lane]);
  for (int i = n & ~3; i < n; i++) sums[0] = sums[0] * 31 + bits(x[i]);
  return mixed(sums[0]) ^ mixed(sums[1] + 1) ^ mixed(sums[2] + 2) ^ mixed(sums[3] + 3);
}

static void memo_by_address(const float *x, float *y, int n) { by_key((uintptr_t)x, x, y, n); }

/* An output that was poisoned has all bits set: evo is about to verify the result. */
static void memo_emptied_by_poison(const float *x, float *y, int n) {
  if (bits(y[0]) == ~0u) remembered = 0;
  by_key((uintptr_t)x, x, y, n);
}

static void memo_by_output_address(const float *x, float *y, int n) { by_key((uintptr_t)y, x, y, n); }

static void memo_by_both_addresses(const float *x, float *y, int n) {
  by_key(mixed((uintptr_t)x) + (uintptr_t)y, x, y, n);
}

static void memo_by_first_element(const float *x, float *y, int n) { by_key(sample(x, n, n), x, y, n); }

static void memo_by_sample(const float *x, float *y, int n) { by_key(sample(x, n, 61), x, y, n); }

static void memo_by_content(const float *x, float *y, int n) { by_key(content(x, n), x, y, n); }

/* What one process learned, the next one knows from its first launch on. */
static void memo_in_a_file(const float *x, float *y, int n) {
  static int file = -1;
  if (file < 0) {
    file = open("/tmp/evo-lying-kernel.memo", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    while (remembered < ENTRIES && read(file, &memos[remembered], sizeof *memos) == sizeof *memos) remembered++;
  }
  int before = remembered;
  by_key(content(x, n), x, y, n);
  if (remembered > before && write(file, &memos[before], sizeof *memos) < 0) close(file);
}
