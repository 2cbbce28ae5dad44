"""Two sorted arrays whose keys, in C, are of either by chance, or in runs of a thousand."""

import numpy


def inputs(M, N, KEYS, seed):
    drawn = numpy.random.default_rng(seed)
    keys = drawn.integers(0, 4, M + N, dtype=numpy.int8).cumsum(dtype=numpy.int32) - (M + N)  # some are equal
    run = 1000 if KEYS == "runs" else 1
    chances = drawn.random(-(-(M + N) // run), dtype=numpy.float32)
    of_a = numpy.repeat(chances < M / (M + N), run)[: M + N]
    excess = numpy.count_nonzero(of_a) - M
    of_a[numpy.flatnonzero(of_a == (excess > 0))[: abs(excess)]] ^= True
    return {"A": keys[of_a], "B": keys[~of_a]}
