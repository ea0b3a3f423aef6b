"""Find and load rulebooks by id or by file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from croupier.errors import BadInput, suggestion
from croupier.files import RULES, read_text
from croupier.outside_packages import LeftOut
from croupier.play.family import Family, family_names, load_family
from croupier.rulebook.loader import load_text
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.semantic_checks import FamilyLanguage
from croupier.rulebook.source_documents import REGISTER, OutsideFolder, outside_folders


@cache
def family_rules() -> Mapping[str, FamilyLanguage]:
    """Return what each family adds to the language of rulebooks, by family name."""
    return {name: _rules(load_family(name)) for name in family_names()}


def _rules(family: Family) -> FamilyLanguage:
    own = family.rulebook_section
    return FamilyLanguage(family.facts.types, own.model, own.key, own.missing, own.packs)


@cache
def names() -> tuple[str, ...]:
    """Return the ids of all rulebooks: those that croupier ships, then those of outside packages."""
    return (*shipped_names(), *sorted(_outside_rulebooks()))


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the ids of the rulebooks that croupier ships."""
    folder = files("croupier.rulebook").joinpath("data")
    return tuple(sorted(e.name.removesuffix(".toml") for e in folder.iterdir() if _is_rulebook(e.name)))


def _is_rulebook(file: str) -> bool:
    return file.endswith(".toml") and file != REGISTER


@cache
def _outside_rulebooks() -> Mapping[str, Rulebook]:
    """Return the rulebooks of outside packages by id; one that cannot be used is left out and logged."""
    found: dict[str, Rulebook] = {}
    for folder in outside_folders():
        for file in sorted(one.name for one in folder.path.iterdir() if _is_rulebook(one.name)):
            try:
                found[file.removesuffix(".toml")] = _outside_rulebook(folder, file, found)
            except LeftOut as reason:
                folder.entry.leave_out(reason)
    return found


def _outside_rulebook(folder: OutsideFolder, file: str, found: Mapping[str, Rulebook]) -> Rulebook:
    name = file.removesuffix(".toml")
    if name in shipped_names() or name in found:
        raise LeftOut(f"{file}: there is another rulebook of this id; choose another")
    try:
        book = load_text(folder.path.joinpath(file).read_text("utf-8"), file, family_rules())
    except BadInput as error:
        raise LeftOut("; ".join(str(problem) for problem in error.problems)) from error
    if book.id != name:
        raise LeftOut(f'{file}: id is "{book.id}"; a rulebook is called after its id, {book.id}.toml')
    return book


def rulebook_text(name: str) -> str:
    """Return the TOML text of a rulebook by its id."""
    if name in shipped_names():
        return files("croupier.rulebook").joinpath(f"data/{name}.toml").read_text("utf-8")
    for folder in outside_folders():
        if name in _outside_rulebooks() and folder.path.joinpath(f"{name}.toml").is_file():
            return folder.path.joinpath(f"{name}.toml").read_text("utf-8")
    if name.endswith(".toml"):
        raise BadInput.at("--toml", f'takes the id of a rulebook, and "{name}" is a file: it is its text already')
    raise _no_rulebook(name)


def _no_rulebook(name: str) -> BadInput:
    hint = suggestion(name, names()) or ";"
    if Path(name).is_file():
        hint = "; a rulebook file's name ends in .toml;"
    return BadInput.at("rulebook", f'there is no rulebook "{name}"{hint} see: croupier games')


@cache
def load(name: str) -> Rulebook:
    """Return a rulebook by its id, or from a file (a path that ends in .toml)."""
    if name.endswith(".toml"):
        return load_file(Path(name))
    if name in shipped_names():
        return load_text(rulebook_text(name), f"{name}.toml", family_rules())
    if name in _outside_rulebooks():
        return _outside_rulebooks()[name]
    raise _no_rulebook(name)


def load_file(path: Path) -> Rulebook:
    """Read a rulebook from a file."""
    return load_text(read_text(path, RULES.bytes_most), str(path), family_rules())
