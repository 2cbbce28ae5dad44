"""Replaces Kernel Tuner while a script runs, and records the arguments of one call.

Arguments: the output folder, the script, the number of the call of tune_kernel, whether random arrays become fills
(yes, no or auto), and the script's own arguments. Writes a T1 file, problem.json, and NumPy files to the output
folder. The script ends at the recorded call. Missing GPU modules are replaced by stand-ins.
"""

import builtins
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import itertools
import json
import os
import re
import runpy
import shutil
import sys
import types

OUT, SCRIPT, WANTED, FILLS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
MOST_COMBINATIONS = 1_000_000

# Arrays above this size in bytes can be imported as random numbers instead of data.
LARGE = 1 << 20

# Most bytes of data that are written.
MOST_DATA = 1_000_000_000
OPEN = builtins.open

STOOD_IN_FOR = ("kernel_tuner", "pycuda", "cupy", "pyopencl", "cuda", "hip", "pyhip", "pynvml", "pmt")


class Refused(Exception):
    """Input that evo does not support; the message names the alternative."""


class Recorded(BaseException):
    """Raised once the requested call is recorded."""


# --- Stand-ins for modules


class Open(type):
    """Metaclass of classes with every attribute and operator."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(name)

    def __or__(cls, other):
        return cls

    __ror__ = __and__ = __add__ = __or__


class Anything(metaclass=Open):
    """Takes every argument, has every attribute, and does nothing."""

    def __init__(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(name)

    def __call__(self, *args, **kwargs):
        return Anything()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False


def stand_in(name):
    import numpy

    arrays = {
        "pagelocked_empty": numpy.empty,
        "pagelocked_zeros": numpy.zeros,
        "aligned_empty": numpy.empty,
        "aligned_zeros": numpy.zeros,
        "asnumpy": numpy.asarray,
    }
    if name in arrays:
        return lambda shape, dtype=numpy.float32, *args, **kwargs: arrays[name](shape, dtype=dtype)
    return Open(name, (Anything,), {})


class StandIn(types.ModuleType):
    """Module with every attribute. CuPy's stand-in has NumPy's functions."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__.startswith("cupy"):
            import numpy

            if name != "asnumpy" and hasattr(numpy, name):
                return getattr(numpy, name)
        return stand_in(name)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.names:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        if spec.name == "kernel_tuner.utils.directives":
            raise Refused(
                "the script tunes directives (OpenACC or OpenMP) with Kernel Tuner's 'Code', which evo does not"
                " import; write the loop as a function of a C file with its '#pragma omp', and describe it with"
                " 'evo init FILE.c'"
            )
        module = StandIn(spec.name)
        module.__path__ = []
        if spec.name == "kernel_tuner" or spec.name == "kernel_tuner.interface":
            module.tune_kernel = tune_kernel
            module.run_kernel = run_kernel
        return module

    def exec_module(self, module):
        pass


def missing(name):
    try:
        return name == "kernel_tuner" or importlib.util.find_spec(name) is None
    except (ImportError, ValueError):
        return True


# --- The recorder

SIGNATURE = inspect.Signature(
    [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
        for name, default in (
            [(name, inspect.Parameter.empty) for name in ("kernel_name", "kernel_source", "problem_size")]
            + [("arguments", inspect.Parameter.empty), ("tune_params", inspect.Parameter.empty)]
            + [(name, None) for name in ("grid_div_x", "grid_div_y", "grid_div_z", "restrictions", "answer")]
            + [("atol", 1e-6), ("verify", None), ("verbose", False), ("lang", None), ("device", 0)]
            + [(name, None) for name in ("platform", "smem_args", "cmem_args", "texmem_args", "compiler")]
            + [(name, None) for name in ("compiler_options", "defines", "log")]
            + [("iterations", 7), ("block_size_names", None)]
        )
    ]
    + [inspect.Parameter("others", inspect.Parameter.VAR_KEYWORD)]
)

LEFT_OUT = ("device", "platform", "iterations", "log")

calls = 0
stand_in_results = []


class Result(dict):
    """Configuration whose metrics are all 1."""

    def __missing__(self, key):
        return 1.0


