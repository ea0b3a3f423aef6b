"""Text of a draft: a copy of a rulebook under an id of its own, and changes of its wagers field by field.

A draft is TOML text and nothing else. A change of one field writes the `[[wager]]` entry anew; every other line of the
text stays as it is. An entry that an included file has, or that is written once for both sides, is written out first.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from croupier.errors import BadInput
from croupier.play.rulebook_library import family_rules, rulebook_text
from croupier.rulebook.loader import load_checked
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.toml_reader import SIDES, read_toml, with_includes

HOUSE_RULE = "house rule"
DRAFT_FILE = "draft.toml"
TABLE_HEADER = re.compile(r"\s*\[\[?\s*[A-Za-z0-9_-]+(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"))*\s*\]\]?\s*(?:#.*)?$")
WAGER_HEADER = re.compile(r"\s*\[\[\s*wager\s*\]\]\s*(?:#.*)?$")
PART_OF_WAGER = re.compile(r"\s*\[\[?\s*wager\s*\.")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
ROWS_MOST = 60

Field = Literal["odds", "when", "name", "title", "summary", "push", "add-row", "remove-row", "add-wager"]


@dataclass(frozen=True)
class DraftEdit:
    """Change of one field of a wager, or of one row of its pay table."""

    wager: str
    field: Field
    value: str = ""
    row: int | None = None
    """Number of the row in the pay table in force, from 0."""


def copied_text(rulebook: str, new_id: str, title: str) -> str:
    """Return the text of a rulebook as a draft with another id and title."""
    text = _without_key(rulebook_text(rulebook), "earlier")
    return with_top_level(text, id=new_id, title=title)


def with_top_level(text: str, **values: str) -> str:
    """Return the text with other values of top-level keys that stand on one line."""
    for key, value in values.items():
        line = re.compile(rf"^{key}(\s*)=.*$", re.MULTILINE)
        if line.search(text):
            text = line.sub(lambda match, key=key, value=value: f"{key}{match[1]}= {_value(value)}", text, count=1)  # type: ignore[misc]
        else:
            text = f"{key} = {_value(value)}\n{text}"
    return text


def _without_key(text: str, key: str) -> str:
    """Return the text without a top-level key; its value may be an array over several lines."""
    lines = text.splitlines(keepends=True)
    start = next((place for place, line in enumerate(lines) if re.match(rf"{key}\s*=", line)), None)
    if start is None:
        return text
    end = start + 1
    while end < len(lines) and "".join(lines[start:end]).count("[") > "".join(lines[start:end]).count("]"):
        end += 1
    return "".join(lines[:start] + lines[end:])


def read_draft(text: str) -> Rulebook:
    """Check the text of a draft and return its rulebook; raise `BadInput` with every problem."""
    return load_checked(with_includes(read_toml(text, DRAFT_FILE)), DRAFT_FILE, family_rules())


def with_edits(text: str, edits: Sequence[DraftEdit], paytable: str | None) -> str:
    """Return the text with the changes made, in order. `paytable` is the pay table in force, if there are several."""
    for edit in edits:
        text = _with_edit(text, edit, paytable)
    return text


def _with_edit(text: str, edit: DraftEdit, paytable: str | None) -> str:
    data = with_includes(read_toml(text, DRAFT_FILE)).data
    wagers = data.get("wager", {})
    if edit.field == "add-wager":
        return _appended(text, _new_wager(edit, wagers, str(data.get("family"))))
    if not isinstance(wagers.get(edit.wager), dict):
        raise BadInput.at(edit.wager, "is not a wager of this draft")
    entry = copy.deepcopy(wagers[edit.wager])
    _change(entry, edit, paytable)
    return _replaced(text, edit.wager, entry, wagers)


def _new_wager(edit: DraftEdit, wagers: Mapping[str, Any], family: str) -> dict[str, Any]:
    """Return the entry of a new wager with one row, which pays by the first fact of the family that is a condition."""
    if edit.wager in wagers:
        raise BadInput.at(edit.wager, "is a wager of this draft already; choose another id")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", edit.wager):
        raise BadInput.at(edit.wager, "is not an id; write small letters, digits and hyphens, such as lucky-9")
    language = family_rules().get(family)
    facts = {} if language is None else language.facts
    condition = next((name for name, kind in facts.items() if kind is bool), "")
    return {
        "id": edit.wager,
        "title": edit.value or edit.wager.replace("-", " ").capitalize(),
        "pays": [{"when": condition, "odds": "1:1", "cite": HOUSE_RULE}],
        "limits": {"min": "5", "max": "100"},
        "cite": HOUSE_RULE,
    }


def _change(entry: dict[str, Any], edit: DraftEdit, paytable: str | None) -> None:
    rows = _rows_in_force(entry, paytable)
    if edit.field in ("title", "summary", "push"):
        entry[edit.field] = edit.value
        if not edit.value:
            del entry[edit.field]
        return
    if edit.field == "add-row":
        if len(rows) >= ROWS_MOST:
            raise BadInput.at(edit.wager, f"has {len(rows)} rows; {ROWS_MOST} at most")
        rows.append({"when": edit.value, "odds": "1:1", "cite": HOUSE_RULE})
        return
    if edit.row is None or not 0 <= edit.row < len(rows):
        raise BadInput.at(edit.wager, f"has {len(rows)} rows; row {edit.row} is none of them")
    if edit.field == "remove-row":
        del rows[edit.row]
        return
    row = rows[edit.row]
    if edit.field == "name":
        row["name"] = edit.value
        return
    row[edit.field] = edit.value
    row["cite"] = HOUSE_RULE  # A rule that differs from the document must not cite it.
    if edit.field == "odds":
        row.pop("raised", None)


def _rows_in_force(entry: dict[str, Any], paytable: str | None) -> list[dict[str, Any]]:
    rows = entry["paytables"].get(paytable) if "paytables" in entry else entry.setdefault("pays", [])
    if not isinstance(rows, list):
        raise BadInput.at(str(entry.get("id")), f'has no pay table "{paytable}"')
    return rows


@dataclass(frozen=True)
class _Block:
    """Lines of one `[[wager]]` entry with its sub-tables, without the comments and empty lines after it."""

    start: int
    end: int
    ids: tuple[str, ...]


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    headers = [place for place, line in enumerate(lines) if TABLE_HEADER.match(line)]
    starts = [place for place in headers if not PART_OF_WAGER.match(lines[place])]
    for place, start in enumerate(starts):
        if not WAGER_HEADER.match(lines[start]):
            continue
        end = starts[place + 1] if place + 1 < len(starts) else len(lines)
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1
        try:
            (entry,) = tomllib.loads("".join(lines[start:end]))["wager"]
        except (tomllib.TOMLDecodeError, ValueError, KeyError):
            continue
        name = str(entry.get("id", ""))
        sides = SIDES if entry.get("for_each_side") else {"": ""}
        yield _Block(
            start, end, tuple(name.replace("{side}", side).replace("{other}", other) for side, other in sides.items())
        )


def _replaced(text: str, wager: str, entry: dict[str, Any], wagers: Mapping[str, Any]) -> str:
    """Return the text with one entry written anew; both sides of an entry that was written for both are written."""
    lines = text.splitlines(keepends=True)
    for block in _blocks(lines):
        if wager in block.ids:
            entries = [entry if name == wager else wagers[name] for name in block.ids]
            written = "\n".join(entry_text(one) for one in entries)
            return "".join([*lines[: block.start], written, *lines[block.end :]])
    return _appended(text, entry)


def _appended(text: str, entry: dict[str, Any]) -> str:
    return f"{text.rstrip()}\n\n{entry_text(entry)}"


def entry_text(entry: Mapping[str, Any]) -> str:
    """Return a wager's entry as TOML: one line a field, one line a row of a pay table."""
    tables = {key: value for key, value in entry.items() if key == "paytables"}
    fields = {key: value for key, value in entry.items() if key not in tables}
    width = max(len(_key(key)) for key in fields)
    lines = ["[[wager]]", *(f"{_key(key):<{width}} = {_value(value)}" for key, value in fields.items())]
    for rows in tables.values():
        lines += ["", "[wager.paytables]", *(f"{_key(name)} = {_value(table)}" for name, table in rows.items())]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    return str(value)
