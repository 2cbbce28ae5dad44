import triton
import triton.language as tl


@triton.heuristics({"EVEN": lambda known: known["N"] % known["BLOCK"] == 0})
@triton.jit
def scale(x, y, N, stride, factor, BLOCK: "constexpr", EVEN: "constexpr", FAST: "constexpr" = True):
    pass


@triton.jit
def relu(x):
    pass


@triton.jit
def combine(x, y, tail, bias, ACC: "constexpr", ACTIVATION: "constexpr", ORDER: "constexpr"):
    pass
