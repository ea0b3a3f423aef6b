"""Families of games are separate packages: other code names no family and uses only its `family.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.errors import BadInput
from croupier.play.family import FAMILIES, load_family
from croupier.play.rulebook_library import family_rules, load, names
from croupier.rulebook.loader import load_text

SOURCE = Path(croupier.__file__).parent
ALL_FAMILIES = SOURCE / "families"
REGISTRY = SOURCE / "play" / "family.py"
REGISTERED = re.compile(r'^    "[a-z-]+": "[a-z_]+(\.[a-z_]+)?\.family:[A-Z_]+",$', re.MULTILINE)

COMMON_NAMES = ("baccarat", "blackjack", "poker", "hold'em", "holdem", "pai gow", "mah-jong", "punto banco")
"""Common names of games, in addition to the names in the registry and of the packages."""
ALLOWED = {
    "ThreeCardCategory": "",  # a hand category of three cards in any game
    "poker": "odds/fairness_tests/",  # name of a test of random numbers
    "mah[-_]?jong": "cards/",  # tiles, in any game
}
"""Patterns that look like a family's name but are none, with the folder where they are allowed; empty for everywhere.
"""


def family_names() -> Iterator[str]:
    """Yield every name of a family: its registry key, its package, its display name and common names."""
    for name, entry_point in FAMILIES.items():
        yield from (name, entry_point.partition(".")[0], load_family(name).display_name)
    yield from COMMON_NAMES


def pattern(name: str) -> str:
    """Return a pattern for a word in prose or in an identifier.

    A word of fewer than five letters must stand alone: "warning" is not the game of war.
    """
    if len(name) < 5:
        return f"(?<![A-Za-z]){name}(?![a-z])|{name.capitalize()}(?![a-z])|(?<![A-Z]){name.upper()}(?![A-Z])"
    parts = re.split("[^a-z']+", name)
    mixed = ("[-_ ]?" if " " in name else "[-_]?").join(f"[{part[0]}{part[0].upper()}]{part[1:]}" for part in parts)
    return f"{mixed}|{'_'.join(parts).upper()}"


NAMED = re.compile("|".join(sorted({pattern(name) for name in family_names()}, key=len, reverse=True)))


def without_data(text: str) -> str:
    """Return a source without ids and titles of rulebooks, which are data.

    A title of one word stays, because it may name the family.
    """
    for rulebook in sorted(names(), key=len, reverse=True):
        text = text.replace(rulebook, "")
        text = text.replace(load(rulebook).title, "") if " " in load(rulebook).title else text
    return text


def named_in(path: Path, text: str) -> list[str]:
    """Return the lines of a source that name a family."""
    where = path.relative_to(SOURCE).as_posix()
    if path == REGISTRY:
        text = REGISTERED.sub("", text)
    for name, place in ALLOWED.items():
        text = re.sub(name, "", text, flags=re.IGNORECASE) if where.startswith(place) else text
    found = enumerate(without_data(text).splitlines(), start=1)
    return [f"{where}:{number}: {line.strip()}" for number, line in found if NAMED.search(line)]


def outside() -> list[Path]:
    return [
        path for ending in ("py", "typ") for path in SOURCE.rglob(f"*.{ending}") if ALL_FAMILIES not in path.parents
    ]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_code_outside_the_families_names_a_family() -> None:
    found = [line for path in outside() for line in named_in(path, path.read_text("utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        'if family == "blackjack":',
        "# as in baccarat",
        "from croupier.families.dealer_poker.shared.round import DEALER",
        "class HoldemSeat:",
        "IS_THREE_CARD = 3",
        "class ExactBaccarat:",
        '"""A game of hold\'em."""',
    ],
)
def test_a_name_that_is_written_is_found(line: str) -> None:
    assert named_in(SOURCE / "table" / "state.py", line)
    assert named_in(REGISTRY, line)


@pytest.mark.parametrize("line", ["a warning", 'load("co-baccarat")', "ThreeCardCategory.PAIR", "hands of three cards"])
def test_words_that_only_resemble_a_family_name_are_allowed(line: str) -> None:
    assert not named_in(SOURCE / "table" / "state.py", line)


def test_every_exception_is_still_needed() -> None:
    for name, place in ALLOWED.items():
        texts = [path.read_text("utf-8") for path in outside() if path.is_relative_to(SOURCE / place)]
        assert any(re.search(name, text) for text in texts), name


def test_only_the_registry_imports_a_family() -> None:
    found = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in outside()
        if path.suffix == ".py"
        for name in imports(path)
        if name.startswith("croupier.families")
    ]
    assert not found, "\n".join(found)


def package_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the family package of a module: the innermost folder with a `family.py`, at most two levels deep."""
    inner = parts[:2]
    return inner if len(parts) > 1 and (ALL_FAMILIES.joinpath(*inner) / "family.py").is_file() else parts[:1]


def test_no_family_package_imports_another() -> None:
    """Check that a family package imports only itself, its parent package and modules beside the packages."""
    found = []
    for path in ALL_FAMILIES.rglob("*.py"):
        own = package_of(path.relative_to(ALL_FAMILIES).parts)
        for name in imports(path):
            if name.startswith("croupier.families"):
                imported_package = package_of(tuple(name.split(".")[2:]))
                is_package = ALL_FAMILIES.joinpath(*imported_package).is_dir()
                if is_package and own[: len(imported_package)] != imported_package:
                    found.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not found, "\n".join(found)


def test_a_family_package_within_another_is_separate() -> None:
    inner = [path.parent.relative_to(ALL_FAMILIES).parts for path in ALL_FAMILIES.glob("*/*/family.py")]
    assert inner
    for parts in inner:
        assert package_of((*parts, "odds", "door")) == parts
        assert package_of((parts[0], "round")) == parts[:1]


def test_every_family_package_is_in_the_registry() -> None:
    packages = {
        ".".join(path.relative_to(ALL_FAMILIES).with_suffix("").parts) for path in ALL_FAMILIES.rglob("family.py")
    }
    assert packages == {entry_point.partition(":")[0] for entry_point in FAMILIES.values()}


def test_an_unknown_family_is_an_error_that_lists_those_there_are() -> None:
    with pytest.raises(LookupError, match=f"no family is called 'canasta'; there are {', '.join(FAMILIES)}"):
        load_family("canasta")
    text = 'id = "x"\nfamily = "canasta"\n'
    with pytest.raises(BadInput, match='"canasta" is not a family; there is'):
        load_text(text, "x.toml", family_rules())
