#!/usr/bin/env python3
"""What patience saves and costs on recorded spaces: each space is searched with each random seed, once without patience
and once with each of its values. usage: patience.py EVO SPACES-FOLDER [SPACE…]"""

import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SEEDS = [1, 2, 3]
VALUES = ["0.5%", "1%", "2%", "5%"]
EVALUATIONS = 1500


def best_so_far(evo, space, seed, patience):
    """The best objective after each evaluation, the default's time as 1."""
    with tempfile.TemporaryDirectory() as results:
        Path(results, "evo.yaml").write_text(f"kernel: none\nbudget: {{evaluations: {EVALUATIONS}}}\n")
        subprocess.run(
            [
                *(evo, "run", "--config", f"{results}/evo.yaml", "--device", f"replay:{space}"),
                *("--seed", str(seed), "--patience", patience, "--results", results),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        store = sqlite3.connect(f"{results}/evo.db")
        best, trace = float("inf"), []
        for (objective,) in store.execute("SELECT objective FROM candidates ORDER BY number"):
            best = min(best, float("inf") if objective is None else objective)
            trace.append(best)
        store.close()
        return trace


def row(evo, space):
    whole = {seed: best_so_far(evo, space, seed, "never") for seed in SEEDS}
    for value in VALUES:
        ended, behind, found = [], [], []
        for seed, trace in whole.items():
            shorter = best_so_far(evo, space, seed, value)
            assert shorter == trace[: len(shorter)], "patience changed the course"
            ended.append(len(shorter))
            behind.append(shorter[-1] / trace[-1] - 1)
            found.append(trace.index(trace[-1]) + 1)
        print(
            f"| {space.name.split('.')[0]} | {value} | {min(found)} to {max(found)} |"
            f" {', '.join(map(str, ended))} of {', '.join(str(len(one)) for one in whole.values())} |"
            f" {100 * statistics.mean(behind):.2f} % | {100 * max(behind):.2f} % |",
            flush=True,
        )


if __name__ == "__main__":
    names = sys.argv[3:] or sorted(path.name for path in Path(sys.argv[2]).glob("*.json.gz"))
    print("| space | patience | best found at | evaluations | slower by, mean | at most |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in names:
        row(sys.argv[1], Path(sys.argv[2], name).resolve())
