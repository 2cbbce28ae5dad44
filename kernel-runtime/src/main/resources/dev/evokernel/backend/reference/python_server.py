"""Calls functions of a kernel's Python files.

Each question is one line of JSON on standard input, each answer one line on standard output. Arrays are files in
NumPy's format, mapped into memory. What a file prints goes to standard error.
"""

import contextlib
import importlib.machinery
import importlib.util
import inspect
import json
import os
import sys
import traceback

VERSION = 1

# PyTorch's names of the types that NumPy lacks.
NARROW = {"bf16": "bfloat16", "f8e4m3": "float8_e4m3fn", "f8e5m2": "float8_e5m2"}


class Refusal(Exception):
    """Says why a function cannot be called, or what is wrong with its result."""


def imported(file):
    """Imports a file, which may import its neighbours."""
    folder, name = os.path.split(file)
    name = os.path.splitext(name)[0]
    if folder not in sys.path:
        sys.path.insert(0, folder)
    loader = importlib.machinery.SourceFileLoader(name, file)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules.setdefault(name, module)
    loader.exec_module(module)
    return module


def story(error, files):
    """Tells the lines of the kernel's files that led to an error, the error, and a way out."""
    if isinstance(error, Refusal):
        return str(error)
    folders = {os.path.dirname(file) for file in files}
    lines = [
        f"  {frame.filename}, line {frame.lineno}: {frame.line}"
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.dirname(frame.filename) in folders
    ]
    told = "".join(traceback.format_exception_only(type(error), error)).rstrip()
    lines = lines[-3:] + ["  " + line[:300] for line in told.splitlines()[-4:]]
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        lines += [
            f"{sys.executable} is Python {sys.version.split()[0]} and has no '{package}'. Install it:"
            f" {sys.executable} -m pip install {package}",
            "Or put the Python that has it first on PATH.",
        ]
    return "failed:\n" + "\n".join(lines)


class Call:
    """A call of one function with the arguments that it asks for by name."""

    def __init__(self, function, question):
        with open(os.path.join(question["from"], "arguments.json")) as file:
            self.arguments = json.load(file)
        self.function = function
        self.folder = question["from"]
        self.device = question["device"] if question["device"].startswith("cuda") else "cpu"
        self.parameters = inspect.signature(function).parameters.values()
        self.tensors = any("Tensor" in str(parameter.annotation) for parameter in self.parameters)

    def value(self, name):
        """Returns an array, or a number or text."""
        inputs = self.arguments.get("inputs", {})
        if name not in inputs:
            return self.plain()[name]
        array = numpy.load(os.path.join(self.folder, name + ".npy"), mmap_mode="c")
        if not self.tensors:
            return array
        import torch

        tensor = torch.from_numpy(array).to(self.device)
        narrow = NARROW.get(inputs[name]["type"])
        return tensor.to(getattr(torch, narrow)) if narrow else tensor

    def plain(self):
        known = {"shape": self.arguments["shape"], "seed": self.arguments["seed"]}
        for group in ("dimensions", "facts", "parameters", "scalars"):
            known.update(self.arguments.get(group, {}))
        return known

    def result(self):
        """Calls the function and returns its arrays by name."""
        known = [*self.arguments.get("inputs", {}), *self.plain()]
        asked, missing = [], []
        for parameter in self.parameters:
            if parameter.kind is parameter.VAR_KEYWORD:
                asked = known
            elif parameter.name in known:
                asked.append(parameter.name)
            elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL:
                missing.append(parameter.name)
        if missing:
            names = ", ".join(missing)
            way = "" if "inputs" in self.arguments else f". For a parameter write depends: [{names}]"
            raise Refusal(f"asks for {names}. It may ask for: {', '.join(dict.fromkeys(known))}{way}")
        with self.without_gradients():
            return self.named(self.function(**{name: self.value(name) for name in asked}))

    def without_gradients(self):
        """Computes in the precision of the types, where PyTorch would allow less."""
        if not self.tensors:
            return contextlib.nullcontext()
        import torch

        torch.backends.cudnn.allow_tf32 = False
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
        return torch.no_grad()

    def named(self, result):
        """Names the arrays of a result: a mapping, a tuple in the order of the outputs, or the one array."""
        wanted = list(self.arguments["outputs"])
        if not isinstance(result, dict):
            result = result if isinstance(result, tuple) else (result,)
            if len(result) != len(wanted):
                raise Refusal(f"returned {len(result)} arrays, not {len(wanted)}: {', '.join(wanted)}")
            result = dict(zip(wanted, result))
        for name in wanted:
            if result.get(name) is None:
                raise Refusal(f"returned no '{name}'. Write: return {{'{name}': …}}")
        return {name: host(result[name]) for name in wanted}


def host(array):
    """Copies an array to the host, in a type that evo reads."""
    if hasattr(array, "detach"):
        array = array.detach().cpu()
        array = array.float() if str(array.dtype).rpartition(".")[2] in NARROW.values() else array
        array = array.numpy()
    array = numpy.asarray(array)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        array = array.astype("<i8")
    elif kind == "f" and size > 8:
        array = array.astype("<f8")
    return array


def answer(question, modules):
    function = getattr(modules[question["file"]], question["call"], None)
    if not callable(function):
        raise Refusal(f"has no function '{question['call']}'. Write: def {question['call']}(…): return {{…}}")
    call = Call(function, question)
    for name, array in call.result().items():
        numpy.save(os.path.join(question["into"], name + ".npy"), array)
    if call.device != "cpu" and "torch" in sys.modules:
        sys.modules["torch"].cuda.empty_cache()  # The candidates need the memory.
    return {"written": True}


def main(files):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    failure = None
    modules = {}
    try:
        global numpy
        import numpy

        modules = {file: imported(file) for file in files}
    except BaseException as error:
        failure = {"refused": story(error, files)}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if failure:
                said = failure
            elif "open" in question:
                said = {"ready": "Python " + sys.version.split()[0], "evo_python": VERSION}
            else:
                said = answer(question, modules)
        except BaseException as error:
            said = {"refused": story(error, files)}
        print(json.dumps(said), file=answers, flush=True)


main(sys.argv[1:])
