"""`croupier lint`: all problems of rulebooks, with file, line and key."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from croupier.errors import BadInput, Problem
from croupier.play import rulebook_library
from croupier.play.reachability import find_unreachable_rows
from croupier.rulebook.rulebook import Rulebook


def lint_files(names: list[str], *, as_json: bool) -> None:
    """Check each rulebook; exit with status 2 if there are problems."""
    found = {name: _problems(name) for name in names or rulebook_library.names()}
    if as_json:
        report = [
            {"file": name, "problems": [{"where": p.where, "message": p.text} for p in problems]}
            for name, problems in found.items()
        ]
        print(json.dumps(report, indent=2))
    else:
        _print(found)
    if any(found.values()):
        sys.exit(2)


def _problems(name: str) -> list[Problem]:
    try:
        is_file = name.endswith(".toml") or Path(name).is_file()
        book = rulebook_library.load_file(Path(name)) if is_file else rulebook_library.load(name)
        return [*_id_in_use(book), *find_unreachable_rows(book)]
    except BadInput as error:
        return list(error.problems)


def _id_in_use(book: Rulebook) -> list[Problem]:
    """Return a problem if other rules than these already have the rulebook's id."""
    if book.id not in rulebook_library.names() or rulebook_library.load(book.id).matches_digest(book.digest):
        return []
    message = f'id: "{book.id}" is another rulebook, with other rules; give yours an id of its own, my-{book.id}'
    return [Problem(book.position_of(("id",)), message)]


def _print(found: dict[str, list[Problem]]) -> None:
    for name, problems in found.items():
        for problem in problems:
            print(problem, file=sys.stderr)
        if not problems:
            print(f"{name}: in order")
