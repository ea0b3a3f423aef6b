"""The soak: what `make soak` runs beyond `make test`, in four parts of at most an hour on two cores.

A test file that runs the same way in `make test` is left out.

    make soak                        # all four parts, one after the other
    make soak PART=server SEED=7     # one part, with the seed of an earlier run

`make soak` calls `python -m tests.soak`, which sets CROUPIER_SOAK and CROUPIER_SEED, prints the seed, and ends each
part with a line that gives its duration and its result. `in_soak` marks a test that only the soak runs, `or_soak` and
`scaled` give a test more cases there. `tests/README.md` says for each of them what CI runs instead.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
SOAK = int(os.environ.get("CROUPIER_SOAK", "0"))
"""The number of Hypothesis examples where a test sets no other number; 0 outside the soak."""
SEED = int(os.environ.get("CROUPIER_SEED", "0"))
"""The seed of whatever is random in the soak; 0 in CI, where every test has its own fixed seed."""
in_soak = pytest.mark.soak
"""Marks a test that only `make soak` runs: it takes long, and a test in CI catches the same law."""

ROOT = Path(__file__).parents[1]
EXAMPLES = 10_000
KILLS = 250
PARTS: dict[str, tuple[str, ...]] = {
    "faults": (
        "tests/server/test_faults.py",
        "tests/server/test_cluster_faults.py",
        "tests/server/test_silent_database.py",
        "tests/server/test_broken_generator.py",
        "tests/store/test_faults.py",
        "tests/cli/test_limited_environment.py",
    ),
    "browser": ("tests/browser",),
    "server": (
        "tests/client",
        "tests/server",
        "tests/table",
        "tests/house",
        "tests/store",
        "tests/views",
        "tests/people",
        "tests/cage",
        "tests/devices",
        "tests/evidence",
        "tests/printing",
        "tests/cli",
        "tests/test_*.py",
    ),
    "mathematics": (
        "tests/contract",
        "tests/families",
        "tests/odds",
        "tests/hands",
        "tests/outside",
        "tests/play",
        "tests/money",
        "tests/cards",
        "tests/rulebook",
        "tests/documents",
    ),
}
"""Part to the folders and files that it runs. A file belongs to the first part that names it.

Minutes on two cores, measured beside other work:

- faults: 45, 240 faults of two servers in 35 of them
- mathematics: 45; the house way of Royal pai gow poker alone takes 16
- server: 44; the races of 100,000 bets take 29 of them
- browser: 51
"""
WORKERS = {"browser": 4, "server": 4, "mathematics": 2, "faults": 2}
"""Number of test processes for each part, on two cores; a browser and a server's clients wait most of the time."""


def or_soak(cases: Sequence[T], least: int) -> Sequence[T]:
    """Return all cases in the soak, and the first `least` of them in CI."""
    return cases if SOAK else cases[:least]


def scaled(in_ci: int, soaked: int) -> int:
    """Return how often a test repeats: `in_ci` times in CI, `soaked` times in the soak."""
    return soaked if SOAK else in_ci


def part_of(path: str) -> str | None:
    """Return the part that runs this test file, or None."""
    for part, places in PARTS.items():
        if any(Path(path).match(place) or path.startswith(f"{place}/") for place in places):
            return part
    return None


def files_of(part: str) -> list[str]:
    """Return the test files of a part, as paths from the root of the repository."""
    found = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/test_*.py"))
    return [path for path in found if part_of(path) == part and runs_more_in_soak(path)]


def runs_more_in_soak(path: str) -> bool:
    """Return whether a test file runs more in the soak than in CI: it uses this module, or Hypothesis with its seed."""
    text = (ROOT / path).read_text("utf-8")
    return "tests.soak" in text or "hypothesis" in text or "tests.strategies" in text


def commands(part: str, seed: int) -> list[list[str]]:
    """Return the commands that a part runs, in their order."""
    suite = [sys.executable, "-m", "pytest", "-n", str(WORKERS[part]), "--dist", "worksteal"]
    suite += [f"--hypothesis-seed={seed}", "--durations=20", "--reruns=0", *files_of(part)]
    kills = [sys.executable, "benchmarks/faults.py", "--kills", str(KILLS), "--seed", str(seed)]
    return [suite, kills] if part == "faults" else [suite]


def run_part(part: str, seed: int) -> bool:
    """Run one part; print how long it took and whether it passed."""
    print(f"soak {part}: seed {seed}", flush=True)
    environment = os.environ | {"CROUPIER_SOAK": str(EXAMPLES), "CROUPIER_SEED": str(seed)}
    began = time.monotonic()
    codes = [
        subprocess.run(command, check=False, cwd=ROOT, env=environment).returncode for command in commands(part, seed)
    ]
    minutes = (time.monotonic() - began) / 60
    print(f"soak {part}: {'failed' if any(codes) else 'passed'} in {minutes:.1f} minutes, seed {seed}", flush=True)
    return not any(codes)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the soak, or one part of it.")
    parser.add_argument("--part", choices=PARTS, help="all of them where none is named")
    parser.add_argument("--seed", type=int, default=SEED or 1 + secrets.randbelow(2**31), help="of an earlier run")
    options = parser.parse_args()
    results = [run_part(part, options.seed) for part in ([options.part] if options.part else PARTS)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
