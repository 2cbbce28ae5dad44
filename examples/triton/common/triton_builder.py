"""A build command for Triton (docs/programs.md): python3 triton_builder.py FILE.py

FILE.py is imported as it is; `entry` in kernel.yaml names its @triton.jit function, which may stand below
@triton.autotune or @triton.heuristics. The function's parameters are, by their names,
  what 'arguments' of kernel.yaml lists      passed when the kernel is launched
  parameters and macros of kernel.yaml       compile-time constants
  num_warps, num_stages, num_ctas, maxnreg   the compiler's options, as in triton.Config
  the rest                                   constants, by @triton.heuristics or by the function's own defaults
A constant that is a word means what it means in FILE.py where it is None, a name with a dot (tl.bfloat16) or another
@triton.jit function; any other word is a string. An argument with `value: null` is None too, and not passed.
Triton compiles another binary for an integer that is 1 and for one that 16 divides. Nothing of the kind is supposed
here but what kernel.yaml says: a scalar with a constant value, a macro NAME_16 that is true where 16 divides the
scalar NAME, or a macro with the scalar's own name, which is its value. Pointers are multiples of 16: evo's are of 64.

With 'launches', each function gets the parameters and macros that it has, and every launch the options. A parameter
ENTRY_NAME is NAME of the entry ENTRY alone: combine_num_warps, combine_BLOCK. It wins over NAME.
"""
import atexit
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile

PROTOCOL = 1

# evo keeps what was compiled; a cache of Triton's own would make compile times look like nothing.
if "TRITON_CACHE_DIR" not in os.environ:
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="evo-triton-")
    atexit.register(shutil.rmtree, os.environ["TRITON_CACHE_DIR"], ignore_errors=True)

OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
TYPES = {"f16": "fp16", "bf16": "bf16", "f32": "fp32", "f64": "fp64", "f8e4m3": "fp8e4nv", "f8e5m2": "fp8e5"}
TYPES.update({sign + bits: sign + bits for sign in "iu" for bits in ("8", "16", "32", "64")})
TYPES.update({"f4e2m1": "u8", "i4": "u8", "u4": "u8"})  # two in a byte
ALIGNMENT = 16


class Impossible(Exception):
    """This configuration cannot be compiled; says why."""


def unwrapped(function):
    """The jitted function below @triton.autotune and @triton.heuristics, and the latter's values by name."""
    heuristics = {}
    while not jitted(function):
        values = getattr(function, "values", None)
        if isinstance(values, dict):
            heuristics.update(values)
        if not hasattr(function, "fn"):
            raise Impossible(f"{function!r} is no @triton.jit function")
        function = function.fn
    return function, heuristics


def jitted(thing):
    return hasattr(thing, "arg_names") and hasattr(thing, "params")


def meant(word, module):
    """What a constant of kernel.yaml means in the module: None, a name with a dot, or another jitted function."""
    if word == "None":
        return None
    if isinstance(word, str) and jitted(getattr(module, word, None)):
        return getattr(module, word)
    if isinstance(word, str) and re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", word):
        thing = module
        for name in word.split("."):
            if not hasattr(thing, name):
                raise Impossible(f"'{word}' means nothing: {module.__name__} has no such name. Maybe import it there")
            thing = getattr(thing, name)
        return thing
    return word


def constant(params, name):
    """Whether a parameter is declared tl.constexpr."""
    return any(param.name == name and param.is_constexpr for param in params)


def default(params, name):
    for param in params:
        if param.name == name and getattr(param, "has_default", False):
            return param.default
    raise KeyError(name)


