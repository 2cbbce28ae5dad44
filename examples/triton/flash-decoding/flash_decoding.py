"""O = softmax(scale · Q · Kᵀ) · V, one row of Q a sequence: parts of the keys side by side, then their weighted sum."""
import triton
import triton.language as tl


@triton.jit
def attend(
    Q,
    K,
    V,
    partials,
    most,
    total,
    S,
    scale,
    HK: tl.constexpr,
    D: tl.constexpr,
    GROUP: tl.constexpr,
    ROWS: tl.constexpr,
    SPLIT: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    """One part of the keys of one key head, for the GROUP query heads that share it."""
    part = tl.program_id(0)
    pair = tl.program_id(1)
    batch = (pair // HK).to(tl.int64)
    head = pair % HK
    length = tl.cdiv(tl.cdiv(S, SPLIT), BLOCK_N) * BLOCK_N
    begin = part * length
    end = tl.minimum(S, begin + length)  # A part may be empty.

    row = tl.arange(0, ROWS)
    d = tl.arange(0, D)
    real = row < GROUP
    query = pair * GROUP + row
    q = tl.load(Q + query[:, None] * D + d[None, :], mask=real[:, None], other=0.0)
    highest = tl.full((ROWS,), float("-inf"), dtype=tl.float32)
    weights = tl.zeros((ROWS,), dtype=tl.float32)
    sum = tl.zeros((ROWS, D), dtype=tl.float32)
    for start in range(begin, end, BLOCK_N):
        n = start + tl.arange(0, BLOCK_N)
        inside = n < end
        at = ((batch * S + n) * HK + head) * D
        k = tl.load(K + at[None, :] + d[:, None], mask=inside[None, :], other=0.0)
        x = tl.dot(q, k) * (scale * 1.4426950408889634)
        x = tl.where(inside[None, :], x, float("-inf"))
        higher = tl.maximum(highest, tl.max(x, 1))
        p = tl.exp2(x - higher[:, None])
        shrink = tl.exp2(highest - higher)
        v = tl.load(V + at[:, None] + d[None, :], mask=inside[:, None], other=0.0)
        weights = weights * shrink + tl.sum(p, 1)
        sum = sum * shrink[:, None] + tl.dot(p.to(tl.bfloat16), v)
        highest = higher

    slot = query * SPLIT + part
    tl.store(partials + slot[:, None] * D + d[None, :], sum, mask=real[:, None])
    tl.store(most + slot, highest, mask=real)
    tl.store(total + slot, weights, mask=real)


@triton.jit
def combine(partials, most, total, O, D: tl.constexpr, SPLIT: tl.constexpr, COLUMNS: tl.constexpr):
    """COLUMNS of one query head's output."""
    query = tl.program_id(0)
    d = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    slot = query * SPLIT + tl.arange(0, SPLIT)
    highest = tl.load(most + slot)
    weight = tl.exp2(highest - tl.max(highest, 0))  # 0 for an empty part
    sum = tl.load(partials + slot[:, None] * D + d[None, :])
    all = tl.sum(weight * tl.load(total + slot), 0)
    tl.store(O + query * D + d, (tl.sum(sum * weight[:, None], 0) / all).to(tl.bfloat16))
