"""Calls the attention that evo chose for this machine from NumPy: attention_cpu.py PACKAGE"""

import sys

import numpy

sys.path.insert(0, sys.argv[1])
import attention  # of the package

TOLERANCE = 1e-4


def expected(q, k, v, causal):
    q, k, v = (x.astype(numpy.float64) for x in (q, k, v))
    scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
    if causal:
        scores[..., ~numpy.tri(q.shape[-2], dtype=bool)] = -numpy.inf
    scores = numpy.exp(scores - scores.max(-1, keepdims=True))
    return scores / scores.sum(-1, keepdims=True) @ v


def main():
    random = numpy.random.default_rng(1)
    right = True
    for b, h, s, d, causal in [(1, 4, 384, 64, 0), (1, 3, 512, 64, 1), (2, 3, 197, 64, 1), (1, 2, 100, 128, 0)]:
        q, k, v = (random.standard_normal((b, h, s, d), dtype=numpy.float32) for _ in range(3))
        o = attention.attention(q, k, v, CAUSAL=causal)
        error = numpy.abs(o - expected(q, k, v, causal)).max()
        chosen = attention.plan(B=b, H=h, S=s, D=d, CAUSAL=causal)
        print(
            f"B={b} H={h} S={s} D={d} causal={causal}  configuration {chosen.configuration}  largest error {error:.1e}"
        )
        right &= bool(error <= TOLERANCE)
    for wrong, what in [
        ({"CAUSAL": 0}, numpy.zeros((1, 1, 16, 300), numpy.float32)),
        ({"CAUSAL": 0}, numpy.zeros((1, 1, 16, 64), numpy.float64)),
        ({"CAUSAL": 0}, numpy.zeros((1, 1, 64, 16), numpy.float32).swapaxes(2, 3)),
    ]:
        try:
            attention.attention(what, what, what, **wrong)
            right = False
        except attention.Unsupported as e:
            print(f"refused: {e}")
    print("all right" if right else "wrong")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
