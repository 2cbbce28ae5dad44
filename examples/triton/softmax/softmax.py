"""Softmax of rows: a program keeps a whole row in registers, and takes every so many-th row."""
import triton
import triton.language as tl


@triton.jit
def softmax(X, Y, M, N, BLOCK: tl.constexpr, PROGRAMS: tl.constexpr, EVEN: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    for row in range(tl.program_id(0), M, PROGRAMS):
        at = row.to(tl.int64) * N + columns
        if EVEN:
            x = tl.load(X + at)
        else:
            x = tl.load(X + at, mask=columns < N, other=-float("inf"))
        e = tl.exp(x - tl.max(x, axis=0))
        y = e / tl.sum(e, axis=0)
        if EVEN:
            tl.store(Y + at, y)
        else:
            tl.store(Y + at, y, mask=columns < N)
