"""Measures long runs on a made-up recording.

Usage: long_nights.py record FILE.json.gz    writes 122,880 configurations in Kernel Tuner's format
       long_nights.py resume DATABASE COMMAND…    seconds from the command's start to its first new evaluation
"""

import gzip
import itertools
import json
import math
import random
import sqlite3
import subprocess
import sys
import time

PARAMETERS = {
    "TILE_M": [16, 24, 32, 48, 64, 96, 128, 256],
    "TILE_N": [16, 24, 32, 48, 64, 96, 128, 256],
    "TILE_K": [8, 16, 32, 64, 128],
    "THREADS": [32, 64, 96, 128, 192, 256, 384, 512],
    "UNROLL": [1, 2, 3, 4, 6, 8],
    "VECTOR": [1, 2, 4, 8],
    "SWIZZLE": [0, 1],
}


def times(at, noise):
    """Rough, with interactions: smooth in the logarithms, rugged from one configuration to the next."""
    m, n, k, threads, unroll, vector, swizzle = (math.log2(max(value, 0.5)) for value in at)
    cost = (m - 6.2) ** 2 + (n - 6.6) ** 2 + 0.6 * (m - n) ** 2 + 0.7 * (k - 5 + unroll / 2) ** 2
    cost += 0.8 * (threads - m - n / 3 + 1) ** 2 + 0.9 * (vector - 2) ** 2 + (0.7 if swizzle < 0 else 0)
    centre = 0.4 + 0.05 * cost + 0.12 * noise.random()
    return [round(centre * noise.gauss(1, 0.004), 6) for _ in range(8)]


def entry(at):
    noise = random.Random(repr(at))
    plain = dict(zip(PARAMETERS, at))
    if at[0] * at[1] > 20000 or at[0] * at[1] * 4 < at[3]:
        return plain | {"time": "RuntimeFailedConfig", "compile_time": 900.0}
    samples = times(at, noise)
    return plain | {
        "time": sum(samples) / len(samples),
        "times": samples,
        "compile_time": 900.0,
        "verification_time": 20.0,
        "benchmark_time": 40.0,
        "strategy_time": 0,
        "framework_time": 5.0,
    }


def record(path):
    cache = {",".join(map(str, at)): entry(at) for at in itertools.product(*PARAMETERS.values())}
    recording = {
        "device_name": "synthetic",
        "kernel_name": "long_nights",
        "problem_size": [4096, 4096],
        "tune_params_keys": list(PARAMETERS),
        "tune_params": PARAMETERS,
        "objective": "time",
        "cache": cache,
    }
    with gzip.open(path, "wt") as file:
        json.dump(recording, file)


def evaluations(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT max(id) FROM candidates").fetchone()[0]


def resume(database, command):
    before = evaluations(database)
    began = time.monotonic()
    process = subprocess.Popen(command)
    while process.poll() is None and evaluations(database) == before:
        time.sleep(0.05)
    print(f"first new evaluation after {before}: {time.monotonic() - began:.1f} s", flush=True)
    process.wait()


if sys.argv[1] == "record":
    record(sys.argv[2])
else:
    resume(sys.argv[2], sys.argv[3:])