class Plan:
    """What one question asks Triton to compile: types and constants by name, alignments, options."""

    def __init__(self, module, names, params, heuristics, question):
        macros = question["macros"]
        values = {name: meant(word, module) for name, word in {**macros, **question["parameters"]}.items()}
        self.options = {name: values.pop(name) for name in OPTIONS if name in values}
        arguments = {argument["name"]: argument for argument in question["arguments"]}
        self.signature, self.constants, self.aligned, self.passed = {}, {}, [], []
        known = dict(values)  # What heuristics may read.
        for name, argument in arguments.items():
            if "value" in argument:
                known[name] = argument["value"]
        for name in names:
            if name in arguments and arguments[name]["kind"] == "null":
                values[name] = known[name] = None
            elif name in arguments and not constant(params, name):
                self._argument(name, arguments[name], known, macros)
        for name in arguments:
            if name not in names:
                raise Impossible(f"the argument '{name}' of kernel.yaml is no parameter; the function has {names}")
        for name in names:
            if name not in self.signature:
                self.constants[name] = self._constant(name, params, values, heuristics, known)
                self.signature[name] = "constexpr"
        self._all_used(names, values, arguments)

    def _argument(self, name, argument, known, macros):
        kind = TYPES.get(macros.get(argument["type"], argument["type"]))
        if kind is None:
            raise Impossible(
                f"the type of '{name}' is the fact {argument['type']}: say macros: {{{argument['type']}: …}}"
            )
        if argument["kind"] == "tensor_map":
            raise Impossible(f"'{name}' is a tensor map; Triton makes its own descriptors")
        if argument["kind"] == "struct":
            raise Impossible(f"'{name}' is a structure; Triton takes numbers and pointers")
        if argument["kind"] != "scalar":
            self.signature[name] = "*" + kind
            if argument["kind"] != "pointer" or macros.get(f"{name}_{ALIGNMENT}") in (True, 1):
                self.aligned.append(name)
        elif kind.startswith("i") and known.get(name) == 1:
            self.signature[name] = "constexpr"
            self.constants[name] = 1
            return
        else:
            self.signature[name] = kind
            multiple = name in known and isinstance(known[name], int) and known[name] % ALIGNMENT == 0
            if kind.startswith("i") and (multiple or macros.get(f"{name}_{ALIGNMENT}") in (True, 1)):
                self.aligned.append(name)
        self.passed.append(name)

    def _constant(self, name, params, values, heuristics, known):
        if name in values:
            return values[name]
        if name in heuristics:
            try:
                known[name] = heuristics[name](known)
                return known[name]
            except KeyError as missing:
                raise Impossible(f"@triton.heuristics of '{name}' reads {missing}: say it below 'macros'") from None
        try:
            return default(params, name)
        except KeyError:
            raise Impossible(f"'{name}' is neither an argument, nor a parameter, nor a macro of kernel.yaml") from None

    def _all_used(self, names, values, arguments):
        for name in values:
            if not concerns(name, values[name], names, arguments.values()):
                raise Impossible(f"'{name}' is no parameter of the function, which has {names}")


def concerns(name, value, names, arguments):
    """Whether a parameter or macro of kernel.yaml means something to a function of these parameters and arguments.

    One that chooses the type of an argument does, though the function does not have it.
    """
    about = name[: -len(f"_{ALIGNMENT}")] if name.endswith(f"_{ALIGNMENT}") else name
    return (
        name in OPTIONS
        or name in names
        or any(about == argument["name"] or argument["type"] in (name, value) for argument in arguments)
    )


def question_of_launch(question, launch, names, used):
    """What is asked for one of several launches, as if it were alone; adds the names that it uses."""
    arguments = [argument for argument in question["arguments"] if argument["name"] in launch["arguments"]]
    prefix = launch["entry"] + "_"
    own = {
        name: name[len(prefix) :]
        for name, value in (*question["macros"].items(), *question["parameters"].items())
        if name.startswith(prefix) and name not in names and concerns(name[len(prefix) :], value, names, arguments)
    }
    asked = {**question, "entry": launch["entry"], "arguments": arguments}
    for kind in ("macros", "parameters"):
        shared = [name for name, value in question[kind].items() if concerns(name, value, names, arguments)]
        used.update(shared)
        asked[kind] = {name: question[kind][name] for name in shared if name not in own.values()}
        asked[kind].update({own[name]: value for name, value in question[kind].items() if name in own})
    used.update(own)
    return asked


def parameters_of(ptx, entry):
    """How many parameters a kernel has, by the text of its PTX."""
    found = re.search(r"\.entry\s+" + re.escape(entry) + r"\s*\(([^)]*)\)", ptx)
    if found is None:
        raise Impossible(f"the PTX has no kernel {entry}")
    return len(re.findall(r"\.param\b", found.group(1)))


def threads_of(ptx, warps):
    """Threads of a block: Triton adds warps of its own where it specialises them."""
    found = re.search(r"\.reqntid\s+(\d+)", ptx)
    return int(found.group(1)) if found else 32 * warps


