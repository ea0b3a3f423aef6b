"""Find the line of each key in a TOML file, so that error messages can name the line.

The standard parser returns values without positions. This scanner reads the same text line by line and records the line
of each table, key and array row. It relies on the parser to find syntax errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=(.*)$""")
STRING = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each table, key and array row by its path."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    row = _ArrayScanner()
    for number, line in _without_long_strings(text):
        if row.is_open:
            row.read(line, number, lines)
        elif header := HEADER.match(line):
            table = _table_path(_split(header[2]), header[1] == "[[", counts)
            lines.setdefault(table, number)
        elif key := KEY.match(line):
            path = (*table, *_split(key[1]))
            lines[path] = number
            row = _ArrayScanner(path)
            row.read(key[2], number, lines)
    return lines


def _without_long_strings(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines by number, with the contents of strings blanked so that brackets in strings are ignored."""
    blanked = STRING.sub(lambda match: re.sub(r"[^\n\"]", " ", match[0]) if match[0][0] != "#" else "", text)
    keys = text.splitlines()
    for number, line in enumerate(blanked.splitlines(), 1):
        # A quoted key is a string too, but its name is needed.
        quoted_key = keys[number - 1].lstrip().startswith('"') and "=" in line
        yield number, keys[number - 1] if quoted_key else line


def _split(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip('"') for part in dotted.split("."))


def _table_path(names: tuple[str, ...], is_array: bool, counts: dict[Path, int]) -> Path:
    """Return the path of a table header; `[wager.envy]` belongs to the last `[[wager]]`."""
    path: Path = ()
    for depth, name in enumerate(names):
        path = (*path, name)
        if depth == len(names) - 1 and is_array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


class _ArrayScanner:
    """Scanner for an array over several lines that records the line of each row."""

    def __init__(self, path: Path = ()) -> None:
        self._path = path
        self._depth = 0
        self._row = -1

    @property
    def is_open(self) -> bool:
        return self._depth > 0

    def read(self, line: str, number: int, lines: dict[Path, int]) -> None:
        for letter in line:
            if letter == "{" and self._depth == 1:
                self._row += 1
                lines[*self._path, self._row] = number
            if letter in "[{":
                self._depth += 1
            elif letter in "]}":
                self._depth -= 1
