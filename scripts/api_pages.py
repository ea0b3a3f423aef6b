"""Reference of the Python library for the documentation site, read from its docstrings without importing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

SOURCES = Path(__file__).parents[1] / "src"
MODULES = ("croupier", "croupier.hands", "croupier.client")
"""Modules whose public names, those in `__all__`, have a section each."""
RETURNED = (
    "croupier.odds.par_sheet.ParSheet",
    "croupier.odds.wager_odds.WagerOdds",
    "croupier.odds.wager_odds.PayLine",
    "croupier.odds.fact_table.FactFrame",
    "croupier.errors.BadInput",
)
"""Classes that these modules return or raise, and that have no name in them."""
INTRODUCTION = """# Python reference

Every public name of the Python library with its docstring. [croupier as a library](library.md),
[poker hands](hands.md) and [the client](client.md) introduce it with examples. Other modules are not public and may
change in any version."""


def write_api_pages(folder: Path) -> None:
    """Write the page of the reference into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python-reference.md").write_text("\n\n".join(reference()) + "\n", "utf-8")


def reference() -> Iterator[str]:
    """Yield the blocks of the reference as Markdown."""
    package = griffe.load("croupier", search_paths=[SOURCES], try_relative_path=False)
    yield INTRODUCTION
    for name in MODULES:
        module = package if name == "croupier" else package.get_member(name.removeprefix("croupier."))
        yield f"## {name}"
        yield from _text(module)
        for public in sorted(module.exports or (), key=str):
            yield from _entry(str(public), module.members[str(public)])
    yield "## What they return"
    for name in RETURNED:
        yield from _entry(name, package[name.removeprefix("croupier.")])


def _entry(name: str, found: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield a function, a value or a class with its members."""
    target = found.final_target if isinstance(found, griffe.Alias) else found
    yield f"### {name}"
    if isinstance(target, griffe.Class):
        yield _code(f"class {target.name}{_parameters(target)}")
        yield from _text(target)
        members = [one for one in target.members.values() if not one.name.startswith("_") and not one.is_alias]
        values = [one.name for one in members if isinstance(one, griffe.Attribute) and one.annotation is None]
        if values:
            yield f"Values: {', '.join(f'`{value}`' for value in values)}."
        for member in members:
            if member.name not in values:
                yield from _member(member)
    else:
        yield from _member(target, heading=False)


def _member(member: griffe.Object | griffe.Alias, *, heading: bool = True) -> Iterator[str]:
    if heading:
        yield f"#### {member.name}"
    if isinstance(member, griffe.Function):
        yield _code(f"{member.name}{_parameters(member)}")
    elif isinstance(member, griffe.Attribute) and member.annotation is not None:
        yield _code(f"{member.name}: {member.annotation}")
    yield from _text(member)


def _parameters(target: griffe.Class | griffe.Function) -> str:
    """Return the parameters of a call as they are written, without `self`, and the type that it returns."""
    parts: list[str] = []
    kinds = [parameter.kind for parameter in target.parameters]
    keyword = griffe.ParameterKind.keyword_only
    for place, one in enumerate(target.parameters):
        if one.name in ("self", "cls"):
            continue
        if one.kind is keyword and keyword not in kinds[:place] and griffe.ParameterKind.var_positional not in kinds:
            parts.append("*")
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(one.kind, "")
        type_text = f": {one.annotation}" if one.annotation else ""
        default = f" = {one.default}" if one.default is not None and not stars else ""
        parts.append(f"{stars}{one.name}{type_text}{default}")
    returned = f" -> {target.returns}" if isinstance(target, griffe.Function) and target.returns else ""
    whole = f"({', '.join(parts)}){returned}"
    return whole if len(whole) < 90 else "(\n    " + ",\n    ".join(parts) + f",\n){returned}"


def _text(target: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield a docstring as Markdown: examples with a prompt become code."""
    if target.docstring is None:
        return
    for paragraph in re.split(r"\n\s*\n", target.docstring.value):
        yield _code(paragraph) if paragraph.startswith(">>>") else paragraph


def _code(text: str) -> str:
    return f"```python\n{text}\n```"