def run_kernel(kernel_name, kernel_source, problem_size, arguments, *args, **kwargs):
    """Returns copies of the arguments without running the kernel."""
    import numpy

    guard_files()
    results = [numpy.array(argument, copy=True) for argument in arguments]
    stand_in_results.extend(results)
    return results


def tune_kernel(*args, **kwargs):
    global calls
    calls += 1
    call = SIGNATURE.bind(*args, **kwargs)
    if calls == WANTED:
        builtins.open = OPEN
        call.apply_defaults()
        Recording(call.arguments).write()
        raise Recorded()
    guard_files()
    first = Result({name: list(values)[0] for name, values in call.arguments["tune_params"].items()})
    return [first], {}


def guard_files():
    """Redirects written files to the output folder, so that stand-in results replace no real ones."""

    def guarded(file, mode="r", *args, **kwargs):
        if isinstance(file, int):
            return OPEN(file, mode, *args, **kwargs)
        path = os.path.abspath(os.fspath(file))
        own = os.path.join(OUT, "written", re.sub(r"\W", "_", str(path)))
        if any(letter in mode for letter in "wax+"):
            os.makedirs(os.path.dirname(own), exist_ok=True)
            if not os.path.exists(own) and os.path.exists(path) and "w" not in mode:
                shutil.copy(path, own)
            path = own
        return OPEN(own if os.path.exists(own) else path, mode, *args, **kwargs)

    builtins.open = guarded


