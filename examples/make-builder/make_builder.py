"""A build command for make and CMake (docs/programs.md): python3 make_builder.py [OPTIONS OF make]

Where a CMakeLists.txt lies beside it, each configuration is `cmake -DNAME=VALUE…` and `cmake --build`; otherwise
`make NAME=VALUE… OUT=FILE`. Truth values are 1 and 0. Both leave the sources' folder as it is: what is built goes to a
folder of evo's, as kernel.so.
"""
import json
import os
import subprocess
import sys

answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)  # Whatever a tool prints is no answer.


def commands(folder, values):
    words = [f"{name}={int(value) if isinstance(value, bool) else value}" for name, value in values.items()]
    if os.path.exists("CMakeLists.txt"):
        yield [
            "cmake",
            "-S",
            ".",
            "-B",
            folder,
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={folder}",
            *("-D" + w for w in words),
        ]
        yield ["cmake", "--build", folder]
    else:
        yield ["make", "-s", *sys.argv[1:], f"OUT={folder}/kernel.so", *words]


def build(question):
    for command in commands(question["build"], {**question["parameters"], **question["macros"]}):
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        if ended.returncode < 0:
            return {"refused": f"{command[0]} was ended by signal {-ended.returncode}"}
        if ended.returncode:
            return {"error": (ended.stdout + ended.stderr)[-8000:]}
    return {"library": "kernel.so"}


for line in sys.stdin:
    question = json.loads(line)
    tool = "CMake" if os.path.exists("CMakeLists.txt") else "make"
    answer = {"ready": f"{tool} builder 1", "evo_build": 1} if "open" in question else build(question)
    print(json.dumps(answer), file=answers, flush=True)
