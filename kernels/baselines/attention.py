#!/usr/bin/env python3
"""PyTorch's scaled_dot_product_attention with one of its backends: attention.py --backend flash"""
import argparse
import warnings

import on_torch
from baseline import Refused, serve

BACKENDS = {
    "flash": "FLASH_ATTENTION",
    "cudnn": "CUDNN_ATTENTION",
    "efficient": "EFFICIENT_ATTENTION",
    "math": "MATH",
}


def prepare(problem, backend):
    on_torch.require(problem)
    import torch  # pylint: disable=import-outside-toplevel
    from torch.nn.attention import SDPBackend, sdpa_kernel  # pylint: disable=import-outside-toplevel

    causal, scale = bool(problem.dimensions["CAUSAL"]), problem.scalars["scale"]
    chosen = getattr(SDPBackend, BACKENDS[backend])

    def bind(given):
        q, k, v = (given[name] for name in "QKV")

        def call():
            with sdpa_kernel(chosen):
                return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal, scale=scale)

        return call

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            return on_torch.Work(problem, bind)
        except RuntimeError as error:
            why = [str(error), *(str(warning.message) for warning in said)]
            raise Refused("; ".join(text.strip().splitlines()[0] for text in why if text.strip())) from error


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=BACKENDS, required=True)
    wanted = parser.parse_args().backend
    serve(lambda problem: prepare(problem, wanted))
