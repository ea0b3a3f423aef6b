"""Read untrusted files within limits, and parse their JSON and TOML.

A file may be damaged or hostile. Its size, the depth and number of its values and the size of its numbers are limited
before any other code uses it. A file that exceeds a limit or cannot be parsed raises `BadInput`.
"""

from __future__ import annotations

import io
import json
import math
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from croupier.errors import BadInput


@dataclass(frozen=True)
class FileLimits:
    """Limits on the size and structure of one kind of file."""

    bytes_most: int
    values_most: int
    """Most tables, arrays, strings and numbers, counted together."""
    depth_most: int = 64


RULES = FileLimits(bytes_most=512 * 1024, values_most=20_000, depth_most=24)
"""Limits for rulebooks, configurations, fee sheets and card counts; the largest file in the package has 20 KB."""
CASE = FileLimits(bytes_most=4 * 2**20, values_most=200_000)
"""Limits for one case of `croupier settle`."""
BUNDLE = FileLimits(bytes_most=16 * 2**20, values_most=400_000)
RECORD = FileLimits(bytes_most=16 * 2**20, values_most=400_000)
"""Limits for one line of a second copy of the log or of the checkpoints."""
KEYS = FileLimits(bytes_most=64 * 1024, values_most=100, depth_most=4)
MANIFEST = FileLimits(bytes_most=4 * 2**20, values_most=50_000, depth_most=4)
TEXT_BYTES_MOST = 256 * 2**20
"""Most bytes of a file of plain text lines: logged shoes, an encrypted playing book."""
KEY_PARTS_MOST = 16
"""Most parts of a dotted TOML key, checked before parsing: the parser's time grows with the square of the parts."""
NUMBER_MOST = 2**63 - 1
"""Largest whole number that TOML allows."""
_KEY_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_KEY_PART}[ \t]*+\.[ \t]*+){{{KEY_PARTS_MOST}}}")
DIGITS_MOST = len(str(-NUMBER_MOST))
NUMBER_TOO_LARGE = f"has a number of more than {len(str(NUMBER_MOST))} digits, or above {NUMBER_MOST}"


class TooMuch(ValueError):  # noqa: N818 - named like `BadInput`
    """Exception for text that exceeds a limit."""


def read_bytes(path: Path | str, bytes_most: int = TEXT_BYTES_MOST) -> bytes:
    """Return a file's bytes, or those of standard input for `-`; raise `BadInput` if unreadable or too large."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(bytes_most + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(bytes_most + 1)
    except FileNotFoundError:
        looked = "" if Path(path).is_absolute() else f" in the current folder, {Path.cwd()}"
        raise BadInput.at(str(path), f"there is no such file{looked}") from None
    except IsADirectoryError:
        raise BadInput.at(str(path), "is a folder, not a file") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise BadInput.at(str(path), f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > bytes_most:
        raise BadInput.at(str(path), f"has more than {bytes_most:,} bytes, the most that is read of such a file")
    return data


def read_text(path: Path | str, bytes_most: int = TEXT_BYTES_MOST) -> str:
    """Return a file's text, or that of standard input for `-`; raise `BadInput` if unreadable or too large."""
    data = read_bytes(path, bytes_most)
    try:
        return data.decode("utf-8", errors="replace" if path == "-" else "strict").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput.at(str(path), f"is not text in UTF-8: byte {error.start + 1:,} is no character") from None


