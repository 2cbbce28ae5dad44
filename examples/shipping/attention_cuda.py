"""Calls the attention that evo chose for this GPU from PyTorch, beside its own: attention_cuda.py PACKAGE"""

import sys

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

sys.path.insert(0, sys.argv[1])
import attention  # of the package

TOLERANCE = 4e-3
LAUNCHES = 20
REPETITIONS = 15
SDPA = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
}


def recorded(function):
    """A CUDA graph of launches: what is timed has no Python in it."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(LAUNCHES):
            function()
    return graph


def microseconds(graphs):
    """The median time of a launch of each, taken in turns."""
    times = {name: [] for name in graphs}
    for _ in range(REPETITIONS):
        for name, graph in graphs.items():
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            graph.replay()
            start.record()
            graph.replay()
            end.record()
            end.synchronize()
            times[name].append(1e3 * start.elapsed_time(end) / LAUNCHES)
    return {name: sorted(each)[len(each) // 2] for name, each in times.items()}


def sdpa(backend, q, k, v, causal):
    def call():
        with sdpa_kernel(backend):
            return scaled_dot_product_attention(q, k, v, is_causal=bool(causal))

    return call


def main():
    torch.manual_seed(1)
    right = True
    print(
        "   B  H    S   D causal  configuration  error     evo us   "
        + "".join(f"{name:>10}" for name in SDPA)
        + "   speed-up"
    )
    for b, h, s, d, causal in [
        (1, 8, 512, 64, 0),
        (8, 16, 512, 64, 0),
        (8, 16, 512, 64, 1),
        (3, 5, 437, 64, 1),
        (4, 16, 2048, 64, 0),
        (2, 12, 1024, 64, 0),
        (2, 7, 1000, 64, 1),
    ]:
        q, k, v = (torch.randn(b, h, s, d, device="cuda").half() for _ in range(3))
        o = attention.attention(q, k, v, CAUSAL=causal)
        with sdpa_kernel(SDPBackend.MATH):
            wanted = scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=bool(causal))
        error = (o.float() - wanted).abs().max().item()
        graphs = {"evo": recorded(lambda: attention.attention(q, k, v, CAUSAL=causal, O=o))}
        for name, backend in SDPA.items():
            try:
                graphs[name] = recorded(sdpa(backend, q, k, v, causal))
            except RuntimeError as e:
                print(f"{name}: {str(e).splitlines()[0]}")
        times = microseconds(graphs)
        best = min((time for name, time in times.items() if name != "evo"), default=float("nan"))
        chosen = attention.plan(attention._device(0).limits, B=b, H=h, S=s, D=d, CAUSAL=causal, T="f16")
        print(
            f"{b:4}{h:3}{s:5}{d:4}{causal:7}{chosen.configuration:15}{error:10.1e}{times['evo']:9.2f}   "
            + "".join(f"{times.get(name, float('nan')):10.2f}" for name in SDPA)
            + f"{best / times['evo']:10.3f}x"
        )
        right &= error <= TOLERANCE
    for what in [
        torch.zeros(1, 1, 64, 64, device="cuda"),
        torch.zeros(1, 1, 64, 64, dtype=torch.float16),
        torch.zeros(1, 1, 64, 20, dtype=torch.float16, device="cuda"),
    ]:
        try:
            attention.attention(what, what, what, CAUSAL=0)
            right = False
        except attention.Unsupported as e:
            print(f"refused: {e}")
    print("all right" if right else "wrong")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
