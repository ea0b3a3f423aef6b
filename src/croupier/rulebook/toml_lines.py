"""Where each key of a TOML file stands, so that an error can name its line.

The standard parser gives values without places. This reader goes over the same text line by line and notes the line
of each table, key and row; it trusts the parser to have found every error of syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]
HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=(.*)$""")
STRING = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def line_numbers(text: str) -> dict[Path, int]:
    """Path of each table, key and array row to its line, counted from 1."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    row = _Rows()
    for number, line in _without_long_strings(text):
        if row.is_open:
            row.read(line, number, lines)
        elif header := HEADER.match(line):
            table = _table_path(_split(header[2]), header[1] == "[[", counts)
            lines.setdefault(table, number)
        elif key := KEY.match(line):
            path = (*table, *_split(key[1]))
            lines[path] = number
            row = _Rows(path)
            row.read(key[2], number, lines)
    return lines


def _without_long_strings(text: str) -> Iterator[tuple[int, str]]:
    """Lines with the inside of texts blanked, so that brackets in them do not count."""
    blanked = STRING.sub(lambda match: re.sub(r"[^\n\"]", " ", match[0]) if match[0][0] != "#" else "", text)
    keys = text.splitlines()
    for number, line in enumerate(blanked.splitlines(), 1):
        # A quoted key is wanted as it is written.
        quoted_key = keys[number - 1].lstrip().startswith('"') and "=" in line
        yield number, keys[number - 1] if quoted_key else line


def _split(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip('"') for part in dotted.split("."))


def _table_path(names: tuple[str, ...], is_array: bool, counts: dict[Path, int]) -> Path:
    """`[wager.envy]` belongs to the last `[[wager]]`."""
    path: Path = ()
    for depth, name in enumerate(names):
        path = (*path, name)
        if depth == len(names) - 1 and is_array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


class _Rows:
    """An array that runs over several lines: the line of each row."""

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
