class _LaunchConfig(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint),
    ]


class _LaunchAttribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint), ("pad", ctypes.c_uint), ("value", ctypes.c_uint * 16)]


_CLUSTER_DIMENSION = 4
_SHARED_BYTES, _MAX_DYNAMIC_SHARED, _LARGE_CLUSTERS = 1, 8, 14
_LIMITS = {
    "cores": 16,
    "warp_size": 10,
    "max_threads": 1,
    "shared_memory": 97,
    "registers": 82,
    "l1_bytes": 81,
    "l2_bytes": 38,
    "l3_bytes": 38,
    "major": 75,
    "minor": 76,
}

_driver = None
_devices = {}
_scratch = collections.OrderedDict()


class _Device:
    """One GPU with its primary context, which PyTorch uses too, and the functions loaded there."""

    def __init__(self, cuda, ordinal):
        self.context = ctypes.c_void_p()
        self.functions = {}
        handle = ctypes.c_int()
        _check(cuda.cuDeviceGet(ctypes.byref(handle), ordinal), "asking for the device %d" % ordinal)
        limits = {}
        for name, number in _LIMITS.items():
            value = ctypes.c_int()
            _check(cuda.cuDeviceGetAttribute(ctypes.byref(value), number, handle), "asking for " + name)
            limits[name] = value.value
        memory = ctypes.c_size_t()
        _check(cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), handle), "asking for the memory")
        limits["memory"] = memory.value
        limits["vector_bytes"] = 16
        limits["compute_capability"] = 10 * limits.pop("major") + limits.pop("minor")
        self.limits = types.SimpleNamespace(**limits)
        _check(
            cuda.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), handle), "opening the device"
        )

    def function(self, cuda, binary):
        """The entry point of a binary, in the context that is current."""
        found = self.functions.get(binary)
        if found is not None:
            return found
        with _lock:
            if binary in self.functions:
                return self.functions[binary]
            with open(_path(binary), "rb") as file:
                cubin = file.read()
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            _check(cuda.cuModuleLoadData(ctypes.byref(module), cubin), "loading " + _FILES[binary])
            _check(
                cuda.cuModuleGetFunction(
                    ctypes.byref(function), module, _SYMBOLS[binary].encode()
                ),
                "looking for %s in %s" % (_SYMBOLS[binary], _FILES[binary]),
            )
            statically = ctypes.c_int()
            _check(
                cuda.cuFuncGetAttribute(ctypes.byref(statically), _SHARED_BYTES, function),
                "asking for shared memory",
            )
            room = self.limits.shared_memory - statically.value
            _check(
                cuda.cuFuncSetAttribute(function, _MAX_DYNAMIC_SHARED, room),
                "asking for shared memory",
            )
            # Devices without clusters refuse; then no plan has one.
            cuda.cuFuncSetAttribute(function, _LARGE_CLUSTERS, 1)
            self.functions[binary] = function
            return function


def _cuda():
    global _driver
    with _lock:
        if _driver is None:
            try:
                cuda = ctypes.CDLL("libcuda.so.1")
            except OSError as e:
                raise RuntimeError("The CUDA driver is not installed: %s" % e) from None
            status = cuda.cuInit(0)
            if status != 0:
                raise RuntimeError("The CUDA driver does not start: status %d" % status)
            _driver = cuda
        return _driver


def _check(status, doing):
    if status != 0:
        text = ctypes.c_char_p()
        _driver.cuGetErrorString(status, ctypes.byref(text))
        raise RuntimeError(
            "%s failed: %s (CUDA %d)" % (doing, (text.value or b"unknown").decode(), status)
        )


def _device(ordinal):
    cuda = _cuda()
    with _lock:
        if ordinal not in _devices:
            _devices[ordinal] = _Device(cuda, ordinal)
        return _devices[ordinal]


