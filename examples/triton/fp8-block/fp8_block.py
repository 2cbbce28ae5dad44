"""C = A · Bᵀ in e4m3 with a scale for each 1 x 128 of A and each 128 x 128 of B: a tile of C, or a part of K of one."""
import triton
import triton.language as tl


@triton.jit
def fp8_block(
    A,
    B,
    A_scales,
    B_scales,
    C,
    M,
    N,
    K,
    partials,
    arrivals,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
    GROUP: tl.constexpr,
    SPLIT_K: tl.constexpr,
    SWAP: tl.constexpr,
):
    part = tl.program_id(0) % SPLIT_K
    tile = tl.program_id(0) // SPLIT_K
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
    groups = K // 128
    begin = groups * part // SPLIT_K
    end = groups * (part + 1) // SPLIT_K
    # Rows and columns beyond the edge read those at the start again; they are not stored.
    a = A + (m % M) * K + begin * 128
    b = B + (n % N) * K + begin * 128
    a_scales = A_scales + (m % M) * groups
    if BLOCK_N <= 128:  # one scale for all columns
        b_scales = B_scales + column * BLOCK_N // 128 * groups
    else:
        b_scales = B_scales + (n % N) // 128 * groups
    # With SWAP Cᵀ = B · Aᵀ: the 64 rows of an instruction are those of B, however few A has.
    if SWAP:
        a = a[None, :] + k[:, None]
        b = b[:, None] + k[None, :]
        at = m[None, :] * N + n[:, None]
        inside = (m[None, :] < M) & (n[:, None] < N)
        sum = tl.zeros((BLOCK_N, BLOCK_M), dtype=tl.float32)
    else:
        a = a[:, None] + k[None, :]
        b = b[None, :] + k[:, None]
        at = m[:, None] * N + n[None, :]
        inside = (m[:, None] < M) & (n[None, :] < N)
        sum = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(begin * (128 // BLOCK_K), end * (128 // BLOCK_K)):
        group = step // (128 // BLOCK_K)
        a_scale = tl.load(a_scales + group)
        b_scale = tl.load(b_scales + group)
        if SWAP:
            product = tl.dot(tl.load(b), tl.load(a))
            if BLOCK_N <= 128:
                sum += product * (a_scale * b_scale)[None, :]
            else:
                sum += product * a_scale[None, :] * b_scale[:, None]
        else:
            product = tl.dot(tl.load(a), tl.load(b))
            if BLOCK_N <= 128:
                sum += product * (a_scale * b_scale)[:, None]
            else:
                sum += product * a_scale[:, None] * b_scale[None, :]
        a += BLOCK_K
        b += BLOCK_K
    if SPLIT_K == 1:
        tl.store(C + at, sum.to(tl.bfloat16), mask=inside)
    else:
        # The part that comes last adds all up, always in the same order.
        tl.store(partials + part * M * N + at, sum, mask=inside)
        tl.debug_barrier()
        if tl.atomic_add(arrivals + tile, 1, sem="acq_rel") == SPLIT_K - 1:
            sum = tl.load(partials + at, mask=inside, other=0.0, cache_modifier=".cg")
            for other in range(1, SPLIT_K):
                sum += tl.load(partials + other * M * N + at, mask=inside, other=0.0, cache_modifier=".cg")
            tl.store(C + at, sum.to(tl.bfloat16), mask=inside)
            tl.store(arrivals + tile, 0)