class Recording:
    def __init__(self, call):
        import numpy

        self.numpy = numpy
        self.call = call
        self.notes = []
        self.data = {}
        self.parameters = {
            name: [plain(value) for value in values] for name, values in dict(call["tune_params"]).items()
        }
        self.files = []
        self.source = self.code()
        self.lang = self.language()
        self.signature = signature(call["kernel_name"], self.source)

    def write(self):
        arguments = self.arguments()
        names = list(self.call["block_size_names"] or [])
        names += ["block_size_x", "block_size_y", "block_size_z"][len(names) :]
        kernel = {
            "Language": self.lang,
            "KernelName": self.call["kernel_name"],
            "KernelFile": self.files,
            "CompilerOptions": self.options(),
            "ProblemSize": self.problem_size(),
            "Arguments": arguments,
        }
        if self.lang != "C":
            kernel["LocalSize"] = {
                axis: name if name in self.parameters else "256" if axis == "X" else "1"
                for axis, name in zip("XYZ", names)
            }
        for axis, name in zip("XYZ", names if self.lang != "C" else []):
            given = self.call["grid_div_" + axis.lower()]
            if callable(given):
                given = [self.formula(given, "grid_div_" + axis.lower())]
            if given is None:
                given = [name] if name in self.parameters else []
            given = [given] if isinstance(given, (str, int)) else given
            kernel["GridDiv" + axis] = [str(plain(one)) for one in given]
        shared = (self.call["smem_args"] or {}).get("size")
        if callable(shared):
            shared = self.formula(shared, "smem_args['size']")
        if shared is not None:
            kernel["SharedMemory"] = plain(shared)
        if self.call["texmem_args"]:
            raise Refused("texmem_args: evo does not support textures; read the data through a pointer")
        expected = self.saved(arguments, self.expected(arguments))
        if expected:
            kernel["ReferenceArguments"] = expected
            kernel["ValidationThreshold"] = plain(0.0 if self.call["atol"] is None else self.call["atol"])
        others = sorted(set(self.call["others"]) | {it for it in LEFT_OUT if self.call[it] not in (None, 0, 7)})
        if others:
            self.notes.append("ignored: " + ", ".join(others))
        problem = {
            "ConfigurationSpace": {
                "TuningParameters": [{"Name": name, "Values": values} for name, values in self.parameters.items()],
                "Conditions": self.conditions(),
            },
            "KernelSpecification": kernel,
            "Notes": self.notes,
        }
        with open(os.path.join(OUT, "problem.json"), "w") as file:
            json.dump(problem, file, indent=1)

    # Data

    def saved(self, arguments, expected):
        """Writes the arrays that do not become fills; returns the expected results that still belong to them."""
        random = {one["DataSource"] for one in arguments if "Distribution" in one}
        if FILLS == "auto" and expected and random and self.size() > MOST_DATA:
            self.notes.append(
                f"the data hold {gigabytes(self.size())}: random arrays become fills, and the expected results,"
                " which belong to these numbers, are omitted"
            )
            expected = []
        if FILLS == "yes" or (FILLS == "auto" and not expected):
            self.data = {file: array for file, array in self.data.items() if file not in random}
        if not expected:
            self.data = {file: array for file, array in self.data.items() if not file.startswith("expected_")}
        if self.size() > MOST_DATA:
            largest = sorted(self.data, key=lambda file: -self.data[file].nbytes)[:3]
            raise Refused(
                f"its arrays hold {gigabytes(self.size())} that would be written to files, more than"
                f" {gigabytes(MOST_DATA)}: "
                + ", ".join(f"{file[:-4]} ({gigabytes(self.data[file].nbytes)})" for file in largest)
                + ". Import a copy of the script with a smaller problem, or with random arrays and --fills"
            )
        if self.size() > MOST_DATA // 16:
            self.notes.append(f"{gigabytes(self.size())} of data are written: {', '.join(sorted(self.data))}")
        for file, array in self.data.items():
            self.numpy.save(os.path.join(OUT, file), array)
        return expected

    def size(self):
        return sum(array.nbytes for array in self.data.values())

    # Sources and compiler

    def code(self):
        given = self.call["kernel_source"]
        several = list(given) if isinstance(given, (list, tuple)) else [given]
        if any(callable(one) for one in several):
            raise Refused("the kernel's source is a function of the configuration; use one source with macros")
        text = str(several[0])
        if "\n" not in text and re.fullmatch(r"\S+\.\w+", text) and not os.path.isfile(text):
            raise Refused(f"no file '{text}', the kernel's source")
        if os.path.isfile(text):
            self.files = [os.path.abspath(one) for one in several if os.path.isfile(one)][:1]
            with open(text, encoding="utf-8", errors="replace") as file:
                source = file.read()
            if text.endswith(".c") and is_cpp(source):
                self.files = [self.written(os.path.basename(text) + "pp", source)]
                self.notes.append(f"{text} is C++, by its 'extern \"C\"': it is copied to {self.files[0]}")
            return source
        self.files = [self.file_of(text)]
        return text

    def file_of(self, text):
        """The file next to the script with this text, or a new file."""
        for name in sorted(os.listdir(".")):
            if re.search(r"\.(cu|c|cl|cuh|cc|cpp|h)$", name):
                try:
                    with open(name, encoding="utf-8") as file:
                        if file.read() == text and not (name.endswith(".c") and is_cpp(text)):
                            return os.path.abspath(name)
                except UnicodeDecodeError:
                    pass
        name = "kernel.cu" if "__global__" in text else "kernel.cl" if "__kernel" in text else "kernel.c"
        return self.written(name + "pp" if name == "kernel.c" and is_cpp(text) else name, text)

    def written(self, name, text):
        with open(os.path.join(OUT, name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def language(self):
        given = self.call["lang"]
        lang = str(given).upper() if given else None
        launched = sorted(set(re.findall(r"(\w+)\s*(?:<[^<>;(){}]*>\s*)?<<<", self.source)))
        on_host = "nvcc" in str(self.call["compiler"] or "") or self.files[0].endswith(".cu")
        if lang == "C" and (on_host or launched):
            kernels = " or ".join(f"'{name}'" for name in launched) or "the kernel that it launches"
            raise Refused(
                f"'{self.call['kernel_name']}' with lang='C' is a host function that launches kernels; evo launches"
                " and times one kernel itself. Pass the kernel to tune_kernel instead:"
                f" kernel_name={kernels}, lang='CUDA', the kernel's arguments as host arrays,"
                " and problem_size, grid_div_x and smem_args as between '<<<' and '>>>'"
            )
        if lang is None:
            lang = "CUDA" if "__global__" in self.source else "OpenCL" if "__kernel" in self.source else "C"
        return lang

    def options(self):
        given = self.call["compiler_options"] or []
        options = [str(one) for one in ([given] if isinstance(given, str) else given)]
        options = [re.sub(r"^-I\s*(?=[^/\s])", lambda _: "-I" + os.getcwd() + "/", one) for one in options]
        if not isinstance(given, str):
            options = [f"'{one}'" if re.search(r"\s", one) else one for one in options]
        for name, value in (self.call["defines"] or {}).items():
            if callable(value):
                raise Refused(f"defines['{name}'] is a function; make it a parameter or a macro of the source")
            options.append(f"-D{name}={plain(value)}")
        return options

    def problem_size(self):
        given = self.call["problem_size"]
        if callable(given):
            return [self.formula(lambda p: axis_of(given(p), i), "problem_size") for i in range(self.axes(given))]
        sizes = given if isinstance(given, (tuple, list, self.numpy.ndarray)) else [given]
        return [plain(one) for one in sizes]

    def axes(self, function):
        first = function({name: values[0] for name, values in self.parameters.items()})
        return len(first) if isinstance(first, (tuple, list, self.numpy.ndarray)) else 1

    # Arguments

    def arguments(self):
        numpy = self.numpy
        answer = list(self.call["answer"]) if self.call["answer"] is not None else []
        described = []
        for i, value in enumerate(self.call["arguments"]):
            name, access = self.signature[i] if i < len(self.signature) else (f"argument_{i + 1}", "ReadWrite")
            if name in (self.call["cmem_args"] or {}):
                name += "_argument"
            if isinstance(value, numpy.ndarray) and value.ndim > 0:
                given = i < len(answer) and answer[i] is not None
                described.append(self.vector(name, value, "ReadWrite" if given and access == "ReadOnly" else access))
            else:
                described.append(self.scalar(name, value))
        for name, value in (self.call["cmem_args"] or {}).items():
            array = numpy.atleast_1d(numpy.asarray(value))
            described.append(dict(self.vector(name, array, "ReadOnly"), MemoryType="Symbol"))
        if len(self.signature) != len(self.call["arguments"]):
            self.notes.append("the function's parameters were not found in the source: all arrays are compared")
        return described

    def scalar(self, name, value):
        if value is None:
            raise Refused(f"the argument {name} is None; pass an array or a number")
        if isinstance(value, (bool, int, float)):
            self.notes.append(f"{name} is a plain Python number: its type is a guess")
        kind = {bool: "int32", int: "int32", float: "float32"}.get(type(value))
        kind = kind or getattr(getattr(value, "dtype", None), "name", type(value).__name__)
        return {"Name": name, "Type": kind, "MemoryType": "Scalar", "FillValue": plain(value)}

    def vector(self, name, value, access):
        flat = signed(self.numpy, self.numpy.ascontiguousarray(value).ravel())
        if not flat.size:
            raise Refused(
                f"the array {name} has no elements; sizes of type numpy.int32 overflow with NumPy 2. Name a"
                " Python with NumPy 1: --python PROGRAM"
            )
        described = {
            "Name": name,
            "Type": "half" if flat.dtype == self.numpy.float16 else flat.dtype.name,
            "MemoryType": "Vector",
            "AccessType": access,
            "Size": int(flat.size),
        }
        if bool((flat == flat[0]).all()):
            if access == "ReadWrite" and flat[0] == 0:
                described["AccessType"] = "WriteOnly"
            return dict(described, FillType="Constant", FillValue=plain(flat[0]))
        self.data[name + ".npy"] = flat
        described.update(FillType="BinaryRaw", DataSource=name + ".npy")
        random = distribution(self.numpy, flat)
        return dict(described, Distribution=random) if random else described

    def expected(self, arguments):
        answer = self.call["answer"]
        if answer is None:
            return []
        expected = []
        for described, value in zip(arguments, answer):
            if value is None or described["MemoryType"] != "Vector":
                continue
            if any(value is one or self.numpy.array_equal(value, one) for one in stand_in_results):
                self.notes.append("the answer is ignored: it came from run_kernel, which was not run")
                return []
            flat = signed(self.numpy, self.numpy.ascontiguousarray(value).ravel())
            target = {"Name": described["Name"], "TargetName": described["Name"]}
            if flat.size != described["Size"] or self.call["verify"] is not None:
                if not self.is_whole(described, arguments, answer, flat):
                    return []
                expected.append(dict(target, FillType="Constant", FillValue=plain(flat[0])))
                continue
            path = "expected_" + described["Name"] + ".npy"
            self.data[path] = flat
            expected.append(dict(target, FillType="BinaryRaw", DataSource=path))
        return expected

    def is_whole(self, described, arguments, answer, flat):
        """Whether an answer is a reduction of the output; the script's verify decides which one."""
        name, verify = described["Name"], self.call["verify"]
        if flat.size != 1 or described["Size"] == 1:
            self.notes.append(
                "verify and the answer are ignored: evo cannot import a verification function"
                if verify is not None
                else f"the answer for {name} is ignored: it has {flat.size} elements"
            )
            return False
        results = [None] * len(arguments)
        for check in ("sum", "min", "max"):
            if verify is None or self.passes(check, verify, results, arguments.index(described), answer, flat):
                self.notes.append(f"the answer for {name} is one number: compared with the {check} of {name}")
                described["Check"] = check
                return True
        self.notes.append("verify and the answer are ignored: evo cannot import a verification function")
        return False

    def passes(self, check, verify, results, at, answer, flat):
        """Whether verify accepts buffers that reduce to the answer, and rejects all others."""
        described = self.numpy.atleast_1d(self.call["arguments"][at])
        size, kind = described.size, described.dtype
        other = flat[0] * 2 + 1
        right = whole(self.numpy, check, flat[0], size, kind)
        wrong = whole(self.numpy, check, other, size, kind)

        def taken(buffer):
            several = list(results)
            several[at] = buffer
            for given, found in ((answer, several), (answer[at], buffer)):
                with contextlib.suppress(Exception):
                    return bool(self.numpy.all(verify(given, found, atol=self.call["atol"])))
            return None

        return all(taken(one) for one in right) and all(taken(one) is False for one in wrong)

    # Restrictions

    def conditions(self):
        given = self.call["restrictions"]
        if given is None:
            return []
        several = given if isinstance(given, list) or (isinstance(given, tuple) and not is_pair(given)) else [given]
        return [one if isinstance(one, str) else self.listed(one) for one in several]

    def listed(self, function):
        """Tabulates a function over the parameters that it reads, as a condition."""
        names = list(function[1]) if is_pair(function) else None
        function = function[0] if names is not None else function
        unknown = [name for name in names or [] if name not in self.parameters]
        if unknown:
            raise Refused(f"a restriction names {', '.join(unknown)}, which tune_params does not have")
        if not callable(function) or type(function).__module__.split(".")[0] == "constraint":
            raise Refused(f"the restriction {function!r} must be a string or a function; write it as a string")
        names, table = self.values(self.evaluator(function, names), "a restriction", bool)
        return condition(names, self.parameters, table)

    def formula(self, function, what):
        """Tabulates an integer function of the configuration, as a formula."""
        names, table = self.values(self.evaluator(function), what, lambda value: int(plain(value)))
        results = sorted(set(table.values()))
        text = str(results[-1])
        for result in results[:-1]:
            where = condition(names, self.parameters, {row: value == result for row, value in table.items()})
            text = f"{result} if {where} else {text}"
        return f"({text})"

    def values(self, evaluate, what, kind):
        names = []
        while True:
            table, read = self.table(evaluate, names, what, kind)
            more = [name for name in self.parameters if name in read and name not in names]
            if not more:
                self.notes.append(f"{what} is a function of {', '.join(names) or 'nothing'}: its values are tabulated")
                return names, table
            names = [name for name in self.parameters if name in names or name in more]

    def evaluator(self, function, names=None):
        try:
            signature = inspect.signature(function).parameters
        except (TypeError, ValueError):
            signature = {}
        if names is not None:
            by_name = all(
                one.kind is not one.VAR_POSITIONAL and (one.kind is one.VAR_KEYWORD or name in names)
                for name, one in signature.items()
            )

            def paired(values, read):
                read.update(names)
                chosen = {name: values[name] for name in names}
                return function(**chosen) if signature and by_name else function(*chosen.values())

            return paired
        wanted = list(signature)
        if wanted and all(name in self.parameters for name in wanted):
            return lambda values, read: (read.update(wanted), function(*[values[name] for name in wanted]))[1]

        def tracked(values, read):
            return function(Tracked(values, read))

        return tracked

    def table(self, evaluate, names, what, kind):
        count = 1
        for name in names:
            count *= len(self.parameters[name])
        if count > MOST_COMBINATIONS:
            raise Refused(
                f"{what} is a function of {', '.join(names)}, with {count:,} combinations; write it as a string"
            )
        table, read = {}, set()
        first = {name: values[0] for name, values in self.parameters.items()}
        for chosen in itertools.product(*[self.parameters[name] for name in names]):
            try:
                table[chosen] = kind(evaluate(dict(first, **dict(zip(names, chosen))), read))
            except ArithmeticError:
                table[chosen] = kind(0)
        return table, read


class Tracked(dict):
    """Configuration that records which of its values were read."""

    def __init__(self, values, read):
        super().__init__(values)
        self.__dict__["read"] = read

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        self.read.add(name)
        return super().get(name, default)

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def everything(self):
        self.read.update(super().keys())
        return super()

    def keys(self):
        return self.everything().keys()

    def values(self):
        return self.everything().values()

    def items(self):
        return self.everything().items()

    def __iter__(self):
        return self.everything().__iter__()


def condition(names, parameters, table):
    """The true rows of a table as nested choices; values with equal choices are merged."""
    if not names:
        return "True" if all(table.values()) else "False"
    alike = {}
    for value in parameters[names[0]]:
        rest = {row[1:]: truth for row, truth in table.items() if row[0] == value}
        alike.setdefault(condition(names[1:], parameters, rest), []).append(value)
    choices = []
    for rest, values in alike.items():
        if rest == "False":
            continue
        whole = len(values) == len(parameters[names[0]])
        chosen = [] if whole else [f"{names[0]} in [{', '.join(repr(value) for value in values)}]"]
        choices.append(" and ".join(chosen + ([] if rest == "True" else [f"({rest})"])) or "True")
    return " or ".join(f"({choice})" for choice in choices) if len(choices) > 1 else "".join(choices) or "False"


def is_pair(restriction):
    """Whether a restriction is a function and the names of its parameters."""
    return (
        isinstance(restriction, tuple)
        and len(restriction) in (2, 3)
        and callable(restriction[0])
        and isinstance(restriction[1], (list, tuple))
    )


def is_cpp(text):
    """Whether a source for C has a linkage that only C++ knows."""
    plain = re.sub(r"#\s*ifdef\s+__cplusplus.*?#\s*endif", "", text, flags=re.S)
    return re.search(r'\bextern\s+"C"', plain) is not None


def gigabytes(size):
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.0f} MB"


def axis_of(sizes, axis):
    return sizes[axis] if isinstance(sizes, (tuple, list)) or getattr(sizes, "ndim", 0) else sizes


def whole(numpy, check, value, size, kind):
    """Buffers whose sum, minimum or maximum is a value."""
    padding = numpy.zeros(size, kind) if check == "sum" else numpy.full(size, value, kind)
    padding[0] = value
    other = padding.copy()
    if check == "sum":
        other[0] = value / 4
        other[-1] = value - other[0]
    else:
        other[1:] += 1 if check == "min" else -1
    return [padding, other]


def distribution(numpy, data):
    """The distribution of a large array of independent random numbers; None for other data."""
    if data.nbytes <= LARGE or data.dtype.kind not in "fi":
        return None
    sample = data[: 1 << 20].astype(float)
    mean, deviation = sample.mean(), sample.std()
    if not numpy.isfinite(deviation) or deviation == 0:
        return None
    standard = (sample - mean) / deviation
    alike = max(abs(numpy.mean(standard[lag:] * standard[:-lag])) for lag in (1, 2, 64))
    skewness, kurtosis = numpy.mean(standard**3), numpy.mean(standard**4)
    if alike > 0.02 or abs(skewness) > 0.05:
        return None
    if abs(kurtosis - 1.8) < 0.02:
        low, high = plain(data.min()), plain(data.max())
        return {"Low": low, "High": high} if data.dtype.kind == "i" else {"Low": digits(low), "High": digits(high)}
    if abs(kurtosis - 3) < 0.1 and data.dtype.kind == "f":
        return {"Mean": round(float(mean), 2), "Deviation": digits(deviation)}
    return None


def digits(number):
    """Rounds to three digits, and to 0 below a millionth."""
    return 0.0 if abs(number) < 1e-6 else float(f"{number:.3g}")


def plain(value):
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return value
    if not isinstance(value, (bool, int, float, str)):
        raise Refused(f"the value {value!r} must be a number or a string")
    return value


def signed(numpy, array):
    """Reinterprets the bits as a type that evo supports."""
    if array.dtype.kind == "c":
        array = array.view(array.real.dtype)
    kinds = {"uint8": numpy.int8, "bool": numpy.int8, "uint32": numpy.int32, "uint64": numpy.int64}
    return array.view(kinds[array.dtype.name]) if array.dtype.name in kinds else array


# --- The function in the source


def closing(text, at):
    pairs = {"(": ")", "[": "]", "{": "}"}
    depth, opening, end = 0, text[at], pairs[text[at]]
    for i in range(at, len(text)):
        depth += {opening: 1, end: -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def signature(kernel_name, source):
    """Names of the function's parameters, and how each is used."""
    text = re.sub(r"/\*.*?\*/", " ", source, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    name = re.escape(kernel_name.split("<")[0].split("::")[-1])
    for found in re.finditer(r"\b" + name + r"\s*\(", text):
        end = closing(text, found.end() - 1)
        body = re.match(r"[^;{]*\{", text[end + 1 :])
        if body:
            start = end + body.end()
            inside = text[start : closing(text, start)]
            return [used(one, inside, text) for one in parts(text[found.end() : end])]
    return []


def parts(text):
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text + ","):
        depth += {"(": 1, "<": 1, "[": 1, ")": -1, ">": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [part for part in parts if part and part != "void"]


def used(parameter, body, text):
    name = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", parameter)
    name = name.group(1) if name else "argument"
    before = parameter.split("*")[0].split("[")[0]
    in_macro = re.search(r"#\s*define[^\n]*\b" + re.escape(name) + r"\b", text)
    read = re.search(r"\bconst\b", before) or (not in_macro and only_read(name, body))
    return name, "ReadOnly" if read else "ReadWrite"


def only_read(name, body):
    """Whether every mention of a pointer reads an element."""
    mentions = list(re.finditer(r"\b" + re.escape(name) + r"\b\s*", body))
    for mention in mentions:
        at = mention.end()
        changed = re.search(r"((^|[(,=?:{;<>!+\-*/|%])\s*&|\+\+|--)\s*$", body[: mention.start()])
        if changed or at >= len(body) or body[at] != "[":
            return False
        rest = body[closing(body, at) + 1 :]
        while re.match(r"\s*\[", rest):
            rest = rest[closing(rest, rest.index("[")) + 1 :]
        if re.match(r"(\s*\.\s*\w+)*\s*(=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)", rest):
            return False
    return True


def main():
    sys.meta_path.insert(0, Finder([name for name in STOOD_IN_FOR if missing(name)]))
    script = os.path.abspath(SCRIPT)
    os.chdir(os.path.dirname(script))
    sys.argv = [script] + sys.argv[5:]
    sys.path[0] = os.path.dirname(script)
    hint = ""
    try:
        runpy.run_path(script, run_name="__main__")
    except Recorded:
        return 0
    except SystemExit as ended:
        if calls == 0 and ended.code:
            hint = "; if it wants arguments, write them behind its name"
    except Refused as refused:
        print("evo: " + (f"call {calls} of tune_kernel: " if calls else "") + str(refused), file=sys.stderr)
        return 3
    print(f"evo: the script called tune_kernel {calls} times, but call {WANTED} was requested{hint}", file=sys.stderr)
    return 3


OUT = os.path.abspath(OUT)
sys.exit(main())
