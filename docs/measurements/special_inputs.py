#!/usr/bin/env python3
"""What special inputs do to the 16-bit kernels, emulated in NumPy: the largest output, and the worst error as a share of
the tolerance. An honest kernel is emulated: 16-bit inputs, fp32 sums in slices of 16 as tensor cores take them,
probabilities rounded to the 16-bit type before they meet V, 16-bit outputs. The reference is in double precision."""

import numpy as np

RANDOM = np.random.default_rng(42)
F32 = np.float32


def f16(x):
    return np.asarray(x, F32).astype(np.float16).astype(F32)


def bf16(x):
    bits = np.asarray(x, F32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(F32)


def special(kind, mean, deviation, shape):
    """As evo fills: 'large' is 64 times the usual, 'tiny' 1/1024 of it, 'constant' a typical number everywhere."""
    usual = RANDOM.normal(mean, deviation, shape)
    if kind == "-inf":
        return np.where(RANDOM.random(shape) < 1 / 8, -np.inf, usual)
    return {"large": 64 * usual, "tiny": usual / 1024, "constant": np.full(shape, mean + deviation)}.get(kind, usual)


def product(a, b):
    total = np.zeros((a.shape[0], b.shape[1]), F32)
    for k in range(0, a.shape[1], 16):
        total += a[:, k : k + 16] @ b[k : k + 16]
    return total


def gemm(kinds, rounded):
    a = rounded(special(kinds.get("A"), 0, 0.125, (256, 4096)))
    b = rounded(special(kinds.get("B"), 0, 0.125, (4096, 256)))
    return rounded(product(a, b)), a.astype(float) @ b.astype(float)


def attention(kinds, rounded, width=64, length=512, heads=24):
    got, expected = [], []
    for _ in range(heads):
        q = rounded(special(kinds.get("Q"), 0, 3, (length, width)))
        k = rounded(special(None, 0, 1, (length, width)))
        v = rounded(special(kinds.get("V"), 0, 1, (length, width)))
        scale = width**-0.5
        scores = product(q, np.ascontiguousarray(k.T)) * F32(scale * 1.4426950408889634)
        weights = np.exp2(scores - scores.max(1, keepdims=True))
        got.append(rounded(product(rounded(weights), v) / weights.sum(1, keepdims=True)))
        exact = q.astype(float) @ k.T.astype(float) * scale
        exact = np.exp(exact - exact.max(1, keepdims=True))
        expected.append(exact / exact.sum(1, keepdims=True) @ v.astype(float))
    return np.array(got), np.array(expected)


def rmsnorm(kinds, rounded):
    x = rounded(special(kinds.get("X"), 0, 1, (512, 4096)))
    w = rounded(RANDOM.uniform(0.5, 1.5, 4096))
    got = x * (1 / np.sqrt(np.square(x).mean(1, keepdims=True, dtype=F32) + F32(1e-6))) * w
    exact = x.astype(float)
    return rounded(got), exact / np.sqrt(np.square(exact).mean(1, keepdims=True) + 1e-6) * w


def softmax(kinds, rounded):
    x = rounded(special(kinds.get("X"), 0, 1, (512, 8192)))
    largest = x.max(1, keepdims=True)
    total = np.exp2((x - largest) * F32(1.44269504)).sum(1, keepdims=True, dtype=F32)
    got = np.exp2(x * F32(1.44269504) - largest * F32(1.44269504)) / total
    exact = np.exp(x.astype(float) - largest)
    return rounded(got), exact / exact.sum(1, keepdims=True)


CASES = [
    (
        gemm,
        [{}, {"A": "large", "B": "large"}, {"A": "tiny"}, {"A": "constant"}],
        [(f16, 1e-4, 7e-4), (bf16, 1e-4, 5e-3)],
    ),
    (
        attention,
        [{}, {"V": "large"}, {"Q": "tiny"}, {"Q": "constant"}, {"Q": "large"}],
        [(f16, 1e-3, 1e-3), (bf16, 8e-3, 8e-3)],
    ),
    (rmsnorm, [{}, {"X": "large"}, {"X": "tiny"}, {"X": "constant"}], [(f16, 1e-6, 6e-4)]),
    (softmax, [{}, {"X": "large"}, {"X": "tiny"}, {"X": "constant"}, {"X": "-inf"}], [(f16, 4e-8, 6e-4)]),
]

print("| kernel | type | special input | largest output | worst error, share of the tolerance |")
print("|---|---|---|---:|---:|")
for kernel, draws, types in CASES:
    for rounded, absolute, relative in types:
        usual = 0.0
        for kinds in draws:
            with np.errstate(invalid="ignore"):
                got, expected = kernel(kinds, rounded)
            largest = np.abs(expected).max()
            usual = usual or largest
            allowed = absolute * max(1, largest / usual) + relative * np.abs(expected)
            named = ", ".join(f"{name} {kind}" for name, kind in kinds.items()) or "none"
            share = (np.abs(got.astype(float) - expected) / allowed).max()
            print(f"| {kernel.__name__} | {rounded.__name__} | {named} | {largest:.3g} | {share:.2f} |")