def compiled(triton, function, plan, capability):
    """Triton's result; the descriptions of signatures differ between 3.0 and 3.3."""
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    target = GPUTarget("cuda", capability, 32)
    names = function.arg_names
    if version_of(triton) >= (3, 3):
        attributes = {(names.index(name),): [["tt.divisibility", ALIGNMENT]] for name in plan.aligned}
        source = ASTSource(function, plan.signature, plan.constants, attributes)
    else:
        from triton.backends.compiler import AttrsDescriptor

        passed = {name: kind for name, kind in plan.signature.items() if kind != "constexpr"}
        aligned = [names.index(name) for name in plan.aligned]
        if hasattr(AttrsDescriptor, "from_dict"):
            attributes = AttrsDescriptor.from_dict(
                {"arg_properties": {"tt.divisibility": aligned, "tt.equal_to": []}, "cls": "AttrsDescriptor"}
            )
        else:
            attributes = AttrsDescriptor(tuple(aligned), ())
            passed = {names.index(name): kind for name, kind in passed.items()}
            plan.constants = {names.index(name): value for name, value in plan.constants.items()}
        source = ASTSource(function, passed, plan.constants, attributes)
    return triton.compile(source, target=target, options=plan.options)


def version_of(triton):
    return tuple(int(part) for part in re.findall(r"\d+", triton.__version__)[:2])


def found(module, entry):
    """The jitted function of an entry and its heuristics."""
    if not hasattr(module, entry):
        known = sorted(name for name in dir(module) if hasattr(getattr(module, name), "fn"))
        raise Impossible(f"{module.__name__}.py has no function '{entry}'; it has {known}")
    return unwrapped(getattr(module, entry))


def build(triton, module, question):
    """The answer to one question: one launch, or all that it lists."""
    if "launches" not in question:
        return build_launch(triton, module, question, "kernel.cubin")
    used = set()
    asked = [
        question_of_launch(question, launch, found(module, launch["entry"])[0].arg_names, used)
        for launch in question["launches"]
    ]
    entries = [launch["entry"] for launch in asked]
    for name in (*question["parameters"], *question["macros"]):
        if name not in used:
            raise Impossible(f"'{name}' is no parameter of {entries}. Of one alone it is ENTRY_NAME")
    answers = []
    for position, own in enumerate(asked):
        try:
            answers.append(build_launch(triton, module, own, f"kernel-{position}.cubin"))
        except Impossible as impossible:
            raise Impossible(f"{own['entry']}: {impossible}") from None
    return {"launches": answers}


def build_launch(triton, module, question, name):
    """The binary of one launch, in a file of this name, and how it is launched."""
    function, heuristics = found(module, question["entry"])
    plan = Plan(module, function.arg_names, function.params, heuristics, question)
    result = compiled(triton, function, plan, question["device"]["compute_capability"])
    metadata = result.metadata
    for scratch in ("global_scratch_size", "profile_scratch_size"):
        if getattr(metadata, scratch, 0):
            raise Impossible(
                f"it asks for {getattr(metadata, scratch)} bytes of {scratch}, which evo does not allocate"
            )
    ptx = result.asm["ptx"]
    ptx = ptx if isinstance(ptx, str) else ptx.decode("utf-8")
    hidden = parameters_of(ptx, metadata.name) - len(plan.passed)
    if hidden < 0:
        raise Impossible(f"the kernel takes {hidden + len(plan.passed)} of the arguments {plan.passed}")
    with open(os.path.join(question["build"], name), "wb") as file:
        file.write(result.asm["cubin"])
    answer = {
        "cubin": name,
        "entry": metadata.name,
        "block": [threads_of(ptx, metadata.num_warps)],
        "shared": metadata.shared,
        "arguments": plan.passed,
        "hidden": [None] * hidden,
    }
    if plan.options.get("num_ctas", 1) > 1:
        answer["cluster"] = [plan.options["num_ctas"]]
    if getattr(metadata, "launch_cooperative_grid", False):
        answer["cooperative"] = True
    return answer


def imported(path):
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def answered(triton, module, question):
    try:
        return build(triton, module, question)
    except Impossible as impossible:
        return {"error": str(impossible)}
    except (MemoryError, OSError) as trouble:
        return {"refused": f"{type(trouble).__name__}: {trouble}"}
    except Exception as error:  # Of Triton's many, all are about this configuration.
        return {"error": f"{type(error).__name__}: {error}"[-8000:]}


def main():
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # Whatever libraries print is no answer.
    import triton

    module = imported(sys.argv[1])
    for line in sys.stdin:
        question = json.loads(line)
        if "open" in question:
            answer = {"ready": f"triton {triton.__version__}", "evo_build": PROTOCOL}
        else:
            answer = answered(triton, module, question)
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
