"""The house names no game: a family is one room, and all others reach it through its door."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.errors import BadInput
from croupier.play.family import FAMILIES, Family, load_family
from croupier.play.rulebook_library import family_rules, load, names
from croupier.rulebook.loader import load_text

SOURCE = Path(croupier.__file__).parent
ALL_FAMILIES = SOURCE / "families"
REGISTRY = SOURCE / "play" / "family.py"
REGISTERED = re.compile(r'^    "[a-z-]+": "[a-z_]+(\.[a-z_]+)?\.family:[A-Z_]+",$', re.MULTILINE)

SPOKEN = ("baccarat", "blackjack", "poker", "hold'em", "holdem", "pai gow", "mah-jong", "punto banco")
"""What people call games, beside the names that the registry and the rooms have."""
MEANT_OTHERWISE = {
    "ThreeCardCategory": "",  # what three cards make, in whatever game
    "poker": "odds/fairness_tests/",  # a test of random numbers has this name
    "mah[-_]?jong": "cards/",  # tiles, whatever is played with them
}
"""Words that are no family's name, and where: everywhere, or in one place."""


def words() -> Iterator[str]:
    """Every name of a family: in the registry, of its room, spoken."""
    for name, door in FAMILIES.items():
        yield from (name, door.partition(".")[0], load_family(name).display_name)
    yield from SPOKEN


def pattern(word: str) -> str:
    """The word in prose or as part of an identifier. A short one has to stand alone: a warning is no game."""
    if len(word) < 5:
        return f"(?<![A-Za-z]){word}(?![a-z])|{word.capitalize()}(?![a-z])|(?<![A-Z]){word.upper()}(?![A-Z])"
    parts = re.split("[^a-z']+", word)
    mixed = ("[-_ ]?" if " " in word else "[-_]?").join(f"[{part[0]}{part[0].upper()}]{part[1:]}" for part in parts)
    return f"{mixed}|{'_'.join(parts).upper()}"


NAMED = re.compile("|".join(sorted({pattern(word) for word in words()}, key=len, reverse=True)))


def without_data(text: str) -> str:
    """A source without the ids and titles of rulebooks, which are data; a title of one word says nothing else."""
    for book in sorted(names(), key=len, reverse=True):
        text = text.replace(book, "")
        text = text.replace(load(book).title, "") if " " in load(book).title else text
    return text


def named_in(path: Path, text: str) -> list[str]:
    """The lines of a source that name a family."""
    where = path.relative_to(SOURCE).as_posix()
    if path == REGISTRY:
        text = REGISTERED.sub("", text)
    for word, place in MEANT_OTHERWISE.items():
        text = re.sub(word, "", text, flags=re.IGNORECASE) if where.startswith(place) else text
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


def test_nothing_outside_the_rooms_names_a_family() -> None:
    found = [line for path in outside() for line in named_in(path, path.read_text("utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        'if family == "blackjack":',
        "# as in baccarat",
        "from croupier.families.poker_dealer.round_state import DEALER",
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
def test_what_only_looks_like_a_name_is_let_pass(line: str) -> None:
    assert not named_in(SOURCE / "table" / "state.py", line)


def test_every_exception_is_still_needed() -> None:
    for word, place in MEANT_OTHERWISE.items():
        texts = [path.read_text("utf-8") for path in outside() if path.is_relative_to(SOURCE / place)]
        assert any(re.search(word, text) for text in texts), word


def test_only_the_registry_opens_a_room() -> None:
    found = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in outside()
        if path.suffix == ".py"
        for name in imports(path)
        if name.startswith("croupier.families")
    ]
    assert not found, "\n".join(found)


def room_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The room that a module is in: a folder with a door, or one within it that has a door of its own."""
    inner = parts[:2]
    return inner if len(parts) > 1 and (ALL_FAMILIES.joinpath(*inner) / "family.py").is_file() else parts[:1]


def test_no_room_imports_another() -> None:
    """A room within a room may use what that room has; not its neighbour, and not the other way round."""
    found = []
    for path in ALL_FAMILIES.rglob("*.py"):
        own = room_of(path.relative_to(ALL_FAMILIES).parts)
        for name in imports(path):
            if name.startswith("croupier.families"):
                other = room_of(tuple(name.split(".")[2:]))
                if own[: len(other)] != other:
                    found.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not found, "\n".join(found)


def test_a_room_within_a_room_is_a_room() -> None:
    inner = [path.parent.relative_to(ALL_FAMILIES).parts for path in ALL_FAMILIES.glob("*/*/family.py")]
    assert inner
    for parts in inner:
        assert room_of((*parts, "odds", "door")) == parts
        assert room_of((parts[0], "round")) == parts[:1]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_door_has_all_that_is_asked_of_it(name: str) -> None:
    asked, door = {one for one in vars(Family) if not one.startswith("_")}, load_family(name)
    missing = {one for one in asked if not hasattr(type(door), one) and one not in vars(door)}
    assert not missing


def test_every_room_is_in_the_registry() -> None:
    rooms = {".".join(path.relative_to(ALL_FAMILIES).with_suffix("").parts) for path in ALL_FAMILIES.rglob("family.py")}
    assert rooms == {door.partition(":")[0] for door in FAMILIES.values()}


def test_an_unknown_family_is_an_error_that_lists_those_there_are() -> None:
    with pytest.raises(LookupError, match=f"no family is called 'canasta'; there are {', '.join(FAMILIES)}"):
        load_family("canasta")
    text = 'id = "x"\nfamily = "canasta"\n'
    with pytest.raises(BadInput, match='"canasta" is not a family; there is'):
        load_text(text, "x.toml", family_rules())
