"""Reader for collection sheets, printed ones and a cardroom's own, and the schedules in them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple

from croupier.errors import BadInput, Problem
from croupier.files import TooMuch, parse_toml
from croupier.money.cents import AmountError, Cents, parse_amount


class Basis(StrEnum):
    """Quantity that determines a collection fee, such as the total table action."""

    TOTAL_TABLE_ACTION = "total_table_action"
    PLAYER_WAGER_PER_SPOT = "player_wager_per_spot"
    PLAYERS_AT_TABLE = "players_at_table"
    ANTE = "ante"


class PrintedLimits(NamedTuple):
    """Lowest and highest amount allowed in cents, and the line of the document."""

    lowest: Cents
    highest: Cents
    line: int


class RateNotice(NamedTuple):
    """Minutes of notice before new rates apply at a table, and the line of the document."""

    minutes: int
    line: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """One row of fees: from `lowest` to `highest`, both included (cents or players), the fee is `fee`."""

    lowest: int
    highest: int | None  # None: no upper end
    fee: Cents
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Schedule:
    """One option of a printed sheet, such as ci-1; a table posts it before play (004 L3464-3468)."""

    id: str
    sheet: str
    option: int
    title: str
    document: str
    games: tuple[str, ...]  # rulebooks that the sheet is printed for
    lent_to: tuple[str, ...]  # rulebooks without their own sheet that use this one
    basis: Basis
    counts: tuple[str, ...]
    does_not_count: tuple[str, ...]
    collected: str
    prose_line: int
    bonus_limits: tuple[str, ...]
    minimum: PrintedLimits | None  # range in which the casino sets a table's minimum
    maximum: PrintedLimits | None
    per: str  # what the two ranges apply to: "spot", "betting circle" or "wager"; "" if the sheet does not say
    table_limit: PrintedLimits | None  # minimum and maximum printed with the option
    stakes: tuple[tuple[str, Cents], ...]  # stakes that the game prescribes: small_bet, big_blind, ante and others
    player_dealer_fee: Cents | None  # flat fee in addition to the players' fees; only with fees per spot
    brackets: tuple[Bracket, ...]
    notice: RateNotice | None = None  # None: the sheet requires no notice

    @property
    def is_zero_collection(self) -> bool:
        """Whether players pay no fee for some wager: only the player-dealer pays, or a fee is $0. [004 L3369]"""
        return self.basis is Basis.TOTAL_TABLE_ACTION or any(bracket.fee == 0 for bracket in self.brackets)

    @property
    def cite(self) -> str:
        first, last = self.brackets[0].line, self.brackets[-1].line
        return self.cite_line(first) + (f"-{last}" if last != first else "")

    def cite_line(self, line: int) -> str:
        """Return the citation of a line of the sheet; a cardroom's own sheet has no lines and is cited as a whole."""
        return self.document if self.sheet == CARDROOM_SHEET else f"{self.document} L{line}"


CARDROOM_SHEET = "room"
"""Sheet id of a cardroom's own fees; its schedules are room-1, room-2 and so on."""
CARDROOM_DOCUMENT = "the room's own fee sheet"
RATES_MOST = 5
"""Most collection rates that a table may have. [004 L3466]"""
CARDROOM_OPTIONS_MOST = 40

WEEK_MINUTES = 7 * 24 * 60

# Keys and types of each kind of TOML table in a sheet; keys that end with a question mark are optional.
SHAPES: dict[str, dict[str, type]] = {
    "sheet": {
        "id": str,
        "title": str,
        "document": str,
        "games": list,
        "lent_to?": list,
        "filings?": list,
        "notice?": dict,
        "part": list,
    },
    "part": {
        "basis": str,
        "counts": list,
        "does_not_count": list,
        "collected": str,
        "prose_line": int,
        "bonus_limits?": list,
        "bonus_line?": int,
        "minimum?": dict,
        "maximum?": dict,
        "per?": str,
        "option": list,
    },
    "option": {"number": int, "table_limit?": dict, "stakes?": dict, "player_dealer_fee?": str, "brackets": list},
    "notice": {"minutes": int, "line": int},
    "room": {"title": str, "basis": str, "collected?": str, "option": list},
    "room_option": {"number": int, "player_dealer_fee?": str, "brackets": list},
    "room_bracket": {"from": int, "to?": int, "fee": str},
    "limits": {"from": int, "to": int, "line": int},
    "bracket": {"from": int, "to?": int, "fee": str, "line": int},
}