def _tensor_map(cuda, address, number, width, sides, box, swizzle, promotion):
    rank = len(sides)
    raw = ctypes.create_string_buffer(192)
    start = (ctypes.addressof(raw) + 63) // 64 * 64
    sizes, strides = (ctypes.c_uint64 * rank)(), (ctypes.c_uint64 * rank)()
    boxes, ones = (ctypes.c_uint32 * rank)(), (ctypes.c_uint32 * rank)()
    stride = width
    for axis in range(rank):
        sizes[axis] = sides[rank - 1 - axis]
        stride *= sizes[axis]
        strides[axis] = stride
        boxes[axis] = box[rank - 1 - axis]
        ones[axis] = 1
    _check(
        cuda.cuTensorMapEncodeTiled(
            ctypes.c_void_p(start),
            number,
            rank,
            ctypes.c_void_p(address),
            sizes,
            strides,
            boxes,
            ones,
            0,
            swizzle,
            (0, 64, 128, 256).index(promotion),
            0,
        ),
        "describing a tensor with boxes of %s" % (box,),
    )
    return raw, start


def _workspace(chosen, key, device):
    """Zeroed once for each plan, device and stream, and then left to the kernel."""
    with _lock:
        found = _scratch.get(key)
        if found is None:
            import torch

            found = torch.zeros(chosen.scratch, dtype=torch.uint8, device=device)
            _scratch[key] = found
            while len(_scratch) > _KEPT:
                _scratch.popitem(last=False)
        return found


def _call(tensors, given, stream):
    import torch

    known = _shape_of(tensors, given)
    first = next(tensor for tensor in tensors.values() if tensor is not None)
    where = first.device

    def place(name, tensor):
        if tensor.device.type != "cuda" or tensor.device != where:
            raise @ERROR@(
                "%s must be on one CUDA device with the others, and is on %s" % (name, tensor.device)
            )
        if not tensor.is_contiguous():
            raise @ERROR@("%s must be contiguous; maybe pass %s.contiguous()" % (name, name))

    sides = _checked(known, tensors, place)
    cuda = _cuda()
    device = _device(where.index)
    chosen, key = _planned(known, device.limits, where.index)
    for name, kind, _, written in _BUFFERS:
        if written and tensors[name] is None:
            dtype = getattr(torch, _ELEMENTS[_type(kind, known)][0])
            tensors[name] = torch.empty(sides[name], dtype=dtype, device=where)
    if stream is None:
        stream = torch.cuda.current_stream(where).cuda_stream
    scratch = 0
    if chosen.scratch:
        scratch = _workspace(chosen, key + (stream,), where).data_ptr()
    _check(cuda.cuCtxPushCurrent_v2(device.context), "entering the device's context")
    try:
        _launch(cuda, device.function(cuda, chosen.binary), chosen, tensors, scratch, stream)
    finally:
        cuda.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
    outputs = [tensors[name] for name, _, _, written in _BUFFERS if written]
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


def _launch(cuda, function, chosen, tensors, scratch, stream):
    values = []
    for kind, value in chosen.arguments:
        if kind == "buffer":
            values.append(ctypes.c_void_p(tensors[value].data_ptr()))
        elif kind == "scratch":
            values.append(ctypes.c_void_p(scratch if value else None))
            scratch += (value + 255) // 256 * 256
        elif kind == "map":
            values.append(_tensor_map(cuda, tensors[value[0]].data_ptr(), *value[1:]))
        else:
            values.append(_SCALARS[kind](value))
    pointers = (ctypes.c_void_p * len(values))(
        *[value[1] if isinstance(value, tuple) else ctypes.addressof(value) for value in values]
    )
    config = _LaunchConfig()
    config.grid[:] = chosen.grid
    config.block[:] = chosen.block
    config.shared = chosen.shared
    config.stream = stream
    attribute = _LaunchAttribute()
    if chosen.cluster:
        attribute.id = _CLUSTER_DIMENSION
        attribute.value[:3] = chosen.cluster
        config.attributes = ctypes.addressof(attribute)
        config.count = 1
    _check(
        cuda.cuLaunchKernelEx(ctypes.byref(config), function, pointers, None),
        "launching " + _FILES[chosen.binary],
    )
