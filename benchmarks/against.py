"""This tree beside another commit, in one run: `python benchmarks/against.py COMMIT`.

Each command is run in both, turn by turn, and the best of several is kept: processor seconds of the whole command, so
that what else the machine does weighs little. A ratio above 1 is slower than the other commit.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = (
    "simulate ilani-midi-baccarat --rounds 40000000 --seed 1 --json",
    "simulate house-blackjack --rounds 4000000 --seed 1 --json",
    "simulate ca-3-card-poker --rounds 40000000 --seed 1 --json",
    "odds co-99-fortunes -o decks=6 --json",
    "odds ca-buster-blackjack -o decks=7 --json",
    "verify pa-mini-baccarat --rounds 20000",
    "games",
)


def seconds(tree: Path, words: str) -> float:
    """Processor time of one command, with all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    here = {**os.environ, "PYTHONPATH": str(tree / "src")}
    asked = [sys.executable, "-m", "croupier", *words.split()]
    done = subprocess.run(asked, cwd=tree, env=here, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"croupier {words}: {done.stderr.decode()[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(other: Path, commit: str, times: int) -> None:
    print(f"{'':66}{'here':>8}{commit[:9]:>11}{'ratio':>7}")
    for words in COMMANDS:
        best = dict.fromkeys((ROOT, other), float("inf"))
        for turn in range(times + 1):
            for tree in best:
                took = seconds(tree, words)
                best[tree] = min(best[tree], took) if turn else best[tree]  # the first compiles kernels
        print(f"{words:66}{best[ROOT]:7.2f}s{best[other]:10.2f}s{best[ROOT] / best[other]:7.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="This tree beside another commit, in one run.")
    parser.add_argument("commit")
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        tree = ["git", "worktree", "add", "--detach", str(other), given.commit]
        made = subprocess.run(tree, cwd=ROOT, check=False, capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(f"{given.commit}: {made.stderr.strip().splitlines()[-1]}")
        try:
            compare(other, given.commit, given.times)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