def read_sheet(text: str, file_name: str) -> tuple[Schedule, ...]:
    """Parse one printed sheet and return its schedules; raise `BadInput` with the file name and the key."""
    try:
        sheet = _checked(parse_toml(text), "sheet", f"{file_name}: sheet")
    except (TooMuch, tomllib.TOMLDecodeError) as fault:
        raise BadInput.at(file_name, str(fault)) from fault
    found: list[Schedule] = []
    for place, rows in enumerate(sheet["part"], start=1):
        part = _checked(rows, "part", f"{file_name}: part[{place}]")
        options = enumerate(part["option"], start=1)
        found += [_schedule(sheet, part, row, f"{file_name}: part[{place}].option[{at}]") for at, row in options]
    return tuple(found)


def read_cardroom_sheet(data: object, where: str) -> tuple[Schedule, ...]:
    """Return the schedules of a cardroom's own fee sheet, for games that leave the fees to the cardroom. [004 L2185]"""
    sheet = _checked(data, "room", where)
    basis = _basis(sheet["basis"], where)
    if basis not in (Basis.TOTAL_TABLE_ACTION, Basis.PLAYER_WAGER_PER_SPOT):
        raise BadInput.at(
            f"{where}.basis", f'is "{basis}"; a room\'s own fee goes by total_table_action or player_wager_per_spot'
        )
    if not 1 <= len(sheet["option"]) <= CARDROOM_OPTIONS_MOST:
        raise BadInput.at(
            f"{where}.option", f"has {len(sheet['option'])} options; 1 to {CARDROOM_OPTIONS_MOST} are read"
        )
    whole = {"id": CARDROOM_SHEET, "title": sheet["title"], "document": CARDROOM_DOCUMENT, "games": []}
    part = {
        "basis": basis,
        "counts": [],
        "does_not_count": [],
        "collected": sheet.get("collected", "before the cards are dealt, once the wagers are down"),
        "prose_line": 0,
        "per": "spot",
    }
    found: list[Schedule] = []
    for place, rows in enumerate(sheet["option"], start=1):
        at = f"{where}.option[{place}]"
        option = _checked(rows, "room_option", at)
        if option["number"] in [one.option for one in found] or option["number"] < 1:
            raise BadInput.at(f"{at}.number", f"is {option['number']}; each option has a number of its own, from 1")
        if len(option["brackets"]) > RATES_MOST:
            many = len(option["brackets"])
            raise BadInput.at(f"{at}.brackets", f"are {many}; a table has {RATES_MOST} rates at most (004 L3466)")
        brackets = [
            {**_checked(row, "room_bracket", f"{at}.brackets[{number}]"), "line": 0}
            for number, row in enumerate(option["brackets"], start=1)
        ]
        found.append(_schedule(whole, part, {**option, "brackets": brackets}, at))
    return tuple(found)


def _schedule(sheet: dict[str, Any], part: dict[str, Any], rows: object, where: str) -> Schedule:
    option = _checked(rows, "option", where)
    basis = _basis(part["basis"], where)
    return Schedule(
        id=f"{sheet['id']}-{option['number']}",
        sheet=sheet["id"],
        option=option["number"],
        title=sheet["title"],
        document=sheet["document"],
        games=_strings(sheet["games"], f"{where}: games"),
        lent_to=_strings(sheet.get("lent_to", []), f"{where}: lent_to"),
        basis=basis,
        counts=_strings(part["counts"], f"{where}: counts"),
        does_not_count=_strings(part["does_not_count"], f"{where}: does_not_count"),
        collected=part["collected"],
        prose_line=part["prose_line"],
        bonus_limits=_strings(part.get("bonus_limits", []), f"{where}: bonus_limits"),
        minimum=_limits(part.get("minimum"), f"{where}: minimum"),
        maximum=_limits(part.get("maximum"), f"{where}: maximum"),
        per=part.get("per", ""),
        table_limit=_limits(option.get("table_limit"), f"{where}.table_limit"),
        stakes=_stakes(option.get("stakes", {}), f"{where}.stakes"),
        player_dealer_fee=_flat_fee(option.get("player_dealer_fee"), basis, f"{where}.player_dealer_fee"),
        brackets=_brackets(option["brackets"], 1 if basis is Basis.PLAYERS_AT_TABLE else 100, f"{where}.brackets"),
        notice=_notice(sheet.get("notice"), f"{where}: notice"),
    )


