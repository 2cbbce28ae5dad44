"""PyTorch on a CUDA device, timed as evo times kernels: CUDA graphs between two events, two sets of buffers in turn."""
import ctypes
import math

from baseline import Refused

try:
    import torch
except ImportError:
    torch = None

CHUNK = 128  # launches of one graph at most, as evo's own
HEAD_START = 200_000  # cycles for which the device spins, so that the host is ahead when the time begins
DTYPES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64"}
DTYPES.update({"f8e4m3": "float8_e4m3fn", "f8e5m2": "float8_e5m2"})


def require(problem):
    """Refuses where there is no PyTorch or not the device that is meant."""
    if torch is None:
        raise Refused("there is no PyTorch for this python3; maybe: pip install torch")
    if not problem.device.startswith("cuda"):
        raise Refused(f"it runs on CUDA devices alone, not on {problem.device}")
    if not torch.cuda.is_available():
        raise Refused(f"PyTorch {torch.__version__} finds no CUDA device")
    torch.cuda.set_device(torch.device(problem.device))


def tensors(problem):
    """The inputs on the device, in the kernel's types."""
    loaded = {}
    for name, array in problem.inputs.items():
        travelled = "f32" if array["type"] in ("bf16", "f8e4m3", "f8e5m2") else array["type"]
        flat = torch.frombuffer(problem.bytes_of(name), dtype=getattr(torch, DTYPES[travelled]))
        loaded[name] = flat.reshape(array["dimensions"]).to(problem.device, getattr(torch, DTYPES[array["type"]]))
    return loaded


class Work:
    """Calls on the device: checked once, then recorded into graphs."""

    def __init__(self, problem, bind):
        """bind: takes the inputs, and returns what launches once on them and returns the one output."""
        self.problem = problem
        given = tensors(problem)
        # A candidate's launches read and write two sets of buffers in turn, so that caches hold as much of them.
        self.calls = [bind(given), bind({name: tensor.clone() for name, tensor in given.items()})]
        self.library = f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, cuDNN {torch.backends.cudnn.version()}"
        self.device = torch.cuda.get_device_name()
        self.stream = torch.cuda.Stream()
        self.graphs = {}
        self.start, self.end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        l2 = getattr(torch.cuda.get_device_properties(problem.device), "L2_cache_size", 64 << 20)
        self.flush = torch.empty(2 * l2, dtype=torch.uint8, device=problem.device) if problem.cold else None
        torch.cuda.synchronize()
        with torch.cuda.stream(self.stream):
            for call in self.calls * 2:  # Libraries choose, compile and allocate before anything is recorded.
                call()
        self.stream.synchronize()

    def outputs(self):
        ((name, array),) = self.problem.written.items()
        with torch.cuda.stream(self.stream):
            result = self.calls[0]()
        self.stream.synchronize()
        kind = "f32" if array["type"] == "bf16" else array["type"]
        host = result.to(getattr(torch, DTYPES[kind])).contiguous().cpu()
        return {
            name: (kind, array["dimensions"], ctypes.string_at(host.data_ptr(), host.numel() * host.element_size()))
        }

    def nanos(self, launches):
        with torch.cuda.stream(self.stream):
            return self._cold(launches) if self.problem.cold else self._hot(launches)

    def _hot(self, launches):
        first = (launches - 1) % CHUNK + 1
        graphs = [self._graph(first)] + [self._graph(CHUNK)] * ((launches - first) // CHUNK)
        torch.cuda._sleep(HEAD_START)  # pylint: disable=protected-access
        self.start.record()
        for graph in graphs:
            graph.replay()
        self.end.record()
        return self._elapsed()

    def _cold(self, launches):
        graph = self._graph(1)
        total = 0
        for _ in range(launches):
            self.flush.zero_()
            self.start.record()
            graph.replay()
            self.end.record()
            total += self._elapsed()
        return total

    def _elapsed(self):
        self.end.synchronize()
        return max(1, math.ceil(1e6 * self.start.elapsed_time(self.end)))

    def _graph(self, launches):
        if launches not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=self.stream):
                kept = [None, None]  # The outputs, in two buffers too.
                for launch in range(launches):
                    kept[launch % 2] = None
                    kept[launch % 2] = self.calls[launch % 2]()
            graph.replay()  # The first replay uploads it.
            self.stream.synchronize()
            self.graphs[launches] = graph
        return self.graphs[launches]
