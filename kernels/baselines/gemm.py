#!/usr/bin/env python3
"""A library's matrix product: gemm.py --library cublas, cublaslt (both through PyTorch) or openblas"""
import argparse
import ctypes
import time

import on_torch
from baseline import Refused, serve


def on_cuda(problem, library):
    on_torch.require(problem)
    import torch  # pylint: disable=import-outside-toplevel

    torch.backends.cuda.preferred_blas_library(library)
    # Sums in single precision, as the kernels promise.
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False

    def bind(given):
        a, b = given["A"], given["B"]
        c = torch.empty(a.shape[0], b.shape[1], device=a.device, dtype=a.dtype)
        return lambda: torch.mm(a, b, out=c)

    return on_torch.Work(problem, bind)


class OpenBlas:
    """cblas_sgemm of whichever OpenBLAS is installed, with the threads that it chooses itself."""

    device = ""

    def __init__(self, problem):
        if problem.device.startswith("cuda"):
            raise Refused("it runs on the processor alone")
        if problem.inputs["A"]["type"] != "f32":
            raise Refused(f"it is called for f32 alone, not for {problem.inputs['A']['type']}")
        if problem.cold:
            raise Refused("it cannot flush the caches before a launch")
        library = self._installed()
        library.openblas_get_config.restype = ctypes.c_char_p
        self.library = library.openblas_get_config().decode().strip()
        m, n, k = (problem.dimensions[size] for size in "MNK")
        self.size, self.arguments = [m, n], []
        for _ in range(2):  # Two sets of buffers in turn, as for candidates.
            a, b = (
                (ctypes.c_float * size).from_buffer(problem.bytes_of(name))
                for name, size in (("A", m * k), ("B", k * n))
            )
            self.c = (ctypes.c_float * (m * n))()
            self.arguments.append([101, 111, 111, m, n, k, ctypes.c_float(1), a, k, b, n, ctypes.c_float(0), self.c, n])
        self.sgemm = library.cblas_sgemm
        self.sgemm.restype = None

    @staticmethod
    def _installed():
        for name in ("libopenblas.so.0", "libopenblas.so"):
            try:
                return ctypes.CDLL(name)
            except OSError:
                continue
        raise Refused("there is no libopenblas.so.0; maybe: apt-get install libopenblas0")

    def outputs(self):
        self.sgemm(*self.arguments[1])
        return {"C": ("f32", self.size, bytes(self.c))}

    def nanos(self, launches):
        began = time.perf_counter_ns()
        for launch in range(launches):
            self.sgemm(*self.arguments[launch % 2])
        return max(1, time.perf_counter_ns() - began)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", choices=("cublas", "cublaslt", "openblas"), required=True)
    wanted = parser.parse_args().library
    serve(OpenBlas if wanted == "openblas" else lambda problem: on_cuda(problem, wanted))
