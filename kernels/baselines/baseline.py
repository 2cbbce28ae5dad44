"""The exchange between evo and a baseline (docs/programs.md#a-baseline): lines of JSON, arrays in .npy files.

A baseline calls serve() with a function that takes a Problem and returns an object with
  library    what computes, with its version
  device     the device's model, or "" where it does not matter
  outputs()  computes once: {name: (type, dimensions, bytes)}
  nanos(n)   the time of n launches, one right after the other
and raises Refused where it cannot.
"""
import ast
import json
import os
import sys
import traceback

PROTOCOL = 1

# Of NumPy's files; bf16 and fp8, which NumPy does not have, travel as f32.
DESCRIPTORS = {"f16": "<f2", "bf16": "<f4", "f32": "<f4", "f64": "<f8", "i8": "|i1", "i32": "<i4", "i64": "<i8"}
DESCRIPTORS.update({"f8e4m3": "<f4", "f8e5m2": "<f4"})


class Refused(Exception):
    """The baseline cannot run here; says why."""


class Problem:
    """A shape, its inputs, and the device that is meant."""

    def __init__(self, question):
        self.folder = question["open"]
        self.device = question["device"]
        self.cold = question["cache"] == "cold"
        with open(os.path.join(self.folder, "arguments.json"), encoding="utf-8") as file:
            numbers = json.load(file)
        self.kernel = numbers["kernel"]
        self.dimensions = numbers["dimensions"]
        self.scalars = numbers["scalars"]
        self.inputs = numbers["inputs"]
        self.written = numbers["outputs"]

    def bytes_of(self, name):
        """An input's elements, row-major, in the type that DESCRIPTORS gives its type."""
        with open(os.path.join(self.folder, name + ".npy"), "rb") as file:
            start = file.read(10)
            header = ast.literal_eval(file.read(int.from_bytes(start[8:10], "little")).decode("latin-1"))
            expected = DESCRIPTORS[self.inputs[name]["type"]]
            if header["descr"] != expected:
                raise Refused(f"{name}.npy has elements of type {header['descr']}, not {expected}")
            return bytearray(file.read())

    def write(self, name, kind, dimensions, data):
        """Writes an output, bf16 widened to f32 by whoever calls."""
        sizes = "".join(f"{size}, " for size in dimensions)
        header = f"{{'descr': '{DESCRIPTORS[kind]}', 'fortran_order': False, 'shape': ({sizes}), }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        with open(os.path.join(self.folder, name + ".npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode("latin-1"))
            file.write(data)


def serve(prepare):
    """Answers evo's questions until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # Whatever libraries print is no answer.
    problem = work = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if "open" in question:
                if question.get("evo_baseline") != PROTOCOL:
                    raise Refused(f"evo speaks version {question.get('evo_baseline')} of the exchange, this {PROTOCOL}")
                work = None  # What the shape before it holds is free again.
                problem = Problem(question)
                work = prepare(problem)
                answer = {"ready": work.library, "device": work.device}
            elif "write" in question:
                for name, (kind, dimensions, data) in work.outputs().items():
                    problem.write(name, kind, dimensions, data)
                answer = {"written": True}
            else:
                answer = {"nanos": work.nanos(question["time"])}
        except Refused as refusal:
            answer = {"refused": str(refusal)}
        except Exception as error:  # pylint: disable=broad-exception-caught
            traceback.print_exc()
            answer = {"refused": f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"}
        print(json.dumps({"evo_baseline": PROTOCOL, **answer}), file=answers, flush=True)
