_libraries = {}


def _entry(binary):
    with _lock:
        if binary not in _libraries:
            library = ctypes.CDLL(_path(binary))
            function = getattr(library, _SYMBOLS[binary])
            function.restype = None
            _libraries[binary] = function
        return _libraries[binary]


def _is_torch(tensor):
    return type(tensor).__module__.partition(".")[0] == "torch"


def _address(tensor):
    return tensor.data_ptr() if _is_torch(tensor) else tensor.ctypes.data


def _place(name, tensor):
    if _is_torch(tensor):
        if tensor.device.type != "cpu":
            raise @ERROR@("%s must lie in the memory of the CPU, and is on %s" % (name, tensor.device))
        dense = tensor.is_contiguous()
    else:
        dense = tensor.flags["C_CONTIGUOUS"]
    if not dense:
        raise @ERROR@("%s must be contiguous; maybe pass a contiguous copy" % name)


def _empty(like, shape, dtype):
    if _is_torch(like):
        import torch

        return torch.empty(shape, dtype=getattr(torch, dtype))
    import numpy

    return numpy.empty(shape, dtype=dtype)


def _call(tensors, given):
    known = _shape_of(tensors, given)
    sides = _checked(known, tensors, _place)
    chosen, _ = _planned(known, None, None)
    like = next(tensor for tensor in tensors.values() if tensor is not None)
    for name, kind, _, written in _BUFFERS:
        if written and tensors[name] is None:
            tensors[name] = _empty(like, sides[name], _ELEMENTS[_type(kind, known)][0])
    function = _entry(chosen.binary)
    arguments = [
        ctypes.c_void_p(_address(tensors[value])) if kind == "buffer" else _SCALARS[kind](value)
        for kind, value in chosen.arguments
    ]
    function(*arguments)
    outputs = [tensors[name] for name, _, _, written in _BUFFERS if written]
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
