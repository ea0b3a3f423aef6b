"""Speed of this tree compared with another commit, in one run: `python benchmarks/compare_commits.py COMMIT`.

Each command runs alternately in both trees, and the fastest of several runs counts. The figure is processor seconds of
the whole command, so that other load on the machine matters little. A ratio above 1 means that this tree is slower than
the other commit.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


def seconds(tree: Path, command: str) -> float:
    """Return the processor time of one command and its child processes, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    here = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command_line = [sys.executable, "-m", "croupier", *command.split()]
    done = subprocess.run(command_line, cwd=tree, env=here, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"croupier {command}: {done.stderr.decode()[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(tree: Path, commit: str, times: int) -> None:
    print(f"{'':66}{'here':>8}{commit[:9]:>11}{'ratio':>7}")
    for command in COMMANDS:
        best = dict.fromkeys((ROOT, tree), float("inf"))
        for turn in range(times + 1):
            for at in best:
                took = seconds(at, command)
                best[at] = min(best[at], took) if turn else best[at]  # the first run compiles kernels
        print(f"{command:66}{best[ROOT]:7.2f}s{best[tree]:10.2f}s{best[ROOT] / best[tree]:7.2f}", flush=True)


@contextmanager
def other_tree(commit: str) -> Iterator[Path]:
    """Check out a commit in a folder of its own, and remove the folder afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "other"
        command = ["git", "worktree", "add", "--detach", str(tree), commit]
        result = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        if result.returncode:
            raise SystemExit(f"{commit}: {result.stderr.strip().splitlines()[-1]}")
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="This tree beside another commit, in one run.")
    parser.add_argument("commit")
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with other_tree(options.commit) as tree:
        compare(tree, options.commit, options.times)


if __name__ == "__main__":
    main()
