"""Stands in for Triton where none is installed: compile() writes down what it was asked for."""
import inspect
import types

__version__ = "3.6.0"


class Parameter:
    def __init__(self, parameter):
        self.name = parameter.name
        self.is_constexpr = parameter.annotation == "constexpr"
        self.has_default = parameter.default is not inspect.Parameter.empty
        self.default = parameter.default


class jit:
    def __init__(self, fn):
        self.fn = fn
        self.__name__ = fn.__name__
        self.params = [Parameter(one) for one in inspect.signature(fn).parameters.values()]
        self.arg_names = [one.name for one in self.params]

    def __repr__(self):
        return f"jit({self.__name__})"


class Wrapper:
    def __init__(self, fn, values):
        self.fn = fn
        self.values = values


def heuristics(values):
    return lambda fn: Wrapper(fn, values)


def compile(source, target, options):
    if options.get("num_warps") == 64:
        raise RuntimeError("ptxas: too many warps")
    print("a library's own words")  # Must not become an answer.
    passed = [name for name, kind in source.signature.items() if kind != "constexpr"]
    declared = ", ".join(f".param .u64 {source.fn.__name__}_param_{i}" for i in range(len(passed) + 2))
    asked = f"{target} {source.signature} {source.constants} {source.attributes} {options}"
    return types.SimpleNamespace(
        metadata=types.SimpleNamespace(
            name=source.fn.__name__, shared=1024, num_warps=options.get("num_warps", 4), global_scratch_size=0
        ),
        asm={"cubin": b"\x7fELF" + asked.encode(), "ptx": f".visible .entry {source.fn.__name__}({declared})"},
    )
