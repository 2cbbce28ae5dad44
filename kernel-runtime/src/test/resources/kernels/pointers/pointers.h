enum { none, scale, group, pointer };

typedef struct {
  signed char seven;
  REAL **C;
  int groups;
  double half;
  struct {
    short rows;
    void *null;
    unsigned char three;
  } inner;
  long long columns;
} Params;

typedef struct {
  float two, columns;
  const short *B;
} Small;

typedef struct {
  double one;
  float four;
} Reals;

// A row of a group: half of it plus the sum of products with both rows of B, and of what else is passed.
#define ROW(g, row)                                                                                              \
  const float *a = A_groups[FAULT == group ? 0 : g] + row * params.columns;                                      \
  double sum = params.seven + params.inner.three + small.two + reals.four + end + (absent || params.inner.null); \
  for (int k = 0; k < small.columns; k++) sum += a[k] * (small.B[g * params.columns + k] + second[g * params.columns + k]); \
  params.C[g][row] = (REAL)(params.half * sum * reals.one);                                                       \
  if (g == params.groups - 1) last[row] = a[0] + params.inner.rows;
