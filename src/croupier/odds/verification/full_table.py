"""Table for verification: every wager of a rulebook is bet on at once, by as many seats as needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm

from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, Rounding, VigRounding
from croupier.money.pay_odds import PayOddsKind
from croupier.money.settlement import PostedBank
from croupier.odds.par_sheet import ParSheet
from croupier.odds.wager_odds import WagerOdds
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from croupier.rulebook.wagers import OfferedWager

COVERS_EVERYTHING = Cents(10**12)
METER_WITHOUT_SEED = Cents(12_345_67)
"""Amount of a meter without a seed in the rulebook; odd cents, so that rounding in a division is visible."""
STAKES_TRIED = 200
STEPS = {Rounding.DOWN_50C: 50, Rounding.DOWN_1: 100}


@dataclass(frozen=True)
class FullyBetTable:
    """Table under verification, with a bet on every wager."""

    rules: TableRules
    bets: tuple[Bet, ...]
    bank: PostedBank | None
    meters: Mapping[str, Cents]
    """Amount of each meter in cents before the first round."""
    are_meters_empty: bool
    """Whether every round starts with empty meters.

    The sheet of a wager that pays only its largest row is printed for empty meters.
    """
    slack: Mapping[str, int]
    """Cents by which rounding may change the payment of each wager; 0 for almost all wagers."""
    not_placed: tuple[str, ...]
    """Wagers that no seat may bet on."""


def full_table(rules: TableRules, sheet: ParSheet, spot_facts: frozenset[str], *, lines_high: bool) -> FullyBetTable:
    """Bet on every wager that the sheet prints and the table offers.

    Every seat bets on wagers that depend on `spot_facts`; games with one seat have none.
    """
    offered = {name: wager for name, wager in rules.wagers.items() if name in sheet.wagers}
    stakes = {name: exact_stake(wager, sheet[name], lines_high=lines_high) for name, wager in offered.items()}
    bank = PostedBank(rules.seats[-1], COVERS_EVERYTHING) if rules.has_player_dealer else None
    bets = tuple(_placed(rules, stakes, bank.seat if bank else None, spot_facts))
    placed = {bet.wager for bet in bets}
    missing = tuple(name for name in sheet.rules.betting_wagers if name in sheet.wagers and name not in placed)
    slack = {name: _slack(wager, sheet[name], stakes[name]) for name, wager in offered.items()}
    empty = any(wager.pays_rows == "largest" and _wins_meters(wager) for wager in offered.values())
    meters = {meter.id: Cents(0) if empty else meter.seed or METER_WITHOUT_SEED for meter in rules.meters}
    return FullyBetTable(rules, bets, bank, meters, empty, slack, missing)


def _wins_meters(wager: OfferedWager) -> bool:
    return any(row.odds.kind is PayOddsKind.SHARE for row in wager.rows)


def exact_stake(wager: OfferedWager, odds: WagerOdds, *, lines_high: bool) -> Cents:
    """Return a stake that every line pays in whole cents or chips, so that rounding hides no wrong payment.

    `lines_high`: bet a large stake on line wagers, because their stake limits that of other wagers. If a row pays a
    fixed amount or a share of a meter, return the stake for which the sheet was computed.
    """
    if any(row.odds.kind in (PayOddsKind.AMOUNT, PayOddsKind.SHARE) for row in wager.rows):
        return odds.stake
    limit = wager.limit
    tried = [Cents(limit.least * times) for times in range(1, STAKES_TRIED) if limit.least * times <= limit.most]
    whole = [stake for stake in tried if not _slack(wager, odds, stake)] or tried
    return whole[-1] if lines_high and wager.group == "line" else whole[0]


def _slack(wager: OfferedWager, odds: WagerOdds, stake: Cents) -> int:
    charge = 25 if wager.charges and wager.vig_rounding is not VigRounding.EXACT else 1
    step = lcm(STEPS.get(wager.rounding, 1), charge)
    return 0 if all((line.net * stake / step).denominator == 1 for line in odds.lines) else step


def _placed(
    rules: TableRules, stakes: Mapping[str, Cents], bank_seat: int | None, spot_facts: frozenset[str]
) -> list[Bet]:
    bets: list[Bet] = []
    for name in stakes:
        wager = rules.wagers[name]
        for seat in rules.seats:
            grown = _with(rules, bets, _bet_options(wager, seat, stakes), bank_seat)
            bets = grown or bets
            # The sheet assumes that every seat plays for the meters.
            if grown and wager.group != "progressive" and wager.facts.isdisjoint(spot_facts):
                break
    return bets


def _bet_options(wager: OfferedWager, seat: int, stakes: Mapping[str, Cents]) -> Iterator[list[Bet]]:
    """Yield possible bets on a wager: the wager alone, then with each wager that it requires."""
    own = Bet(seat, SEATED, wager.id, stakes[wager.id])
    yield [own]
    for needed in wager.requires:
        for base in needed.wagers:
            if base in stakes:
                yield [Bet(seat, SEATED, base, stakes[base]), own]


def _with(rules: TableRules, bets: list[Bet], options: Iterator[list[Bet]], bank_seat: int | None) -> list[Bet] | None:
    for option in options:
        grown = bets + [bet for bet in option if bet not in bets]
        if not check_bets(rules, grown, bank_seat=bank_seat):
            return grown
    return None
