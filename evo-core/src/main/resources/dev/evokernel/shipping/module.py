"""@HEADING@

    from @KERNEL@ import @FUNCTION@

    @EXAMPLE@

Tensors are dense and row-major. Dimensions follow from them where a dimension is one side of a
tensor; any other is an argument. Whatever is refused is said with name and value, as a @ERROR@.
"""

import collections
import ctypes
import math
import os
import threading
import types


class @ERROR@(ValueError):
    """A call that the kernel cannot serve."""


#: The folder that has the binaries; may be set before the first call.
folder = os.path.dirname(os.path.abspath(__file__))

_ELEMENTS = {
    "f16": ("float16", 2),
    "bf16": ("bfloat16", 2),
    "f32": ("float32", 4),
    "f64": ("float64", 8),
    "i8": ("int8", 1),
    "i32": ("int32", 4),
    "i64": ("int64", 8),
}
_SCALARS = {
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
    "i8": ctypes.c_int8,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
}
_DIMENSIONS = @DIMENSIONS@
_FACTS = @FACTS@
# Of each buffer: the name, the type or the fact that decides it, the sides, whether it is written.
_BUFFERS = @BUFFERS@
_FILES = @FILES@
_SYMBOLS = @SYMBOLS@
_KEPT = 1024  # plans, so that a program with many sizes does not keep them all

_lock = threading.RLock()
_plans = collections.OrderedDict()


def _sides(d):
    return @SIDES@


def _order(d):
@ORDER@

@PLANS@
_PLANS = (@PLAN_NAMES@)


def _type(kind, facts):
    return facts[kind] if kind in _FACTS else kind


def _dtype(tensor):
    return str(tensor.dtype).rpartition(".")[2]


def _shape_of(tensors, given):
    """Dimensions and facts, from the tensors where these decide them."""
    known = {name: value for name, value in given.items() if value is not None}
    origin = {name: "the argument " + name for name in known}
    for name, kind, sides, _ in _BUFFERS:
        tensor = tensors.get(name)
        if tensor is None:
            continue
        if len(tensor.shape) != len(sides):
            raise @ERROR@(
                "%s must have %d dimensions, [%s], and has the shape %s"
                % (name, len(sides), ", ".join(sides), tuple(tensor.shape))
            )
        found = [(side, int(size)) for side, size in zip(sides, tensor.shape) if side in _DIMENSIONS]
        if kind in _FACTS:
            labels = [label for label in _FACTS[kind] if _ELEMENTS[label][0] == _dtype(tensor)]
            if not labels:
                raise @ERROR@(
                    "%s must be %s, and is %s"
                    % (name, " or ".join(_ELEMENTS[label][0] for label in _FACTS[kind]), _dtype(tensor))
                )
            found.append((kind, labels[0]))
        for side, size in found:
            if known.setdefault(side, size) != size:
                raise @ERROR@(
                    "%s is %s by %s and %s by %s" % (side, known[side], origin[side], size, name)
                )
            origin.setdefault(side, name)
    for name in _DIMENSIONS + tuple(_FACTS):
        if name not in known:
            raise @ERROR@("%s follows from no tensor: pass %s=…" % (name, name))
    for name in _DIMENSIONS:
        if isinstance(known[name], bool):
            known[name] = int(known[name])
        if not isinstance(known[name], int) or known[name] < 0:
            raise @ERROR@("%s must be a whole number ≥ 0, was %r" % (name, known[name]))
    for name, values in _FACTS.items():
        if known[name] not in values:
            raise @ERROR@("%s must be one of %s, was %r" % (name, list(values), known[name]))
    return known


def _namespace(known):
    return types.SimpleNamespace(**{_word(name): value for name, value in known.items()})


def _word(name):
    return _WORDS.get(name, name)


_WORDS = @WORDS@


def _checked(known, tensors, place):
    """The sides of every buffer, once all tensors are what they must be."""
    sides = dict(zip((buffer[0] for buffer in _BUFFERS), _sides(_namespace(known))))
    for name, kind, _, _ in _BUFFERS:
        tensor = tensors.get(name)
        if tensor is None:
            continue
        dtype = _ELEMENTS[_type(kind, known)][0]
        if _dtype(tensor) != dtype:
            raise @ERROR@("%s must be %s, and is %s" % (name, dtype, _dtype(tensor)))
        if tuple(tensor.shape) != sides[name]:
            raise @ERROR@(
                "%s must have the shape %s, and has %s" % (name, sides[name], tuple(tensor.shape))
            )
        place(name, tensor)
    return sides


def plan(device=None, **sizes):
    """How a problem is computed: configuration, binary, and on a GPU grid, block and the like.

    sizes: every dimension and fact by its name; device: as _device() describes it, on a GPU.
    """
    known = _shape_of({}, sizes)
    reason, first = None, None
    d = _namespace(known)
    for name, size in zip((buffer[0] for buffer in _BUFFERS), _sides(d)):
        if any(side < 1 for side in size):
            raise @ERROR@("the buffer %s would have the shape %s" % (name, size))
    for position in _order(d):
        try:
            found, reason = _PLANS[position](d, device)
        except (ArithmeticError, ValueError) as e:
            found, reason = None, str(e)
        if found is not None:
            return found
        first = first or reason
    raise @ERROR@(
        "no configuration serves %s: %s"
        % (" ".join("%s=%s" % item for item in known.items()), first)
    )


def _planned(known, device, ordinal):
    """A plan, and a name for it that no other problem or device has."""
    key = (ordinal,) + tuple(known[name] for name in _DIMENSIONS + tuple(_FACTS))
    with _lock:
        found = _plans.get(key)
        if found is None:
            found = _plans[key] = plan(device, **known)
            while len(_plans) > _KEPT:
                _plans.popitem(last=False)
        return found, key


def _path(binary):
    path = os.path.join(folder, _FILES[binary])
    if not os.path.isfile(path):
        raise FileNotFoundError(
            "There is no binary %s. Build it as manifest.json says, or set @KERNEL@.folder." % path
        )
    return path


@RUNTIME@

def @FUNCTION@(@SIGNATURE@):
    """@SUMMARY@

@ARGUMENTS@
    """
    return _call(
        {@TENSORS@},
        {@GIVEN@},@STREAM@
    )
