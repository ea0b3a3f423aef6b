"""The lines of a printed house way, in cards or tiles: when each is in force, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from pydantic import Field

from croupier.errors import suggestion
from croupier.rulebook.schema import Cite, RulebookFile, Section, Text
from croupier.rulebook.toml_lines import Path

HOUSE_WAY = "house_way"


class HouseWayLine(Section):
    """One line of the house way: which hands it is for, and how they are set."""

    title: Text
    """The hands in a dealer's words."""
    when: Text
    set: Text
    only: dict[str, str | bool] = Field(default={})
    """Options under which the rule is in force; always where there are none."""
    cite: Cite = Field(default=[])

    @property
    def speaks_of(self) -> Mapping[str, str | bool]:
        """The options it names, each with the value it names."""
        return self.only


class HasHouseWay(Protocol):
    """What a rulebook says of a game with a house way."""

    @property
    def house_way(self) -> Mapping[str, HouseWayLine]: ...


def rules_in_force(section: HasHouseWay, options: Mapping[str, Any]) -> list[str]:
    return [
        name
        for name, line in section.house_way.items()
        if all(options.get(option) == value for option, value in line.only.items())
    ]


def option_combinations(lines: Mapping[str, HouseWayLine], book: RulebookFile) -> Iterator[dict[str, Any]]:
    """The options that lines speak of, all at their defaults, then each turned to each of its other values."""
    spoken_of = {option for line in lines.values() for option in line.only}
    defaults = {name: book.options[name].default for name in sorted(spoken_of)}
    yield defaults
    for name, default in defaults.items():
        values: list[str | bool] = [*book.options[name].choices] or [True, False]
        for value in values:
            if value != default:
                yield {**defaults, name: value}


def line_problems(
    path: Path, line: HouseWayLine, book: RulebookFile, read: Callable[[str, str], Any]
) -> Iterator[tuple[Path, str]]:
    """`read` turns what a line says into what the house does, or raises a `ValueError` that says why it cannot."""
    try:
        read(line.when, line.set)
    except ValueError as error:
        yield path, str(error)
    if not line.cite:
        yield path, "cites nothing; every line of the house way says where it is printed"
    for option, value in line.speaks_of.items():
        written = book.options.get(option)
        if written is None:
            yield path, f'"{option}" is not an option{suggestion(option, book.options)}'
        elif written.choices and value not in written.choices:
            yield path, f'"{value}" is no choice of {option}; it has {", ".join(written.choices)}'


def lines_never_reached(key: str, lines: Mapping[str, HouseWayLine], reached: set[str]) -> Iterator[tuple[Path, str]]:
    for name in lines:
        if name not in reached:
            yield (key, HOUSE_WAY, name), "is never reached: the rules before it take every hand it is for"


def unset_hand_message(hand: str, options: Mapping[str, Any]) -> str:
    """A hand that no line sets, and under which options."""
    said = ", ".join(f"{name} = {value}" for name, value in options.items())
    return f"no rule sets {hand}{f' ({said})' if said else ''}"
