"""The same check as check.c, as a program."""

import array
import collections
import json
import struct
import sys
import time


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return array.array("f" if b"f4" in data[:start] else "i", data[start:])


def fault(question):
    n, chunk = question["dimensions"]["N"], question["parameters"]["CHUNK"]
    assert question["scalars"] == {"n": n, "chunk": chunk}
    x = load(question["inputs"]["x"])
    y, evens, means = (load(question["outputs"][name]) for name in ("y", "evens", "means"))
    if -1 in y:
        sys.exit("a value that is not expected")
    if -2 in y:
        time.sleep(60)
    for c, start in enumerate(range(0, n, chunk)):
        some, others = x[start : start + chunk], y[start : start + chunk]
        if collections.Counter(some) != collections.Counter(others):
            return f"chunk {c} of y has other numbers than x"
        if any((value % 2 != 0) != (i >= evens[c]) for i, value in enumerate(others)):
            return f"chunk {c} of y is not in order"
        if abs(means[c] - sum(some) / len(some)) > 1e-3:
            return f"means[{c}] is {means[c]}"
    return None


for line in sys.stdin:
    question = json.loads(line)
    if "open" in question:
        answer = {"ready": "chunks", "evo_check": 1}
    else:
        wrong = fault(question)
        answer = {"wrong": wrong} if wrong else {"right": True}
    print(json.dumps(answer), flush=True)
