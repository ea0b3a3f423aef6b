"""Rotation rules as data: a table chooses by name how the player-dealer's bank rotates.

The rules that croupier ships are in `rotation_packs.toml`, with their citations; a card room's own approved rules are a
file of the same format. `rotation_offers` applies the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, ValidationError, model_validator

from croupier.errors import BadInput, Problem, suggestion
from croupier.rulebook.citations import parse_citation
from croupier.rulebook.schema import Section
from croupier.rulebook.source_documents import CitationError
from croupier.rulebook.toml_reader import TomlWithPositions, read_toml
from croupier.table.rotation import RotationDirection

MINUTE_MS = 60_000
DEFAULT = "two-hands"
FILE = "rotation_packs.toml"

Counts = Literal["offered", "banked"]
Text = Annotated[str, Field(min_length=1, max_length=1000)]


@dataclass(frozen=True)
class RotationWindow:
    """Time window: in each period of `ms` milliseconds, at least `others` players must get a turn at the bank.

    Third-party providers do not count. `counts` defines a turn: an offer, or a banked hand.
    """

    ms: int
    others: int
    counts: Counts


@dataclass(frozen=True)
class RotationRules:
    """One set of rules for the rotation of the bank, which a table chooses by name."""

    name: str
    title: str
    hands_limit: int = 2
    direction: RotationDirection = RotationDirection.CLOCKWISE
    must_intervene: bool = False
    offered_visibly: bool = False
    window: RotationWindow | None = None
    third_party_twice_running: bool = True
    third_parties_most: int | None = None
    third_party_settles_only_in_seat: bool = False
    posted_notice: str = ""
    status: str = ""
    cites: tuple[str, ...] = ()

    def with_intervening_player_required(self) -> RotationRules:
        """Return the rules with this one added: another player must bank before the same player may bank again.

        [004 L355, L858, L1750, L2248]
        """
        return self if self.must_intervene else replace(self, must_intervene=True)


class RotationRulesEntry(Section):
    """Rotation rules as written in the file."""

    title: Text
    hands_limit: Annotated[int, Field(ge=1, le=100)]
    direction: Literal["clockwise", "counter-clockwise"]
    must_intervene: bool
    offered_visibly: bool = False
    window_minutes: Annotated[int, Field(ge=1, le=1440)] | None = None
    others_in_window: Annotated[int, Field(ge=1, le=64)] = 2
    window_counts: Counts = "offered"
    third_party_twice_running: bool = True
    third_parties_most: Annotated[int, Field(ge=0, le=64)] | None = None
    third_party_settles_only_in_seat: bool = False
    posted_notice: Text | None = None
    status: Text | None = None
    cite: Text | None = None
    law: tuple[Text, ...] = ()

    @model_validator(mode="after")
    def _is_complete(self) -> RotationRulesEntry:
        if self.cite is None and not self.law:
            raise ValueError("names neither cite nor law; a rule rests on one of them")
        return self


@cache
def shipped_rotation_rules() -> Mapping[str, RotationRules]:
    """Return the rotation rules that croupier ships, by name."""
    return read_rotation_rules(files("croupier.table").joinpath(FILE).read_text("utf-8"), FILE)


def rotation_rules(name: str, *, must_intervene: bool = False, direction: str | None = None) -> RotationRules:
    """Return rotation rules by name, adapted to the game's own rules about intervention and direction."""
    pack = shipped_rotation_rules().get(name)
    if pack is None:
        known = ", ".join(shipped_rotation_rules())
        raise BadInput.at(
            "rotation",
            f'there are no rotation rules "{name}"; there is {known}{suggestion(name, shipped_rotation_rules())}',
        )
    if direction is not None:
        pack = replace(pack, direction=RotationDirection(direction))
    return pack.with_intervening_player_required() if must_intervene else pack


def read_rotation_rules(text: str, file: str) -> Mapping[str, RotationRules]:
    """Read a file of rotation rules; raise `BadInput` with all problems at once."""
    located = read_toml(text, file)
    problems: list[Problem] = []
    found = {name: _read(located, name, entry, problems) for name, entry in located.data.items()}
    if problems:
        raise BadInput(problems)
    return {name: pack for name, pack in found.items() if pack is not None}


def _read(located: TomlWithPositions, name: str, entry: object, problems: list[Problem]) -> RotationRules | None:
    try:
        written = RotationRulesEntry.model_validate(entry)
        cited = parse_citation(written.cite, "004") if written.cite else ()
    except ValidationError as error:
        for problem in error.errors():
            place = (name, *problem["loc"])
            problems.append(
                Problem(located.position_of(place), f"{'.'.join(map(str, place))}: {problem['msg'].lower()}")
            )
        return None
    except CitationError as error:
        problems.append(Problem(located.position_of((name, "cite")), f"{name}.cite: {error}"))
        return None
    return _pack(name, written, tuple(f"{one.document.number} {one.lines}" for one in cited))


def _pack(name: str, written: RotationRulesEntry, cited: tuple[str, ...]) -> RotationRules:
    minutes = written.window_minutes
    window = RotationWindow(minutes * MINUTE_MS, written.others_in_window, written.window_counts) if minutes else None
    return RotationRules(
        name=name,
        title=written.title,
        hands_limit=written.hands_limit,
        direction=RotationDirection(written.direction),
        must_intervene=written.must_intervene,
        offered_visibly=written.offered_visibly,
        window=window,
        third_party_twice_running=written.third_party_twice_running,
        third_parties_most=written.third_parties_most,
        third_party_settles_only_in_seat=written.third_party_settles_only_in_seat,
        posted_notice=written.posted_notice or "",
        status=written.status or "",
        cites=(*cited, *written.law),
    )
