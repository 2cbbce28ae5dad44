"""Routes tokens to experts, and sorts their slots into blocks of TILE_M for one expert each."""

import numpy


def inputs(M, E, TOPK, TILE_M, seed):
    drawn = numpy.random.default_rng(seed)
    popularity = drawn.permutation(1 / numpy.arange(1, E + 1))  # some experts get most of the tokens
    scores = numpy.log(popularity) + drawn.gumbel(size=(M, E))
    chosen = numpy.argsort(-scores, axis=1)[:, :TOPK].ravel()  # the expert of each slot

    blocks = (M * TOPK + E * (TILE_M - 1)) // TILE_M
    slots = numpy.full(blocks * TILE_M, -1, dtype=numpy.int32)
    experts = numpy.full(blocks, -1, dtype=numpy.int32)
    block = 0
    for expert in range(E):
        its = numpy.flatnonzero(chosen == expert)
        for first in range(0, len(its), TILE_M):
            part = its[first : first + TILE_M]
            slots[block * TILE_M : block * TILE_M + len(part)] = part
            experts[block] = expert
            block += 1
    return {"slots": slots, "experts": experts}
