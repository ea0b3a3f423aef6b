"""Lines of a house way in a rulebook, for cards or tiles: the options they depend on, and checks for errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from pydantic import Field

from croupier.errors import suggestion
from croupier.rulebook.schema import Cite, RulebookFile, Section, Text
from croupier.rulebook.toml_reader import Path

HOUSE_WAY = "house_way"


class HouseWayLine(Section):
    """One line of the house way: the hands it applies to, and how they are set."""

    title: Text
    """Description of the hands that the line is for, in the words of a dealer."""
    when: Text
    set: Text
    only: dict[str, str | bool] = Field(default={})
    """Option values under which the line is in force; an empty mapping means always."""
    cite: Cite = Field(default=[])

    @property
    def named_options(self) -> Mapping[str, str | bool]:
        """Options that the line names, each with the value it requires."""
        return self.only


class HasHouseWay(Protocol):
    """Rulebook section of a game with a house way."""

    @property
    def house_way(self) -> Mapping[str, HouseWayLine]: ...


def rules_in_force(section: HasHouseWay, options: Mapping[str, Any]) -> list[str]:
    return [
        name
        for name, line in section.house_way.items()
        if all(options.get(option) == value for option, value in line.only.items())
    ]


def option_combinations(lines: Mapping[str, HouseWayLine], book: RulebookFile) -> Iterator[dict[str, Any]]:
    """Yield option values to check the house way with: all defaults, then each option with each other value."""
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
    """Yield the errors of one line of the house way.

    `read` parses `when` and `set` and raises a `ValueError` with the reason.
    """
    try:
        read(line.when, line.set)
    except ValueError as error:
        yield path, str(error)
    if not line.cite:
        yield path, "cites nothing; every line of the house way says where it is printed"
    for option, value in line.named_options.items():
        written = book.options.get(option)
        if written is None:
            yield path, f'"{option}" is not an option{suggestion(option, book.options)}'
        elif written.choices and value not in written.choices:
            yield path, f'"{value}" is no choice of {option}; it has {", ".join(written.choices)}'


def report_unreachable_lines(
    key: str, lines: Mapping[str, HouseWayLine], reached: set[str]
) -> Iterator[tuple[Path, str]]:
    for name in lines:
        if name not in reached:
            yield (key, HOUSE_WAY, name), "is never reached: the rules before it take every hand it is for"


def unset_hand_message(hand: str, options: Mapping[str, Any]) -> str:
    """Return an error message that names a hand that no line sets, and the options."""
    stated = ", ".join(f"{name} = {value}" for name, value in options.items())
    return f"no rule sets {hand}{f' ({stated})' if stated else ''}"
