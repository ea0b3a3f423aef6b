"""Time from a keystroke in the Lab to the edge that follows from it: first and second call, in a worker process.

Each case is a worker process of its own, as the page has one. It opens the rulebook, as the page does before anybody
edits, then gets two changes one after another. The first call runs without any cached kernel, as on a machine that has
just installed the package, and once more with what the first run kept. The time is that by the clock,
from the request to the last sheet; what was opened before is printed beside it.

Targets: a baccarat side bet 50 ms, a rule of blackjack 300 ms, the Blind's table of Ultimate Texas Hold'em 3 s, a pai
gow bonus 1 s.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from croupier.play.rulebook_draft import DraftEdit, copied_text
from croupier.server.lab.counting import Lab
from croupier.server.lab.events import LabJob


@dataclass(frozen=True)
class Case:
    """Two changes of one rulebook, and the milliseconds that each may take."""

    name: str
    book: str
    wager: str
    wanted_ms: float
    row: int = 0
    pays: tuple[str, ...] = ()
    options: tuple[dict[str, str], ...] = ()

    def jobs(self) -> list[LabJob]:
        """Return the request that opens the rulebook, and the one of each change."""
        text = copied_text(self.book, "my-game", "My game")
        plain = LabJob("figures", text, self.book, wager=self.wager)
        edited = [
            LabJob("figures", text, self.book, {}, (DraftEdit(self.wager, "odds", pay, self.row),), self.wager)
            for pay in self.pays
        ]
        chosen = [LabJob("figures", text, self.book, options, (), self.wager) for options in self.options]
        return [plain, *edited, *chosen]


CASES = (
    Case("pay of a baccarat side bet", "co-ez-baccarat", "dragon-7", 50, pays=("38:1", "42:1")),
    Case("pay of blackjack", "house-blackjack", "blackjack", 300, pays=("6:5", "7:5")),
    Case(
        "rule of blackjack", "house-blackjack", "blackjack", 300,
        options=({"double_after_split": "false"}, {"double_on": "10-11"}),
    ),
    Case("Blind's table of Ultimate", "ca-ultimate-texas-holdem", "blind", 3000, pays=("400:1", "450:1")),
    Case("pai gow bonus", "ca-fortune-pai-gow-poker", "fortune-bonus", 1000, pays=("2400:1", "2600:1")),
)  # fmt: skip


Timed = tuple[float, float, float | None]
"""Milliseconds by the clock and of the processor until a job's final sheet, and the edge of its wager."""


def timed(lab: Lab, job: LabJob) -> Timed:
    start, processor = time.perf_counter(), time.process_time()
    for event in lab.events(job):
        data: dict[str, Any] = dict(event)
        if data["stage"] == "checked" and data["problems"]:
            raise SystemExit(f"{job.base}: {data['problems']}")
        if data["stage"] == "failed":
            raise SystemExit(f"{job.base}: {data['message']}")
        if data["stage"] == "sheet" and data["is_final"]:
            edge = next((one["house_edge"] for one in data["wagers"] if one["wager"] == job.wager), None)
            return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - processor), edge
    raise SystemExit(f"{job.base}: no sheet came")


def worker(place: int) -> None:
    """Answer the requests of one case, and print the times as JSON."""
    lab = Lab()
    print(json.dumps([timed(lab, job) for job in CASES[place].jobs()]))


def measured(place: int, cache: str) -> list[Timed]:
    command = [sys.executable, "-m", "benchmarks.lab_keystrokes", "--worker", str(place)]
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    found: list[Timed] = json.loads(done.stdout.splitlines()[-1])
    return found


def report(places: Iterable[int], cache: str, kernels: str) -> None:
    for place in places:
        case, (opened, *calls) = CASES[place], measured(place, cache)
        for call, (took, processor, edge) in zip(("first", "second"), calls, strict=True):
            verdict = "met" if took <= case.wanted_ms else "MISSED"
            shown = "no edge" if edge is None else f"edge {edge:.4%}"
            line = f"{case.name:28}{kernels:14}{call:8}{took:9.0f} ms (wanted {case.wanted_ms:g}: {verdict}), {shown}"
            print(f"{line}; {processor:.0f} ms of the processor; opened in {opened[0]:.0f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*", type=int, help=f"numbers of cases, from 0 to {len(CASES) - 1}; all without")
    given = parser.parse_args()
    if given.worker is not None:
        worker(given.worker)
        return
    places = given.cases or range(len(CASES))
    if hasattr(os, "getloadavg"):
        print(f"load of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as cache:
        report(places, cache, "just installed")
        report(places, cache, "kernels kept")


if __name__ == "__main__":
    main()
