"""Builds the sources of the kernel 'launches', with NVRTC or the C compiler, as BINARIES and FAULT say."""
import ctypes
import json
import os
import subprocess
import sys

SOURCES = os.path.join("..", "launches", "launches.c")


def macros(question):
    fault = question["parameters"]["FAULT"]
    return ["-DFAULT=" + (fault if fault in ("none", "middle", "last", "again") else "none")]


def library(question):
    file = os.path.join(question["build"], "kernel.so")
    words = ["cc", "-shared", "-fPIC", "-O1", *macros(question), "-o", file, SOURCES]
    subprocess.run(words, check=True, stdout=sys.stderr)
    return "kernel.so"


def cubin(question, entry):
    nvrtc = next(found for found in map(loaded, ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")) if found)
    with open(SOURCES + "u", "rb") as file:
        text = file.read()
    if entry != "all":  # no other function
        text = text.replace(b"total" if entry == "doubled" else b"doubled", b"other")
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, b"launches.cu", 0, None, None)
    words = [f"--gpu-architecture=sm_{question['device']['compute_capability']}", *macros(question)]
    options = (ctypes.c_char_p * len(words))(*[word.encode() for word in words])
    status = nvrtc.nvrtcCompileProgram(program, len(words), options)
    size = ctypes.c_size_t()
    if status != 0:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        raise ValueError(log.value.decode())
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    image = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, image)
    name = f"{entry}.cubin"
    with open(os.path.join(question["build"], name), "wb") as file:
        file.write(image.raw)
    return name


def loaded(name):
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def build(question):
    cuda = question["backend"] == "cuda"
    each = question["parameters"]["BINARIES"] == "each"
    fault = question["parameters"]["FAULT"]
    launches = []
    for launch in question["launches"]:
        own = {"entry": launch["entry"]}
        if cuda and each:
            own["cubin"] = cubin(question, launch["entry"])
        if cuda and launch["entry"] == "total" and fault != "blockless":
            own.update({"block": [1], "shared": 64})
        launches.append(own)
    if fault == "absent":
        launches[-1]["entry"] = "totals"
    answer = {"launches": launches[:2] if fault == "few" else launches}
    if not cuda:
        answer["library"] = library(question)
    elif not each:
        answer["cubin"] = cubin(question, "all")
    if fault == "two_kinds":
        answer["launches"][0]["ptx"] = "kernel.ptx"
    return answer


for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"ready": "launch builder 1", "evo_build": 1} if "open" in question else build(question)
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