def _notice(rows: object, where: str) -> RateNotice | None:
    if rows is None:
        return None
    notice = _checked(rows, "notice", where)
    if not 0 < notice["minutes"] <= WEEK_MINUTES:
        raise BadInput.at(where, f"is {notice['minutes']} minutes; it is 1 to {WEEK_MINUTES}")
    return RateNotice(notice["minutes"], notice["line"])


def _basis(name_of_basis: str, where: str) -> Basis:
    try:
        return Basis(name_of_basis)
    except ValueError:
        known = ", ".join(basis.value for basis in Basis)
        raise BadInput.at(f"{where}: basis", f'is "{name_of_basis}"; expected one of {known}') from None


def _strings(texts: list[Any], where: str) -> tuple[str, ...]:
    if not all(isinstance(text, str) for text in texts):
        raise BadInput.at(where, f"is {texts!r}; expected texts")
    return tuple(texts)


def _amount(text: object, where: str) -> Cents:
    try:
        return parse_amount(text)
    except AmountError as fault:
        raise BadInput.at(where, str(fault)) from fault


def _flat_fee(text: str | None, basis: Basis, where: str) -> Cents | None:
    if (text is not None) is not (basis is Basis.PLAYER_WAGER_PER_SPOT):
        raise BadInput.at(where, "belongs to every option per spot, and to no other")
    return None if text is None else _amount(text, where)


def _limits(rows: object, where: str) -> PrintedLimits | None:
    if rows is None:
        return None
    limits = _checked(rows, "limits", where)
    return PrintedLimits(Cents(limits["from"] * 100), Cents(limits["to"] * 100), limits["line"])


def _stakes(rows: dict[str, Any], where: str) -> tuple[tuple[str, Cents], ...]:
    return tuple((name, _amount(text, f"{where}.{name}")) for name, text in rows.items() if name != "line")


def _brackets(rows: list[Any], unit: int, where: str) -> tuple[Bracket, ...]:
    """Parse fee rows; each must start where the previous one ends, so that every amount has exactly one fee."""
    read = tuple(_bracket(row, unit, f"{where}[{place}]") for place, row in enumerate(rows, start=1))
    if not read:
        raise BadInput.at(where, "is empty; expected at least one bracket")
    for place, (lower, upper) in enumerate(pairwise(read), start=2):
        if lower.highest is None or upper.lowest != lower.highest + unit:
            raise BadInput.at(f"{where}[{place}].from", "does not follow on the bracket before it")
    return read


def _bracket(rows: object, unit: int, where: str) -> Bracket:
    row = _checked(rows, "bracket", where)
    lowest, highest = row["from"] * unit, row["to"] * unit if "to" in row else None
    if highest is not None and highest < lowest:
        raise BadInput.at(f"{where}.to", f"is {row['to']}, below the {row['from']} the bracket starts from")
    return Bracket(lowest, highest, _amount(row["fee"], f"{where}.fee"), row["line"])


def _checked(rows: object, shape: str, where: str) -> dict[str, Any]:
    """Return `rows` if it is a table with exactly the keys and types of its shape; raise `BadInput` if not."""
    if not isinstance(rows, dict):
        raise BadInput.at(where, f"is {rows!r}; expected a table")
    known = {key.rstrip("?"): kind for key, kind in SHAPES[shape].items()}
    problems = [Problem(f"{where}.{key}", "is missing") for key in SHAPES[shape] if key[-1] != "?" and key not in rows]
    for key, value in rows.items():
        if key not in known:
            problems.append(Problem(f"{where}.{key}", f"is not a key here; there are {', '.join(known)}"))
        elif type(value) is not known[key]:
            problems.append(Problem(f"{where}.{key}", f"is {value!r}; expected {known[key].__name__}"))
    if problems:
        raise BadInput(problems)
    return rows
