"""Find and load rulebooks by id or by file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from croupier.errors import BadInput, suggestion
from croupier.files import RULES, read_text
from croupier.play.family import FAMILIES, Family, load_family
from croupier.rulebook.loader import load_text
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.semantic_checks import FamilyLanguage


@cache
def family_rules() -> Mapping[str, FamilyLanguage]:
    """Return what each family adds to the language of rulebooks, by family name."""
    return {name: _rules(load_family(name)) for name in FAMILIES}


def _rules(family: Family) -> FamilyLanguage:
    own = family.rulebook_section
    return FamilyLanguage(family.facts.types, own.model, own.key, own.missing, own.packs)


@cache
def names() -> tuple[str, ...]:
    """Return the ids of the rulebooks that croupier ships."""
    folder = files("croupier.rulebook").joinpath("data")
    return tuple(sorted(e.name.removesuffix(".toml") for e in folder.iterdir() if _is_rulebook(e.name)))


def _is_rulebook(file: str) -> bool:
    return file.endswith(".toml") and file != "sources.toml"


@cache
def load(name: str) -> Rulebook:
    """Return a rulebook by its id, or from a file (a path that ends in .toml)."""
    if name.endswith(".toml"):
        return load_file(Path(name))
    if name not in names():
        raise BadInput.at(
            "rulebook", f'there is no rulebook "{name}"{suggestion(name, names()) or ";"} see: croupier games'
        )
    text = files("croupier.rulebook").joinpath(f"data/{name}.toml").read_text("utf-8")
    return load_text(text, f"{name}.toml", family_rules())


def load_file(path: Path) -> Rulebook:
    """Read a rulebook from a file."""
    return load_text(read_text(path, RULES.bytes_most), str(path), family_rules())
