"""C = A·B in halves, accumulated in floats: a tile of C for each program, tiles in groups of rows for the L2 cache."""
import triton
import triton.language as tl


@triton.jit
def matmul(
    A,
    B,
    C,
    M,
    N,
    K,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    GROUP: tl.constexpr,
):
    tile = tl.program_id(0)
    down = tl.cdiv(M, BLOCK_M)
    across = tl.cdiv(N, BLOCK_N)
    per_group = GROUP * across
    first = tile // per_group * GROUP
    rows_here = min(down - first, GROUP)
    row = first + tile % per_group % rows_here
    column = tile % per_group // rows_here

    m = row * BLOCK_M + tl.arange(0, BLOCK_M)
    n = column * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    # Rows and columns beyond the edge read those at the start again; they are not stored.
    a = A + (m % M)[:, None] * K + k[None, :]
    b = B + k[:, None] * N + (n % N)[None, :]
    sum = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        left = K - start
        sum = tl.dot(tl.load(a, mask=k[None, :] < left, other=0.0), tl.load(b, mask=k[:, None] < left, other=0.0), sum)
        a += BLOCK_K
        b += BLOCK_K * N
    inside = (m[:, None] < M) & (n[None, :] < N)
    tl.store(C + m[:, None] * N + n[None, :], sum.to(tl.float16), mask=inside)
