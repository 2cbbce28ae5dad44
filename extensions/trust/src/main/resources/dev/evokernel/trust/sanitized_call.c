/* Calls a candidate on its input sets in turn: "keep" writes the outputs to files, "compare" compares with these. What
   follows this file lists the buffers and makes the call. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { F4E2M1, F8E4M3, F8E5M2, F16, BF16, F32, F64, I4, I8, I16, I32, I64, U4, U8, U16, U32, U64 };

struct evo_buffer {
  const char *name;
  int type;
  size_t elements;
  int holds, output;
  double absolute, relative; /* negative for an output that is not compared by element */
  void *start;               /* the candidate's own variable, or null */
};

extern struct evo_buffer evo_buffers[];
extern const int evo_count, evo_sets;
void evo_call(void);

enum { ROUNDS = 3, POISON = 0x5A, DIFFERS = 78 };

static const size_t evo_bits[] = {4, 8, 8, 16, 16, 32, 64, 4, 8, 16, 32, 64, 4, 8, 16, 32, 64};

static size_t evo_bytes(const struct evo_buffer *buffer) { return (buffer->elements * evo_bits[buffer->type] + 7) / 8; }

static FILE *opened(const char *folder, const char *name, int set, const char *kind, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%d.%s", folder, name, set, kind);
  FILE *file = fopen(path, mode);
  if (file == NULL) exit(4);
  return file;
}

/* A number with so many bits of exponent and of fraction; `finite` is 1 for a type without infinity. */
static double small(unsigned code, int exponents, int fractions, int finite) {
  int most = (1 << exponents) - 1, exponent = code >> fractions & most, fraction = code & ((1 << fractions) - 1);
  int ends = exponent == most && (finite ? exponents == 4 && fraction == 7 : 1);
  double size = ends ? (fraction ? NAN : INFINITY)
                     : ldexp(exponent ? (1 << fractions) + fraction : fraction,
                             (exponent ? exponent : 1) - (1 << (exponents - 1)) + 1 - fractions);
  return code >> (exponents + fractions) & 1 ? -size : size;
}

static double element(int type, const void *start, size_t i) {
  const uint8_t *bytes = start;
  unsigned half = evo_bits[type] == 4 ? bytes[i / 2] >> i % 2 * 4 & 15 : 0;
  switch (type) {
    case F4E2M1:
      return small(half, 2, 1, 1);
    case F8E4M3:
      return small(bytes[i], 4, 3, 1);
    case F8E5M2:
      return small(bytes[i], 5, 2, 0);
    case F16:
      return small(((const uint16_t *)start)[i], 5, 10, 0);
    case BF16:
      return small(((const uint16_t *)start)[i], 8, 7, 0);
    case F32:
      return ((const float *)start)[i];
    case F64:
      return ((const double *)start)[i];
    case I4:
      return (int)(half ^ 8) - 8;
    case U4:
      return half;
    case I8:
      return ((const int8_t *)start)[i];
    case U8:
      return bytes[i];
    case I16:
      return ((const int16_t *)start)[i];
    case U16:
      return ((const uint16_t *)start)[i];
    case I32:
      return ((const int32_t *)start)[i];
    case U32:
      return ((const uint32_t *)start)[i];
    case U64:
      return (double)((const uint64_t *)start)[i];
    default:
      return (double)((const int64_t *)start)[i];
  }
}

/* By the bits, because the candidate's flags may say that all numbers are finite. */
static int finite_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (bits >> 52 & 2047) != 2047;
}

static void compare(const struct evo_buffer *buffer, const char *folder, int set, void *kept) {
  size_t bytes = evo_bytes(buffer);
  FILE *file = opened(folder, buffer->name, set, "out", "rb");
  if (fread(kept, 1, bytes, file) != bytes) exit(4);
  fclose(file);
  for (size_t i = 0; i < buffer->elements; i++) {
    double there = element(buffer->type, kept, i), here = element(buffer->type, buffer->start, i);
    int near = fabs(there - here) <= buffer->absolute + buffer->relative * fabs(here);
    if (finite_bits(there) != finite_bits(here) || (finite_bits(here) && !near)) {
      printf("%s[%zu] is %.9g under the sanitizers and %.9g without\n", buffer->name, i, there, here);
      exit(DIFFERS);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int keeps = !strcmp(argv[2], "keep");
  size_t most = 1;
  char path[4096];
  for (struct evo_buffer *buffer = evo_buffers; buffer < evo_buffers + evo_count; buffer++) {
    size_t bytes = evo_bytes(buffer);
    most = bytes > most ? bytes : most;
    if (!buffer->start && posix_memalign(&buffer->start, 64, bytes)) return 3;
  }
  void *kept = malloc(most);
  snprintf(path, sizeof path, "%s/called", argv[1]);
  FILE *called = fopen(path, "w");
  if (called == NULL || fclose(called)) return 4;
  /* All rounds, or those that begin in the first two seconds. */
  for (int i = 0; i < ROUNDS * evo_sets && (i < evo_sets || clock() < 2 * CLOCKS_PER_SEC); i++) {
    int set = i % evo_sets;
    for (struct evo_buffer *buffer = evo_buffers; buffer < evo_buffers + evo_count; buffer++) {
      size_t bytes = evo_bytes(buffer);
      memset(buffer->start, POISON, bytes);
      if (!buffer->holds) continue;
      FILE *file = opened(argv[1], buffer->name, set, "bin", "rb");
      if (fread(buffer->start, 1, bytes, file) != bytes) return 4;
      fclose(file);
    }
    evo_call();
    for (struct evo_buffer *buffer = evo_buffers; buffer < evo_buffers + evo_count; buffer++) {
      if (!buffer->output || buffer->absolute < 0) continue;
      if (keeps) {
        size_t bytes = evo_bytes(buffer);
        FILE *file = opened(argv[1], buffer->name, set, "out", "wb");
        if (fwrite(buffer->start, 1, bytes, file) != bytes || fclose(file)) return 4;
      } else if (kept) {
        compare(buffer, argv[1], set, kept);
      }
    }
  }
  return 0;
}
