"""Start of the library and of quick commands: time and processor time of a new process, beside a bare interpreter.

Targets: `import croupier` adds less than 100 ms to the interpreter's own start, and `croupier games` takes less than
0.4 s. Each round starts every command once, one after the other, so that all of them meet the same load.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time

ROUNDS = 9
BARE = "python -c pass"
COMMANDS = {
    BARE: [sys.executable, "-c", "pass"],
    "import croupier": [sys.executable, "-c", "import croupier"],
    "croupier.load, one edge": [
        sys.executable,
        "-c",
        "import croupier; croupier.load('co-baccarat').odds()['tie'].house_edge",
    ],
    "croupier --help": [sys.executable, "-m", "croupier", "--help"],
    "croupier games": [sys.executable, "-m", "croupier", "games"],
    "croupier odds co-baccarat": [sys.executable, "-m", "croupier", "odds", "co-baccarat"],
}
WANTED_S = {"import croupier": 0.1, "croupier games": 0.4}


def seconds(command: list[str]) -> tuple[float, float]:
    """Return the time and the processor time of one process, in seconds."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, spent


def main() -> None:
    for command in COMMANDS.values():
        seconds(command)
    measured = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            measured[name].append(seconds(command))
    medians = {
        name: [statistics.median(one[place] for one in runs) for place in (0, 1)] for name, runs in measured.items()
    }
    print(f"Median of {ROUNDS} starts, in milliseconds; above: more than {BARE}")
    print(f"{'':28}{'time':>8}{'processor':>11}{'above':>8}  wanted")
    for name, (elapsed, spent) in medians.items():
        above = spent - medians[BARE][1]
        wanted = f"under {1000 * WANTED_S[name]:.0f}" if name in WANTED_S else ""
        print(f"{name:28}{1000 * elapsed:8.0f}{1000 * spent:11.0f}{1000 * above:8.0f}  {wanted}")


if __name__ == "__main__":
    main()
