#!/usr/bin/env python3
"""Times the libraries people would otherwise use, on the shapes of a kernel.yaml: device time of a CUDA graph's replay.

    baselines.py kernels/attention/kernel.yaml        PyTorch's scaled_dot_product_attention, each backend
    baselines.py kernels/gemm/kernel.yaml             cuBLAS through torch.mm

Needs PyTorch with CUDA. The shapes are those of the file's cuda section.
Prints one row for each shape and library: p50 and p90 in microseconds over the samples, like evo's own.
"""
import re
import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

SAMPLES = 60
SAMPLE_MS = 1.0


def shapes(path):
    """The shapes of the cuda section: name -> {dimension: size}."""
    text = open(path, encoding="utf-8").read()
    cuda = text[text.index("  cuda:") :]
    block = cuda[cuda.index("    shapes:") :]
    rows = re.findall(r"^      (\w+): \{([^}]*)\}", block, flags=re.M)
    return {name: {k.strip(): int(v) for k, v in (pair.split(":") for pair in body.split(","))} for name, body in rows}


def quantile(ordered, p):
    at = p * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def timed(work):
    """p50 and p90 in µs of one call; enough calls in one graph to fill a sample."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(5):
            work()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()

    def graph_of(calls):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(calls):
                work()
        return graph

    def elapsed_ms(graph):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        graph.replay()
        end.record()
        end.synchronize()
        return start.elapsed_time(end)

    trial = graph_of(10)
    elapsed_ms(trial)
    calls = max(1, round(10 * SAMPLE_MS / elapsed_ms(trial)))
    graph = graph_of(calls)
    for _ in range(5):
        elapsed_ms(graph)
    times = sorted(1000 * elapsed_ms(graph) / calls for _ in range(SAMPLES))
    return quantile(times, 0.5), quantile(times, 0.9)


def attention(shape):
    size = (shape["B"], shape["H"], shape["S"], shape["D"])
    q = 3 * torch.randn(size, device="cuda", dtype=torch.float16)
    k, v = (torch.randn(size, device="cuda", dtype=torch.float16) for _ in range(2))
    causal = bool(shape["CAUSAL"])
    for name in ("CUDNN_ATTENTION", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "MATH"):
        backend = getattr(SDPBackend, name)

        def work(backend=backend):
            with sdpa_kernel(backend):
                return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

        yield "sdpa " + backend.name.lower().replace("_attention", ""), work


def gemm(shape):
    a = torch.randn(shape["M"], shape["K"], device="cuda", dtype=torch.float16) * 0.125
    b = torch.randn(shape["K"], shape["N"], device="cuda", dtype=torch.float16) * 0.125
    c = torch.empty(shape["M"], shape["N"], device="cuda", dtype=torch.float16)
    yield "cuBLAS", lambda: torch.mm(a, b, out=c)


def main():
    path = sys.argv[1]
    libraries = gemm if "gemm" in path else attention
    versions = f"torch {torch.__version__}, CUDA {torch.version.cuda}, cuDNN {torch.backends.cudnn.version()}"
    print(f"# {torch.cuda.get_device_name()}, {versions}")
    print("shape,library,p50_us,p90_us")
    for name, shape in shapes(path).items():
        for library, work in libraries(shape):
            try:
                p50, p90 = timed(work)
                print(f"{name},{library},{p50:.2f},{p90:.2f}", flush=True)
            except RuntimeError as error:
                print(f"{name},{library},refused: {str(error).splitlines()[0][:80]},", flush=True)


main()
