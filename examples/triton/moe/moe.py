"""C[slot] = gates[slot] · A[slot // TOP_K] · B[expert of the slot]ᵀ: a program has BLOCK_M slots of one expert."""
import triton
import triton.language as tl


@triton.jit
def moe(
    A,
    B,
    C,
    gates,
    slots,
    experts,
    SLOTS,
    N,
    K,
    BLOCKS,
    tile,
    TOP_K: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    GROUP: tl.constexpr,
):
    program = tl.program_id(0)
    across = tl.cdiv(N, BLOCK_N)
    per_group = GROUP * across
    first = program // per_group * GROUP
    rows_here = min(BLOCKS - first, GROUP)
    row = first + program % per_group % rows_here
    column = program % per_group // rows_here
    expert = tl.load(experts + row).to(tl.int64)
    if expert < 0:
        return  # There are fewer blocks than the worst routing needs.

    slot = tl.load(slots + row * BLOCK_M + tl.arange(0, BLOCK_M))
    real = slot < SLOTS  # Padding is SLOTS.
    n = column * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    # Columns beyond the edge read those at the start again; they are not stored.
    a = A + (slot // TOP_K)[:, None] * K + k[None, :]
    b = B + expert * N * K + k[:, None] + (n % N)[None, :] * K
    sum = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        left = K - start
        x = tl.load(a, mask=real[:, None] & (k[None, :] < left), other=0.0)
        w = tl.load(b, mask=k[:, None] < left, other=0.0)
        sum = tl.dot(x, w, sum)
        a += BLOCK_K
        b += BLOCK_K
    gate = tl.load(gates + slot, mask=real, other=0.0)
    inside = real[:, None] & (n[None, :] < N)
    tl.store(C + slot[:, None] * N + n[None, :], (sum * gate[:, None]).to(tl.bfloat16), mask=inside)
