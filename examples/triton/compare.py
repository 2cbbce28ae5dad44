"""evo beside triton.autotune: the same kernel, the same space, the same time.

  python3 compare.py [--evo ../../evo] [--seconds 60] [--shape NAME] [--repeats 3] matmul|softmax

1. `evo run` tunes the kernel's folder for so many seconds.
2. triton.autotune tunes the same function over the same space for as long. It times all that it is given, so it is
   given eight configurations at a time, in random order, until the time is over; they satisfy the constraints that
   evo's satisfy. Its times are its own, of triton.testing.do_bench.
3. Both winners and the default are timed by do_bench in turns, --repeats times. That is the table.

What autotune compiled before is not compiled again in step 3 only; each step has a cache of its own.
"""
import argparse
import glob
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CHUNK = 8


def described(kernel):
    """The space, the default and the shapes of a kernel.yaml, as far as the two here need it."""
    with open(os.path.join(HERE, kernel, "kernel.yaml"), encoding="utf-8") as file:
        text = file.read()
    block = re.search(r"^    parameters:\n((?:      .*\n)+)", text, re.M).group(1)
    space = {name: [int(one) for one in values.split(",")] for name, values in re.findall(r"(\w+): \[(.*)\]", block)}
    default = pairs(re.search(r"default: \{(.*)\}", text).group(1))
    shapes = {name: pairs(sizes) for name, sizes in re.findall(r"^      (\w+): \{(M: .*)\}", text, re.M)}
    return space, default, shapes


def pairs(text):
    return {name: int(value) for name, value in re.findall(r"(\w+): (\d+)", text)}


