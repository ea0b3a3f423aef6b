"""Print the table of docs/explanation/counting.md from the output of `croupier count --json`, one file a rulebook."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")


HEADINGS = ("rulebook, wager", "edge", "best count", "correlation", "bets", "edge of bets", "a shoe", "s.e.", "most")


def main() -> None:
    print(f"| {' | '.join(HEADINGS)} |")
    print("| --- | ---: | --- |" + " ---: |" * (len(HEADINGS) - 3))
    for file in sys.argv[1:]:
        study = json.loads(Path(file).read_text("utf-8"))
        for wager in study["wagers"]:
            print(table_row(study["rulebook"], wager))


def table_row(rulebook: str, wager: dict[str, Any]) -> str:
    """Return the row of one wager, with its best count by tags and the best possible play."""
    edge = f"{-100 * wager['expected']:.2f} %" if wager.get("expected") is not None else ""
    plans = wager.get("plans", [])
    counts = [plan for plan in plans if plan["tags"] is not None]
    best = max(counts, key=units, default=None)
    most = next((f"{units(plan):.3f}" for plan in plans if plan["tags"] is None and plan["result"]), "")
    start = f"| `{rulebook}` `{wager['wager']}` | {edge} |"
    if best is None:
        return f"{start} {wager.get('note') or 'no linear count'} | | | | | | {most} |"
    tags = " ".join(f"{best['tags'][rank]:+g}".replace("+0", "0").replace("-0", "0") for rank in RANKS)
    if best["result"] is None:
        return f"{start} {tags} | {best['correlation']:.3f} | never | | 0 | | {most} |"
    result = best["result"]
    figures = f"{100 * result['frequency']:.2f} % | {100 * result['edge']:.2f} %"
    return (
        f"{start} {tags}, from {result['trigger']:+d} | {best['correlation']:.3f} | {figures} | "
        f"{result['per_shoe']:.4f} | {result['error']:.4f} | {most} |"
    )


def units(plan: dict[str, Any]) -> float:
    return float(plan["result"]["per_shoe"]) if plan["result"] else 0.0


if __name__ == "__main__":
    main()
