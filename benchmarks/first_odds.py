"""First and later `croupier odds` of an edited rulebook, on a machine that has just installed the package.

Every run is a new process. The first one starts without any cached kernel, the second one with those of the first; the
third one has other pays. The time is that by the clock, because a first run compiles on two cores: other programs must
be quiet. The time of all processors is printed beside it. `--against FOLDER` runs the same commands with the source
code of another working copy (its `src` folder) in turn, and prints the ratios by the clock.

Targets: 10 s for the first run; 3 s for every later run of Ultimate Texas Hold'em with another pay table.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

WANTED_FIRST_S, WANTED_LATER_S = 10.0, 3.0
OWN_SOURCE = Path(__file__).parents[1] / "src"
GAMES = {
    "co-ez-baccarat": None,
    "ilani-blackjack": None,
    "ca-3-card-poker": None,
    "ca-ultimate-texas-holdem": ('odds = "500:1"', 'odds = "400:1"'),
    "ca-pai-gow-tiles": None,
    "ca-ultimate-war": None,
}
"""Rulebooks, and a change of pays for the third run."""


def edited(name: str, folder: Path) -> Path:
    """Write a rulebook with an id of its own, so that no shipped sheet is for it."""
    text = files("croupier.rulebook").joinpath(f"data/{name}.toml").read_text("utf-8")
    path = folder / f"{name}.toml"
    path.write_text(re.sub(r'^id *= *".*"', f'id = "own-{name}"', text, count=1, flags=re.MULTILINE), "utf-8")
    return path


def seconds(rulebook: Path, cache: Path, source: Path) -> tuple[float, float]:
    """Return the seconds of processor time and by the clock that a new process takes for a sheet."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(source)}
    command = [sys.executable, "-m", "croupier", "odds", str(rulebook), "--json"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return processor, time.perf_counter() - start


def measure(name: str, sources: list[Path], folder: Path) -> None:
    rulebook = edited(name, folder)
    caches = [folder / f"{name}-{place}" for place in range(len(sources))]
    steps = [("first", WANTED_FIRST_S), ("again", WANTED_FIRST_S)]
    if change := GAMES[name]:
        steps.append(("other pays", WANTED_LATER_S))
    for step, wanted in steps:
        if step == "other pays" and change:
            text = rulebook.read_text("utf-8")
            assert change[0] in text, change
            rulebook.write_text(text.replace(*change), "utf-8")
        found = [seconds(rulebook, cache, source) for cache, source in zip(caches, sources, strict=True)]
        processor, clock = found[0]
        verdict = "met" if clock <= wanted else "MISSED"
        line = f"{name:26}{step:12}{clock:7.1f} s by the clock (wanted {wanted:g}: {verdict}), "
        line += f"{processor:6.1f} s of processors"
        for _, other in found[1:]:
            line += f"; before {other:5.1f} s: {other / clock:.1f} times as long"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulebooks", nargs="*", help="rulebooks to measure; all without one", metavar="RULEBOOK")
    parser.add_argument("--against", type=Path, help="working copy of another version", metavar="FOLDER")
    given = parser.parse_args()
    sources = [OWN_SOURCE, *([given.against / "src"] if given.against else [])]
    if hasattr(os, "getloadavg"):
        print(f"load of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        for name in given.rulebooks or GAMES:
            measure(name, sources, Path(folder))


if __name__ == "__main__":
    main()
