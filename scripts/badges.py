"""Badges of the README: pictures with facts of the repository, so that they are true without a network.

python -m scripts.badges [--check]
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from croupier.play import rulebook_library

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "badges"
LETTER_WIDTH = 6.6
MARGIN = 6


def badges() -> dict[str, str]:
    """Return the SVG of each badge by the name of its file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    facts = {
        "version": project["version"],
        "python": project["requires-python"].removeprefix(">=") + " or later",
        "licence": project["license"],
        "rulebooks": str(len(rulebook_library.shipped_names())),
    }
    return {name: badge(name, value) for name, value in facts.items()}


def badge(name: str, value: str) -> str:
    """Return a badge: its name on grey, its value on green."""
    left, right = (round(len(text) * LETTER_WIDTH + 2 * MARGIN) for text in (name, value))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{name}: {value}"><rect width="{left + right}" height="20" rx="3" fill="#14523c"/>'
        f'<path d="M3 0h{left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444d49"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{MARGIN}" y="14" textLength="{left - 2 * MARGIN}">{name}</text>'
        f'<text x="{left + MARGIN}" y="14" textLength="{right - 2 * MARGIN}">{value}</text></g></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare, and fail if a badge is old")
    is_check = parser.parse_args().check
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in badges().items():
        file = FOLDER / f"{name}.svg"
        if not is_check:
            file.write_text(drawn, "utf-8")
        elif not file.is_file() or file.read_text("utf-8") != drawn:
            raise SystemExit(f"{file.relative_to(ROOT)} is old: python -m scripts.badges")


if __name__ == "__main__":
    main()
