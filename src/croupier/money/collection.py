"""Collection: the flat fee that a California cardroom takes for each hand, by a posted schedule.

One table runs one schedule at a time (004 L3464); its fee is fixed before play and is never a share of the wagers or
the winnings (004 L3465). Two games have no schedule: the document prints none (CA-COL-O12). For a game with fees
left to the cardroom (004 L2185), the cardroom supplies its own sheet.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection as Container
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from croupier.errors import BadInput
from croupier.files import RULES, TooMuch, parse_toml, read_text
from croupier.money.cents import Cents, format_dollars
from croupier.money.schedules.schedule_file import (
    Basis,
    Bracket,
    PrintedLimits,
    Schedule,
    read_cardroom_sheet,
    read_sheet,
)

__all__ = [
    "SHEETS",
    "AnteFee",
    "Basis",
    "Bracket",
    "Collection",
    "CountedStake",
    "FeeGap",
    "NoBracket",
    "NoSchedule",
    "PrintedLimits",
    "Schedule",
    "ante_fee",
    "collect",
    "fee_for_action",
    "fee_for_spot",
    "pot_fee",
    "read_cardroom_sheet",
    "read_fee_sheet_file",
    "schedule",
    "schedule_of_game",
    "schedules",
    "schedules_for",
]

# The order of the document. If two sheets serve a game, the earlier one comes first.
SHEETS = (
    *("tcp6", "cfb", "lim", "nl", "c13", "ez", "au", "ci"),
    *("bjx", "lucky", "tiles", "3cp", "six", "bbb", "uth", "adv"),
)


class NoSchedule(ValueError):  # noqa: N818 - named after the event
    """Exception: a collection schedule was requested that no fee sheet contains."""


class NoBracket(ValueError):  # noqa: N818
    """Exception: the wager is above the last bracket, so it is over the table limit and has no fee (CA-COL-O14)."""


class FeeGap(Enum):
    """Rule for the bracket of an amount such as $300.50, between two whole-dollar brackets (CA-COM-A7).

    A wager that follows the table limits is never below the first bracket. Under either rule, a smaller amount of other
    wagers pays the first bracket's fee: a fee is taken for every hand (004 L3060), and none is smaller.
    """

    UP = "up"  # the first bracket with an upper end at or above the amount
    FLOOR = "floor"  # the bracket of the amount rounded down to whole dollars


@dataclass(frozen=True)
class CountedStake:
    """One wager on the layout when the fee is taken, of a seated player or a backline bettor."""

    payer: str
    wager: str
    amount: Cents

    def __post_init__(self) -> None:
        _require_amount(self.amount)


@dataclass(frozen=True)
class Collection:
    """Fees of one round: the counted action, the player-dealer's fee, and each player's fee unless it is zero."""

    action: Cents
    player_dealer: Cents
    players: dict[str, Cents]

    @property
    def total(self) -> Cents:
        return Cents(self.player_dealer + sum(self.players.values()))


@dataclass(frozen=True)
class AnteFee:
    """Fee of a 13-card hand: the parts paid from the antes and by the player with the action button (004 L979)."""

    from_antes: Cents
    from_button: Cents


def fee_for_action(schedule: Schedule, action: Cents, gap: FeeGap = FeeGap.UP) -> Cents:
    """Return the player-dealer's fee for a hand with this total table action; without action it is zero (004 L3060)."""
    _require(schedule, Basis.TOTAL_TABLE_ACTION)
    return _fee(schedule, action, gap)


def fee_for_spot(schedule: Schedule, wager: Cents, gap: FeeGap = FeeGap.UP) -> Cents:
    """Return a player's fee for one base wager, by the size of the wager (004 L2945, L3302)."""
    _require(schedule, Basis.PLAYER_WAGER_PER_SPOT)
    return _fee(schedule, wager, gap)


def pot_fee(schedule: Schedule, players: int, *, saw_flop: bool) -> Cents:
    """Return the fee that the house dealer takes from the pot (004 L971-976).

    The fee depends on the number of players dealt in; it is zero if the hand ends before the flop.
    """
    _require(schedule, Basis.PLAYERS_AT_TABLE)
    if players < 1:
        raise ValueError(f"{players} players; a pot has at least one")
    return _bracket(schedule, players).fee if saw_flop else Cents(0)


def ante_fee(schedule: Schedule, antes: Cents) -> AnteFee:
    """Split the fee of a hand into two parts: the antes pay the first, the player with the action button the second.

    [004 L979]
    """
    _require(schedule, Basis.ANTE)
    fee = _fee(schedule, antes, FeeGap.UP)
    covered = min(fee, antes)
    return AnteFee(from_antes=covered, from_button=Cents(fee - covered))


