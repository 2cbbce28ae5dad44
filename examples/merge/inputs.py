"""Two sorted arrays whose keys, in C, are of either by chance, or in runs of a thousand."""

import numpy


def inputs(M, N, KEYS, seed):
    drawn = numpy.random.default_rng(seed)
    keys = numpy.sort(drawn.integers(-(2**20), 2**20, M + N, dtype=numpy.int32))  # some are equal
    run = numpy.arange(M + N) // (1000 if KEYS == "runs" else 1)
    order = numpy.argsort(drawn.random(run[-1] + 1)[run], kind="stable")
    of_a = numpy.zeros(M + N, dtype=bool)
    of_a[order[:M]] = True
    return {"A": keys[of_a], "B": keys[~of_a]}
