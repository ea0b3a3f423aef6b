"""Output for terminals without Unicode: letters replace suits and box lines, and JSON is escaped."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import sys
from typing import Any

ASCII_REPLACEMENTS = {
    **dict(zip("♠♥♦♣", "shdc", strict=True)),
    **dict.fromkeys("╭╮╰╯", "+"),
    **{"│": "|", "─": "-", "░": "#", "▓": "=", "·": ".", "•": "*"},
    **dict.fromkeys("–—−", "-"),
    **{"…": "...", "±": "+/-", "×": "x", "÷": "/", "½": "1/2", "’": "'", "“": "'", "”": "'"},
}


def replace_unencodable_output() -> None:
    """Make standard output replace characters that it cannot encode, and standard input accept invalid bytes."""
    codecs.register_error("in-plain-letters", _in_plain_letters)
    for stream, errors in (
        (sys.stdout, "in-plain-letters"),
        (sys.stderr, "in-plain-letters"),
        (sys.stdin, "replace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors=errors)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(ASCII_REPLACEMENTS.get(letter, "?") for letter in unwritable), error.end


def print_json(value: Any) -> None:
    """Print JSON, with escapes if standard output is not Unicode, so that no character is lost."""
    is_unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not is_unicode))