def collect(
    schedule: Schedule,
    stakes: Iterable[CountedStake],
    gap: FeeGap = FeeGap.UP,
    counted: Container[str] | None = None,
    *,
    fee_on_bonus_only: bool = False,
) -> Collection:
    """Return the fees of one round of a player-dealer game; `counted` has the ids of counted wagers, None for all.

    With fees on total table action, the player-dealer pays one fee. With fees per spot, each counted wager pays its
    own, also a backline one, and the player-dealer pays a flat fee (004 L2945, L3356). `fee_on_bonus_only` makes the
    flat fee due even if no wager counts (CA-COM-A8).
    """
    _require(schedule, Basis.TOTAL_TABLE_ACTION, Basis.PLAYER_WAGER_PER_SPOT)
    all_stakes = list(stakes)
    counting = [stake for stake in all_stakes if counted is None or stake.wager in counted]
    action = Cents(sum(stake.amount for stake in counting))
    if schedule.basis is Basis.TOTAL_TABLE_ACTION:
        return Collection(action, fee_for_action(schedule, action, gap), {})
    players: dict[str, Cents] = {}
    for stake in counting:
        if fee := fee_for_spot(schedule, stake.amount, gap):
            players[stake.payer] = Cents(players.get(stake.payer, 0) + fee)
    flat = schedule.player_dealer_fee or Cents(0)
    is_due = bool(action) or (fee_on_bonus_only and bool(all_stakes))
    return Collection(action, flat if is_due else Cents(0), players)


def _require(schedule: Schedule, *bases: Basis) -> None:
    if schedule.basis not in bases:
        wanted = " or ".join(basis.value for basis in bases)
        raise ValueError(f"{schedule.id} goes by {schedule.basis.value}, not by {wanted} ({schedule.cite})")


def _require_amount(amount: Cents) -> None:
    if amount < 0:
        raise ValueError(f"{format_dollars(amount)} cannot be wagered; an amount is zero or more")


def _fee(schedule: Schedule, amount: Cents, gap: FeeGap) -> Cents:
    _require_amount(amount)
    if amount == 0:
        return Cents(0)
    return _bracket(schedule, amount - amount % 100 if gap is FeeGap.FLOOR else amount).fee


def _bracket(schedule: Schedule, amount: int) -> Bracket:
    for bracket in schedule.brackets:
        if bracket.highest is None or amount <= bracket.highest:
            return bracket
    top = format_dollars(schedule.brackets[-1].highest or 0)
    raise NoBracket(f"{format_dollars(amount)} is over {top}, the most {schedule.id} has a fee for ({schedule.cite})")


def read_fee_sheet_file(path: Path) -> dict[str, Any]:
    """Read and check a cardroom's own fee sheet from a TOML file; return the data for table settings and cases."""
    try:
        data = parse_toml(read_text(path, RULES.bytes_most))
    except (TooMuch, tomllib.TOMLDecodeError) as error:
        raise BadInput.at(str(path), f"cannot be read: {error}") from None
    read_cardroom_sheet(data, path.name)
    return data


@cache
def schedules() -> Mapping[str, Schedule]:
    """Return all printed schedules by id."""
    return MappingProxyType({found.id: found for sheet in SHEETS for found in _load(sheet)})


def schedule(schedule_id: str) -> Schedule:
    """Return the schedule with this id, such as "ci-1"; only its own sheet is read."""
    sheet = schedule_id.rpartition("-")[0]
    candidates = _load(sheet) if sheet in SHEETS else ()
    for found in candidates:
        if found.id == schedule_id:
            return found
    printed = _span(candidates) if candidates else ", ".join(_span(_load(name)) for name in SHEETS)
    raise NoSchedule(f'there is no schedule "{schedule_id}"; there is {printed}')


@cache
def schedules_for(rulebook_id: str) -> tuple[Schedule, ...]:
    """Return the schedules that a game may run under, in printed order; empty for a game without a sheet."""
    # Parsing is slow, so sheets that do not mention the game are skipped.
    naming = (sheet for sheet in SHEETS if f'"{rulebook_id}"' in _text(sheet))
    return tuple(found for sheet in naming for found in _load(sheet) if rulebook_id in found.games + found.lent_to)


def schedule_of_game(rulebook_id: str, name: int | str) -> Schedule:
    """Return a game's schedule by id or by option number; the earliest printed sheet with the number wins."""
    candidates = schedules_for(rulebook_id)
    for found in candidates:
        if str(name) in (found.id, str(found.option)):
            return found
    printed = ", ".join(found.id for found in candidates) or "none"
    raise NoSchedule(f'{rulebook_id} has no schedule "{name}"; it has {printed}')


def _span(candidates: tuple[Schedule, ...]) -> str:
    return candidates[0].id if len(candidates) == 1 else f"{candidates[0].id} to {candidates[-1].id}"


@cache
def _text(sheet: str) -> str:
    return (files("croupier.money") / "schedules" / f"{sheet}.toml").read_text(encoding="utf-8")


@cache
def _load(sheet: str) -> tuple[Schedule, ...]:
    return read_sheet(_text(sheet), f"{sheet}.toml")