class Matmul:
    """Of matmul/kernel.yaml: constraints, launch, inputs."""

    @staticmethod
    def valid(one, shared):
        ring = 2 * one["BLOCK_K"] * (one["BLOCK_M"] + one["BLOCK_N"]) * (one["num_stages"] - 1)
        return ring <= shared and one["BLOCK_M"] * one["BLOCK_N"] <= 256 * 32 * one["num_warps"]

    @staticmethod
    def arguments(torch, size):
        a = torch.randn(size["M"], size["K"], device="cuda", dtype=torch.float16)
        b = torch.randn(size["K"], size["N"], device="cuda", dtype=torch.float16)
        c = torch.empty(size["M"], size["N"], device="cuda", dtype=torch.float16)
        return (a, b, c, size["M"], size["N"], size["K"])

    @staticmethod
    def grid(size):
        return lambda meta: (-(-size["M"] // meta["BLOCK_M"]) * -(-size["N"] // meta["BLOCK_N"]),)

    @staticmethod
    def constants(size):
        return {}

    @staticmethod
    def rate(size, milliseconds):
        return f"{2 * size['M'] * size['N'] * size['K'] / milliseconds / 1e9:.0f} TFLOP/s"


class Softmax:
    """Of softmax/kernel.yaml."""

    @staticmethod
    def valid(one, shared):
        return True

    @staticmethod
    def arguments(torch, size):
        x = torch.randn(size["M"], size["N"], device="cuda")
        return (x, torch.empty_like(x), size["M"], size["N"])

    @staticmethod
    def grid(size):
        return lambda meta: (meta["PROGRAMS"],)

    @staticmethod
    def constants(size):
        block = next(power for power in (1024, 2048, 4096, 8192) if size["N"] <= power)
        return {"BLOCK": block, "EVEN": size["N"] == block}

    @staticmethod
    def rate(size, milliseconds):
        return f"{8 * size['M'] * size['N'] / milliseconds / 1e6:.0f} GB/s"


def tuned_by_evo(options, kernel, shape):
    results = tempfile.mkdtemp(prefix="evo-compare-")
    command = [options.evo, "run", os.path.join(HERE, kernel), "--device", "cuda", "--shapes", shape]
    command += ["--wall", f"{options.seconds}s", "--results", results]
    print("$ " + " ".join(command), flush=True)
    began = time.monotonic()
    # In a folder without an evo.yaml, so that a job's defaults hold.
    subprocess.run(command, check=True, cwd=results)
    seconds = time.monotonic() - began
    with open(glob.glob(os.path.join(results, "*", "evo_best.json"))[0], encoding="utf-8") as file:
        found = json.load(file)
    rows = subprocess.run(
        [options.evo, "runs", "--results", results, "--format", "csv"], capture_output=True, text=True, check=True
    ).stdout
    print(rows)
    best = found.get("best") or found
    return best["configuration"], seconds


def config(triton, values):
    names = ("num_warps", "num_stages", "num_ctas")
    return triton.Config(
        {name: value for name, value in values.items() if name not in names},
        **{name: values[name] for name in names if name in values},
    )


def tuned_by_autotune(triton, function, configurations, launch, seconds):
    """The best, how many were tried, and how long it took."""
    best, least, tried, began = None, float("inf"), 0, time.monotonic()
    while tried < len(configurations) and time.monotonic() - began < seconds:
        chunk = configurations[tried : tried + CHUNK]
        tuner = triton.autotune(configs=[config(triton, one) for one in chunk], key=[])(function)
        try:
            launch(tuner)
            for timed, nanos in tuner.configs_timings.items():
                timing = nanos[0] if isinstance(nanos, (list, tuple)) else nanos
                if timing < least:
                    least, best = timing, chunk[tuner.configs.index(timed)]
        except Exception as error:  # All of a chunk may ask for too much.
            print(f"{type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
        tried += len(chunk)
    return best, tried, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kernel", choices=["matmul", "softmax"])
    parser.add_argument("--evo", default=os.path.join(HERE, "..", "..", "evo"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--shape")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=42)
    options = parser.parse_args()
    options.evo = os.path.abspath(options.evo)
    space, default, shapes = described(options.kernel)
    shape = options.shape or next(iter(shapes))
    size, of = shapes[shape], {"matmul": Matmul, "softmax": Softmax}[options.kernel]

    by_evo, evo_seconds = tuned_by_evo(options, options.kernel, shape)

    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="evo-compare-cache-")
    import torch
    import triton

    sys.path.insert(0, os.path.join(HERE, options.kernel))
    function = getattr(__import__(options.kernel), options.kernel)
    shared = getattr(torch.cuda.get_device_properties(0), "shared_memory_per_block_optin", 232448)
    every = [dict(zip(space, values)) for values in itertools.product(*space.values())]
    valid = [one for one in every if of.valid(one, shared)]
    random.Random(options.seed).shuffle(valid)
    arguments, constants, grid = of.arguments(torch, size), of.constants(size), of.grid(size)

    def launch(tuner):
        tuner[grid](*arguments, **constants)

    by_autotune, tried, autotune_seconds = tuned_by_autotune(triton, function, valid, launch, options.seconds)

    contenders = {"default": default, "triton.autotune": by_autotune, "evo": by_evo}
    times = {name: [] for name in contenders}
    for _ in range(options.repeats):
        for name, values in contenders.items():
            times[name].append(
                triton.testing.do_bench(
                    lambda: function[grid](*arguments, **constants, **values), warmup=100, rep=500, return_mode="median"
                )
            )
    print(f"\n{options.kernel}, shape {shape} {size}, {torch.cuda.get_device_name()}, Triton {triton.__version__}")
    print(f"{len(valid)} valid configurations; evo took {evo_seconds:.0f} s with its finals; ")
    print(f"triton.autotune tried {tried} in {autotune_seconds:.0f} s, in random order")
    print(f"{'':16} {'median ms':>10} {'least':>9} {'most':>9} {'rate':>14}  configuration")
    for name, values in contenders.items():
        ms = statistics.median(times[name])
        print(f"{name:16} {ms:10.4f} {min(times[name]):9.4f} {max(times[name]):9.4f} {of.rate(size, ms):>14}  {values}")
    print(
        f"evo's over autotune's: {statistics.median(times['triton.autotune']) / statistics.median(times['evo']):.3f}x"
    )


if __name__ == "__main__":
    main()
