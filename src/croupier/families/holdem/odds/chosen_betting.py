"""Conversion of a table's rules into the betting rules of the simulation.

It is separate from `betting_rules`, so that a change in reading rulebooks does not recompile the kernels.
"""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.families.holdem.odds.betting_rules import MOST_SEATS, NO_CAP, REOPEN, BettingRules
from croupier.families.holdem.rules import HoldemRules
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import pot_fee


def betting_rules_of(rules: HoldemRules) -> BettingRules:
    """Return a table's betting rules in chips; refuse readings that the simulation does not support."""
    _require_supported(rules)
    chip = rules.chip
    fees = [int(pot_fee(rules.fee, players, saw_flop=True)) if rules.fee else 0 for players in range(1, MOST_SEATS + 1)]
    for fee in fees:
        if fee % chip:
            message = (
                f"is {format_dollars(Cents(chip))}; the fee of {format_dollars(Cents(fee))} is no whole number of them"
            )
            raise BadInput.at("options.chip", message)
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


def _require_supported(rules: HoldemRules) -> None:
    for name, supported in (("odd_chip_dir", "clockwise"), ("check_raise", True), ("post_sb_dead", True)):
        if getattr(rules, name) != supported:
            message = f"is {getattr(rules, name)}; hands are simulated with {supported} alone"
            raise BadInput.at(f"options.{name}", message)
