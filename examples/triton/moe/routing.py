"""Routes tokens to experts, and sorts their slots into blocks of BLOCK_M for one expert each."""

import numpy


def inputs(M, E, TOPK, BLOCK_M, seed):
    drawn = numpy.random.default_rng(seed)
    popularity = drawn.permutation(numpy.arange(1, E + 1) ** -0.5)  # some experts get more tokens than others
    scores = numpy.log(popularity) + drawn.gumbel(size=(M, E))
    chosen = numpy.argsort(-scores, axis=1)[:, :TOPK].ravel()  # the expert of each slot

    blocks = (M * TOPK + E * (BLOCK_M - 1)) // BLOCK_M
    slots = numpy.full(blocks * BLOCK_M, M * TOPK, dtype=numpy.int32)
    experts = numpy.full(blocks, -1, dtype=numpy.int32)
    block = 0
    for expert in range(E):
        its = numpy.flatnonzero(chosen == expert)
        some = -(-len(its) // BLOCK_M)
        slots[block * BLOCK_M : block * BLOCK_M + len(its)] = its
        experts[block : block + some] = expert
        block += some
    return {"slots": slots, "experts": experts}
