import triton


@triton.heuristics({"EVEN": lambda known: known["N"] % known["BLOCK"] == 0})
@triton.jit
def scale(x, y, N, stride, factor, BLOCK: "constexpr", EVEN: "constexpr", FAST: "constexpr" = True):
    pass
