"""How a table bets, as kernels take it: whole chips, and the readings that its rulebook chose."""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import BadInput
from croupier.families.holdem.rules import HoldemRules
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import pot_fee

MOST_SEATS = 9
NO_CAP = 2**40
"""More chips than anybody has."""
REOPEN = ("full", "half", "any")
"""How much of a raise lets those raise again who have acted. [CA-THE-A13]"""


class BettingRules(NamedTuple):
    """The betting of a table. Money is in chips, so that nothing is ever split finer than a pot can be."""

    small_blind: int
    big_blind: int
    ante: int
    is_limit: bool
    small_bet: int
    """Limit: bet and raise of the first two rounds. Spread: the least bet."""
    big_bet: int
    """Limit: of the last two rounds."""
    raise_cap: int
    """Limit: bets and raises in a round, the big blind counting. [CA-THE-A6]"""
    caps_two: bool
    """Whether the cap also holds for the last two players."""
    round_cap: int
    """The most that one player puts into the pot in a round. [004 L978]"""
    caps_raise: bool
    """Whether that is the most of one raise instead. [CA-THE-A8]"""
    raises_by_last: bool
    """Whether a raise is at least the last one; otherwise at least the least bet. [CA-THE-A12]"""
    reopen: int
    """Place in `REOPEN`."""
    calls_full_blind: bool
    """Whether others call the whole big blind where it is short. [CA-THE-A15]"""
    button_is_small: bool
    """Whether with two players the button has the small blind. [CA-THE-A11]"""
    odd_chips_one_each: bool
    """Whether several odd chips go one each; otherwise all to the first. [CA-THE-A16]"""
    fee_at_end: bool
    """Whether the fee is taken when the hand is over instead of when the flop is dealt. [CA-THE-A14]"""
    fee_by_flop: bool
    """Whether it goes by the players who see the flop instead of those dealt in. [CA-THE-A3]"""
    waives_short_fee: bool
    """Whether a pot that is smaller than the fee pays nothing. [CA-THE-A4]"""
    fees: tuple[int, ...]
    """What the house takes, by players. [004 L926-954]"""


def betting_rules_of(rules: HoldemRules) -> BettingRules:
    """A table's rules in chips. Readings that the simulation does not know are refused."""
    _require_known(rules)
    chip = rules.chip
    fees = [int(pot_fee(rules.fee, players, saw_flop=True)) if rules.fee else 0 for players in range(1, MOST_SEATS + 1)]
    for fee in fees:
        if fee % chip:
            said = f"is {show_dollars(Cents(chip))}; the fee of {show_dollars(Cents(fee))} is no whole number of them"
            raise BadInput.at("options.chip", said)
    cap = rules.round_cap // chip if rules.round_cap else NO_CAP
    return BettingRules(
        small_blind=rules.small_blind // chip,
        big_blind=rules.big_blind // chip,
        ante=rules.ante // chip,
        is_limit=rules.is_limit,
        small_bet=(rules.small_bet if rules.is_limit else rules.min_bet) // chip,
        big_bet=(rules.big_bet if rules.is_limit else rules.min_bet) // chip,
        raise_cap=rules.raise_cap + 1 if rules.raise_cap else NO_CAP,
        caps_two=rules.headsup_cap,
        round_cap=NO_CAP if rules.is_limit else cap,
        caps_raise=rules.round_cap_of == "raise",
        raises_by_last=rules.min_raise == "last",
        reopen=REOPEN.index(rules.reopen),
        calls_full_blind=rules.short_blind == "full",
        button_is_small=rules.hu_button_is_sb,
        odd_chips_one_each=rules.odd_chips == "one-each",
        fee_at_end=rules.fee_time == "end",
        fee_by_flop=rules.fee_count == "flop",
        waives_short_fee=rules.fee_short_pot == "waive",
        fees=(0, *(fee // chip for fee in fees)),
    )


def _require_known(rules: HoldemRules) -> None:
    for name, known in (("odd_chip_dir", "clockwise"), ("check_raise", True), ("post_sb_dead", True)):
        if getattr(rules, name) != known:
            said = f"is {getattr(rules, name)}; hands are simulated with {known} alone"
            raise BadInput.at(f"options.{name}", said)