def read_lines(path: Path | str, bytes_most: int) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`; the file may be of any size, but long lines are cut."""
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            for line in bounded_lines(file, bytes_most):
                yield line.decode("utf-8", errors="replace")
    except FileNotFoundError:
        raise BadInput.at(str(path), "there is no such file") from None
    except OSError as error:
        raise BadInput.at(str(path), f"cannot be read: {error.strerror}") from None


def bounded_lines(file: IO[bytes] | LinesOfPart, bytes_most: int) -> Iterator[bytes]:
    """Yield a file's lines, cut to `bytes_most` + 1 bytes, so that a long line never fills the memory."""
    while line := file.readline(bytes_most + 1):
        yield line
        while len(line) > bytes_most and not line.endswith(b"\n"):
            line = file.readline(bytes_most + 1)


@contextmanager
def open_part(path: Path, span: tuple[int, int | None] = (0, None)) -> Iterator[LinesOfPart]:
    """Open the part of a file between two positions; the end None is the end of the file."""
    begin, end = span
    with path.open("rb") as file:
        file.seek(begin)
        yield LinesOfPart(file, sys.maxsize if end is None else max(0, end - begin))


class LinesOfPart:
    """Reader of lines that ends after a given number of bytes, although the file may have grown since."""

    def __init__(self, file: IO[bytes], left: int) -> None:
        self._file, self._left = file, left

    def readline(self, most: int) -> bytes:
        line = self._file.readline(min(most, self._left))
        self._left -= len(line)
        return line


def whole_lines(path: Path) -> int:
    """Return the length of a file up to its last newline; 0 for a file that is not there."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, io.SEEK_END)
            while end:
                begin = max(0, end - 65_536)
                file.seek(begin)
                if (found := file.read(end - begin).rfind(b"\n")) >= 0:
                    return begin + found + 1
                end = begin
    except OSError:
        pass
    return 0


def parse_json(
    text: str | bytes, limits: FileLimits, pairs: Callable[[list[tuple[str, Any]]], dict[str, Any]] | None = None
) -> Any:
    """Parse a JSON text; raise `ValueError` if it is not JSON and `TooMuch` if it exceeds the limits.

    `pairs` builds each object from its key-value pairs, for callers that refuse repeated keys.
    """
    _require_size(text, limits)
    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_int=_whole, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise TooMuch(f"is nested deeper than {limits.depth_most} levels") from None
    _require_shape(data, limits)
    return data


def parse_toml(text: str, limits: FileLimits = RULES) -> dict[str, Any]:
    """Parse a TOML text; raise `TOMLDecodeError` if it is not TOML and `TooMuch` if it exceeds the limits."""
    _require_size(text, limits)
    if LONG_KEY.search(text):
        raise TooMuch(f"has a key of more than {KEY_PARTS_MOST} parts")
    try:
        data = tomllib.loads(text, parse_float=_finite)
    except RecursionError:
        raise TooMuch(f"is nested deeper than {limits.depth_most} levels") from None
    except (TooMuch, tomllib.TOMLDecodeError):
        raise
    except ValueError:  # int() refuses a number of thousands of digits
        raise TooMuch(NUMBER_TOO_LARGE) from None
    _require_shape(data, limits)
    return data


def _require_size(text: str | bytes, limits: FileLimits) -> None:
    """Refuse a text that is too long or has too many commas, before it is parsed; commas bound the number of values."""
    if len(text) > limits.bytes_most:
        raise TooMuch(f"has more than {limits.bytes_most:,} bytes")
    commas = text.count(",") if isinstance(text, str) else text.count(b",")
    if commas > limits.values_most:
        raise TooMuch(f"has more than {limits.values_most:,} values")


def _require_shape(data: Any, limits: FileLimits) -> None:
    """Refuse parsed data that is nested too deeply, has too many values or has too large a number.

    The check works without recursion.
    """
    level, count = [data], 0
    for _ in range(limits.depth_most + 1):
        count += len(level)
        if count > limits.values_most:
            raise TooMuch(f"has more than {limits.values_most:,} values")
        if any(type(value) is int and not -NUMBER_MOST - 1 <= value <= NUMBER_MOST for value in level):
            raise TooMuch(NUMBER_TOO_LARGE)
        level = [
            inner
            for value in level
            if isinstance(value, list | dict)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    raise TooMuch(f"is nested deeper than {limits.depth_most} levels")


def _whole(text: str) -> int:
    if len(text) > DIGITS_MOST:
        raise TooMuch(NUMBER_TOO_LARGE)
    return int(text)


def _finite(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise TooMuch(f"has the number {text[:20]}; only finite numbers are read in JSON and TOML")
    return value
