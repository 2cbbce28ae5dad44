#!/usr/bin/env python3
"""cuBLASLt's product in fp8, through PyTorch: gemm_fp8.py --sums fast, exact or blocks

fast leaves sums to the tensor cores, exact has them added up in single precision; blocks has scales for 1 x 128 of A
and 128 x 128 of B.
"""
import argparse

import on_torch
from baseline import Refused, serve


def work(problem, sums):
    on_torch.require(problem)
    import torch  # pylint: disable=import-outside-toplevel

    def bind(given):
        a, b = given["A"], given["B"].t()
        scales = blocks(given) if sums == "blocks" else (given["scale_a"].reshape(()), given["scale_b"].reshape(()))
        return lambda: torch._scaled_mm(  # pylint: disable=protected-access
            a, b, scale_a=scales[0], scale_b=scales[1], out_dtype=torch.bfloat16, use_fast_accum=sums == "fast"
        )

    return on_torch.Work(problem, bind)


def blocks(given):
    """cuBLASLt reads A's scales column by column, and those of B, along K, in columns of a multiple of four."""
    a, b = given["A_scales"], given["B_scales"]
    if a.shape[1] % 4:
        raise Refused(f"rows of {a.shape[1]} scales are no multiple of four")
    return a.t().contiguous().t(), b.contiguous().t()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sums", choices=("fast", "exact", "blocks"), required=True)
    wanted = parser.parse_args().sums
    serve(lambda problem: work(problem, wanted))
