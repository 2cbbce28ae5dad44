#!/usr/bin/env python3
"""PyTorch's rms_norm and softmax of rows: rows.py --function softmax --mode eager or compile"""
import argparse

import on_torch
from baseline import serve


def prepare(problem, function, mode):
    on_torch.require(problem)
    import torch  # pylint: disable=import-outside-toplevel

    if function == "softmax":

        def rows(values, _):
            return torch.softmax(values, dim=-1)

    else:
        epsilon = problem.scalars["epsilon"]

        def rows(values, weight):
            return torch.nn.functional.rms_norm(values, weight.shape, weight, epsilon)

    if mode == "compile":
        torch._dynamo.reset()  # pylint: disable=protected-access  # Each shape gets a program of its own.
        rows = torch.compile(rows, dynamic=False)
    return on_torch.Work(problem, lambda given: lambda: rows(given["X"], given.get("W")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--function", choices=("rmsnorm", "softmax"), required=True)
    parser.add_argument("--mode", choices=("eager", "compile"), required=True)
    wanted = parser.parse_args()
    serve(lambda problem: prepare(problem, wanted.function, wanted.mode))
