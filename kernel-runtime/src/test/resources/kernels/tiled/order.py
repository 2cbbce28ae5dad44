import numpy


def inputs(N, TILE, seed):
    with open("../made", "a") as made:
        made.write(f"{TILE} {seed}\n")
    tiles = -(-N // TILE) * TILE
    order = numpy.full(1 + tiles, -1, dtype=numpy.int32)
    order[0] = TILE  # tells the kernel whose inputs these are
    order[1 : 1 + N] = numpy.random.default_rng(seed).permutation(N)
    return {"order": order}
