"""Parse a rulebook's TOML with the position of every key, and merge the files that it includes.

The standard parser returns values without positions. `line_numbers` reads the same text line by line and records the
line of each table, key and array row. It relies on the parser to find syntax errors.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.errors import BadInput, Problem, suggestion
from croupier.files import TooMuch, parse_toml

KEYED = {
    "wager": "id",
    "meter": "id",
    "procedure": "title",
    "step": "id",
    "notice": "id",
    "approval": "id",
    "announced": "id",
}
"""Arrays of tables, with the key that identifies an entry, so that a rulebook can replace an included entry."""
NEWLINE = "\n"
SIDES = {"player": "banker", "banker": "player"}


@dataclass
class TomlWithPositions:
    """Parsed TOML data, and the file and line of every path in it."""

    data: dict[str, Any]
    lines: dict[Path, tuple[str, int]]
    problems: list[Problem] = field(default_factory=list)

    def position_of(self, path: Path) -> str:
        """Return `file:line` of a path, or of its nearest enclosing table that has a position."""
        for end in range(len(path), -1, -1):
            if found := self.lines.get(path[:end]):
                return f"{found[0]}:{found[1]}"
        return f"{self.file}:1"

    @property
    def file(self) -> str:
        return self.lines[()][0]


def read_toml(text: str, file: str) -> TomlWithPositions:
    """Parse one TOML file without its includes; raise `BadInput` if it is not valid TOML."""
    try:
        data = parse_toml(text)
    except TooMuch as error:
        raise BadInput.at(file, str(error)) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        where = f"{file}:{place[1] if place else text.count(NEWLINE, 0, -1) + 1}"  # Without a place: at the end.
        message = re.sub(r"\s*\(at .*\)$", "", str(error))
        if message == r"Illegal character '\n'":
            message = "a text that begins with a quotation mark has to end with one on the same line"
        raise BadInput.at(where, f"is not TOML: {message}") from None
    lines: dict[Path, tuple[str, int]] = {path: (file, line) for path, line in line_numbers(text).items()}
    lines[()] = (file, 1)
    return _index_arrays(TomlWithPositions(data, lines))


def _index_arrays(located: TomlWithPositions) -> TomlWithPositions:
    """Turn arrays such as `[[wager]]` into tables by id, and expand entries written for both sides."""
    for array in KEYED:
        entries = located.data.get(array)
        if not isinstance(entries, list):
            continue
        table: dict[str, Any] = {}
        located.data[array] = table
        lines = _lines_of_entries(located, array)
        for index, entry in enumerate(entries):
            for expanded in _expand_sides(entry):
                if name := _name_of(located, table, (array, index), expanded):
                    table[name] = expanded
                    located.lines |= {(array, name, *rest): line for rest, line in lines.get(index, ())}
    return located


def _expand_sides(entry: Any) -> list[Any]:
    """Return an entry, or its two copies if it has `for_each_side`.

    In the copies, {side}, {Side}, {other} and {Other} are replaced by the names of the hands.
    """
    if not isinstance(entry, dict) or not entry.pop("for_each_side", False):
        return [entry]
    return [_substitute(entry, side, other) for side, other in SIDES.items()]


def _substitute(value: Any, side: str, other: str) -> Any:
    if isinstance(value, str):
        filled = value.replace("{side}", side).replace("{other}", other)
        return filled.replace("{Side}", side.capitalize()).replace("{Other}", other.capitalize())
    if isinstance(value, dict):
        return {key: _substitute(item, side, other) for key, item in value.items()}
    if isinstance(value, list):
        return [_substitute(item, side, other) for item in value]
    return value


def _name_of(located: TomlWithPositions, table: dict[str, Any], path: tuple[str, int], entry: Any) -> str | None:
    array = path[0]
    name = entry.get(KEYED[array]) if isinstance(entry, dict) else None
    if not isinstance(name, str):
        located.problems.append(Problem(located.position_of(path), f'[[{array}]]: has no "{KEYED[array]}"'))
        return None
    if name in table:
        located.problems.append(Problem(located.position_of(path), f'[[{array}]]: "{name}" stands here a second time'))
        return None
    return name


def _lines_of_entries(located: TomlWithPositions, array: str) -> dict[str | int, list[tuple[Path, tuple[str, int]]]]:
    """Return the paths inside each entry of an array of tables, with their positions."""
    found: dict[str | int, list[tuple[Path, tuple[str, int]]]] = {}
    for path, line in located.lines.items():
        if len(path) > 1 and path[0] == array:
            found.setdefault(path[1], []).append((path[2:], line))
    return found


@cache
def _included_file(name: str) -> TomlWithPositions:
    path = files("croupier.rulebook").joinpath("data/common")
    known = sorted(entry.name.removesuffix(".toml") for entry in path.iterdir() if entry.name.endswith(".toml"))
    if name not in known:
        raise KeyError(f'includes "{name}"; there is {", ".join(known)}{suggestion(name, known)}')
    return read_toml(path.joinpath(f"{name}.toml").read_text("utf-8"), f"common/{name}.toml")


def with_includes(own: TomlWithPositions) -> TomlWithPositions:
    """Return a file's data merged over its includes; the file's values win."""
    merged = TomlWithPositions({}, {}, list(own.problems))
    names = own.data.get("include", [])
    for name in names if isinstance(names, list) else []:
        try:
            common = _included_file(str(name))
        except KeyError as error:
            merged.problems.append(Problem(own.position_of(("include",)), f"include: {error.args[0]}"))
            continue
        merged.data = _merge_tables(common.data, merged.data)
        merged.lines |= common.lines
    merged.data = _merge_tables(own.data, merged.data)
    merged.lines = {path: line for path, line in merged.lines.items() if not _is_replaced(path, own)}
    merged.lines |= own.lines
    return merged


def _is_replaced(path: Path, own: TomlWithPositions) -> bool:
    return len(path) > 1 and path[0] in KEYED and path[:2] in own.lines


def _merge_tables(top: dict[str, Any], base: dict[str, Any], inside: str = "") -> dict[str, Any]:
    """Merge two tables, with `top` over `base`; identified entries, such as wagers, are replaced as a whole."""
    merged = dict(base)
    for key, value in top.items():
        below = base.get(key)
        if isinstance(value, dict) and isinstance(below, dict) and inside not in KEYED:
            merged[key] = _merge_tables(value, below, inside=key)
        else:
            merged[key] = _merge_values(value, below)
    return merged


def _merge_values(value: Any, below: Any) -> Any:
    """Concatenate two arrays of tables, such as `[[refuse]]`; for other values, return the first."""
    both_arrays = isinstance(value, list) and isinstance(below, list)
    if both_arrays and all(isinstance(item, dict) for item in [*value, *below]):
        return [*below, *value]
    return value


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
