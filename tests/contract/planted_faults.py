"""Catalogue of faults that verification must find, and functions that plant each fault at a table of any family.

A fault is planted on one side only: at the table that is played, or in the sheet that is printed. Changed rules are
copies, so that cached results of the mathematics stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest

from croupier.cards import Piece
from croupier.cards.random_source import RandomSource, SeededRandomSource
from croupier.families.baccarat.rules import drawing_section as baccarat_section_of
from croupier.families.dealer_poker.ultimate.round import UltimateRound
from croupier.families.holdem import round as holdem_round
from croupier.families.holdem.round import HoldemRound
from croupier.families.holdem.settle import Pot
from croupier.families.pai_gow.poker import facts as pai_gow_facts
from croupier.families.thirteen_card import points, settle
from croupier.families.thirteen_card import round as thirteen_round
from croupier.families.thirteen_card.hand_values import FRONT_CARDS, ROW_CARDS
from croupier.families.thirteen_card.points import PointDebt
from croupier.money.cents import Cents
from croupier.money.collection import AnteFee
from croupier.money.pay_odds import PayOddsKind
from croupier.odds.family_odds import odds_of
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.report import VerificationRun
from croupier.odds.wager_odds import SolvedOdds, WagerOdds
from croupier.play.round import Answer, RoundInProgress
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager


class FaultKind(StrEnum):
    """Possible differences between a printed sheet and the table that should play by it."""

    PAYS_MORE = "a pay row pays one unit more"
    PAYS_LESS = "a pay row pays less"
    PUSH_LOSES = "a push is settled as a loss"
    FEE_FORGOTTEN = "commission or fee is not taken"
    FEE_ROUNDED = "commission is rounded the other way"
    DEALT_TWICE = "a card is dealt twice"
    WRONG_DECISION = "a hand is drawn, set or compared against the rules"
    BIASED_SHUFFLE = "the shuffle is biased"
    PRINTED_PAY = "the sheet prints another pay"
    PRINTED_CHANCE = "the sheet prints another chance"


@dataclass(frozen=True)
class Planted:
    """Input of a verification with a planted fault; with its default values it describes an honest table."""

    played: TableRules | None = None
    chance: RandomSource | None = None
    rounds: int = 250
    """Number of rounds that are enough to show the fault."""


Plant = Callable[[TableRules, pytest.MonkeyPatch], Planted]


# Faults in the rules of the table


def with_wagers(rules: TableRules, change: Callable[[OfferedWager], OfferedWager], *names: str) -> TableRules:
    """Return a copy of the rules in which some wagers are changed."""
    copy = TableRules(rules.rulebook, rules.options, rules.casino_schedules)
    copy.__dict__["wagers"] = {name: change(wager) if name in names else wager for name, wager in rules.wagers.items()}
    return copy


def with_pay(rules: TableRules, wager: str, row: int, units: Fraction) -> TableRules:
    """Return a copy in which one pay row pays `units` more per unit staked, but has the same label."""

    def change(offered: OfferedWager) -> OfferedWager:
        rows = list(offered.rows)
        assert rows[row].odds.kind in (PayOddsKind.TO, PayOddsKind.FOR)
        rows[row] = replace(rows[row], odds=replace(rows[row].odds, value=rows[row].odds.value + units))
        return replace(offered, rows=tuple(rows))

    return with_wagers(rules, change, wager)


def pays_more(wager: str, row: int = 0) -> Plant:
    return lambda rules, _: Planted(with_pay(rules, wager, row, Fraction(1)))


def pays_less(wager: str, row: int = 0) -> Plant:
    return lambda rules, _: Planted(with_pay(rules, wager, row, Fraction(-1, 20)))


def push_loses(wager: str) -> Plant:
    """Plant a wager that loses where the rules say push."""

    def plant(rules: TableRules, _: pytest.MonkeyPatch) -> Planted:
        assert rules.wagers[wager].push is not None
        return Planted(with_wagers(rules, lambda offered: replace(offered, push=None), wager))

    return plant


def commission_forgotten(wager: str) -> Plant:
    """Plant a wager without its commission."""

    def plant(rules: TableRules, _: pytest.MonkeyPatch) -> Planted:
        assert rules.wagers[wager].charges
        return Planted(with_wagers(rules, lambda offered: replace(offered, charges=()), wager))

    return plant


def plays_by(**options: Any) -> Plant:
    """Plant a table that plays with other options than those of the printed sheet."""

    def plant(rules: TableRules, _: pytest.MonkeyPatch) -> Planted:
        usual = rules.rulebook.choose()
        chosen = {name: value for name, value in rules.options.items() if value != usual[name]}
        return Planted(TableRules.of(rules.rulebook, {**chosen, **options}))

    return plant


def with_flipped_draw(rules: TableRules, line: int, place: int) -> TableRules:
    """Return baccarat rules with one cell of the drawing table changed from draw to stand or back.

    `line` is 0 for the Player, otherwise the total of the Banker plus one. `place` is the total of the Player (line 0)
    or the third card of the Player; 10 means that the Player stood.
    """
    written = baccarat_section_of(rules)
    on_third = {key: list(thirds) for key, thirds in written.banker_draws_on_third.items()}
    player, stood = list(written.player_draws_on), list(written.banker_draws_when_player_stood)
    banker = line - 1
    if line == 0:
        _toggle(player, place)
    elif place == 10:
        _toggle(stood, banker)
    else:
        _toggle(on_third.setdefault(str(banker), []), place)
    section = written.model_copy(
        update={
            "player_draws_on": player,
            "banker_draws_when_player_stood": stood,
            "banker_draws_on_third": on_third,
        }
    )
    rulebook = replace(rules.rulebook, written=rules.rulebook.written.model_copy(update={"drawing": section}))
    return TableRules(rulebook, rules.options)


def _toggle(numbers: list[int], number: int) -> None:
    """Remove the number from the list, or append it if it is missing."""
    numbers.remove(number) if number in numbers else numbers.append(number)


def flipped_draw(line: int, place: int) -> Plant:
    return lambda rules, _: Planted(with_flipped_draw(rules, line, place))


# Faults of the live round


def dealt_twice(nth: int = 2) -> Plant:
    """Plant live rounds in which the first card is dealt a second time as card `nth`.

    If one hand with the same card twice would stop the kernel or the house way, `nth` must be a card of another hand.
    """

    def plant(rules: TableRules, patch: pytest.MonkeyPatch) -> Planted:
        honest = RoundInProgress.answer

        def answer(play: RoundInProgress[Any], given: Answer) -> None:
            before = [answered for answered in play.answers if isinstance(answered, Piece)]
            honest(play, before[0] if isinstance(given, Piece) and len(before) == nth - 1 else given)

        patch.setattr(RoundInProgress, "answer", answer)
        return Planted()

    return plant


def replaced(owner: Any, name: str, change: Callable[[Any], Any]) -> Plant:
    """Plant a changed function in the live path; `change` receives the honest function and returns the changed one."""

    def plant(rules: TableRules, patch: pytest.MonkeyPatch) -> Planted:
        patch.setattr(owner, name, change(getattr(owner, name)))
        return Planted()

    return plant


# Unfair shuffles


class ShortSwaps:
    """Random source of a lazy shuffle: each card is swapped only with cards near it."""

    def __init__(self, seed: int) -> None:
        self.fair = SeededRandomSource(seed)

    def below(self, limit: int) -> int:
        return max(0, limit - 1 - self.fair.below(30))

    def nonce(self) -> bytes:
        return self.fair.nonce()


class LeftInPlace(ShortSwaps):
    """Random source of a shuffle that leaves one card in twenty in its place."""

    def below(self, limit: int) -> int:
        return self.fair.below(limit) if self.fair.below(20) else limit - 1


def left_in_place(rules: TableRules, _: pytest.MonkeyPatch) -> Planted:
    """Plant a small bias of the shuffle, for games that shuffle before every round."""
    return Planted(chance=LeftInPlace(2), rounds=1_000)


def short_swaps(rules: TableRules, _: pytest.MonkeyPatch) -> Planted:
    """Plant a large bias of the shuffle, for games that deal many rounds from a shoe; a few shoes show it."""
    return Planted(chance=ShortSwaps(1))


# Faults of the printed sheet


def printed(wager: str, change: Callable[[WagerOdds], WagerOdds]) -> Plant:
    """Plant a sheet in which one wager is changed."""

    def plant(rules: TableRules, patch: pytest.MonkeyPatch) -> Planted:
        verifier: Any = type(odds_of(rules).verifier(rules, rules, SeededRandomSource(1), 1))
        honest = verifier.printed_sheet

        def sheet(table: Any) -> ParSheet:
            sheet_printed: ParSheet = honest(table)
            return replace(sheet_printed, wagers={**sheet_printed.wagers, wager: change(sheet_printed.wagers[wager])})

        patch.setattr(verifier, "printed_sheet", sheet)
        return Planted()

    return plant


def printed_pay(wager: str) -> Plant:
    """Plant a sheet whose first line pays a hundredth of the stake more."""

    def change(odds: WagerOdds) -> WagerOdds:
        first, *others = odds.lines
        return replace(odds, lines=(replace(first, net=first.net + Fraction(1, 100)), *others))

    return printed(wager, change)


def printed_chance(wager: str, line: int = 0) -> Plant:
    """Plant a sheet in which one line is 1.5 times as frequent as it should be.

    For a game that is solved and not counted, the printed value is higher by 0.02 stakes.
    """

    def change(odds: WagerOdds) -> WagerOdds:
        if isinstance(odds, SolvedOdds):
            return replace(odds, chart_value=odds.chart_value + 0.02)
        lines = list(odds.lines)
        lines[line] = replace(lines[line], count=lines[line].count * 3 // 2)
        return replace(odds, lines=tuple(lines), total=sum(outcome.count for outcome in lines))

    return printed(wager, change)


# Pai gow poker: how the house sets a hand


def last_cards_exchanged(honest: Any) -> Any:
    """Return a house way that swaps the last card of the high hand with the last card of the low hand."""

    def split(*args: Any) -> Any:
        high, low = honest(*args)
        return (*high[:-1], low[-1]), (*low[:-1], high[-1])

    return split


# Hold'em: pots in place of pays


def a_chip_more(honest: Any) -> Any:
    """Return a pot split that gives the first winner one chip that nobody put in."""

    def split(pot: Pot, winners: Any, chip: int, *args: Any, **kwargs: Any) -> Pot:
        shared = honest(pot, winners, chip, *args, **kwargs)
        return replace(shared, won={**shared.won, winners[0]: shared.won[winners[0]] + chip})

    return split


def a_chip_less(honest: Any) -> Any:
    """Return a pot split that gives the first winner one chip too few."""

    def split(pot: Pot, winners: Any, chip: int, *args: Any, **kwargs: Any) -> Pot:
        shared = honest(pot, winners, chip, *args, **kwargs)
        return replace(shared, won={**shared.won, winners[0]: max(0, shared.won[winners[0]] - chip)})

    return split


def one_winner(honest: Any) -> Any:
    """Return a pot split that gives a tied pot to the first winner alone."""
    return lambda pot, winners, *args, **kwargs: honest(pot, list(winners)[:1], *args, **kwargs)


# Thirteen cards: points in place of pays


def points_off_by(difference: int) -> Callable[[Any], Any]:
    """Return a change that adds `difference` to the points of every debt."""

    def change(honest: Any) -> Any:
        def all_owed(*args: Any) -> Iterable[PointDebt]:
            return (debt._replace(points=debt.points + difference) for debt in honest(*args))

        return all_owed

    return change


def ties_lose(honest: Any) -> Any:
    """Return a comparison in which the seat with the higher number loses a tied row."""
    return lambda hand, opponent: tuple(
        beats or (1 if hand.seat < opponent.seat else -1) for beats in honest(hand, opponent)
    )


def as_dealt(honest: Any) -> Any:
    """Return a house arrangement that keeps the cards as they were dealt, even if that is a foul."""
    middle = FRONT_CARDS + ROW_CARDS
    return lambda cards, tables: (cards[:FRONT_CARDS], cards[FRONT_CARDS:middle], cards[middle:])


# The catalogue

K = FaultKind
NO_COMMISSION = "no wager of the family's rulebooks is charged vigorish; fees by schedule: money/test_collection.py"
NO_SHEET = "seats play one another: no chance is printed; what is, the fee and the points, is planted as the pay"
WHOLE_STAKES = "a verification bets what needs no rounding: test_commission_is_rounded_as_the_rulebook_says"
EXACT_FEE = "the fee is a printed amount that nothing divides"
KERNEL_SHUFFLE = "every card comes from the kernel: test_every_card_of_the_kernel_is_equally_likely_at_every_position"
FAULTS: dict[str, dict[FaultKind, Plant | str]] = {
    "baccarat": {
        K.PAYS_MORE: pays_more("tie"),
        K.PAYS_LESS: pays_less("dragon-bonus-player"),
        K.PUSH_LOSES: push_loses("player"),
        K.FEE_FORGOTTEN: commission_forgotten("banker"),
        K.FEE_ROUNDED: WHOLE_STAKES,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: flipped_draw(4, 8),
        K.BIASED_SHUFFLE: short_swaps,
        K.PRINTED_PAY: printed_pay("tie"),
        K.PRINTED_CHANCE: printed_chance("player"),
    },
    "war": {
        K.PAYS_MORE: pays_more("war"),
        K.PAYS_LESS: pays_less("banker"),
        K.PUSH_LOSES: push_loses("player"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: plays_by(first_card="player"),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("war"),
        K.PRINTED_CHANCE: printed_chance("war"),
    },
    "blackjack": {
        K.PAYS_MORE: pays_more("blackjack"),
        K.PAYS_LESS: pays_less("blackjack"),
        K.PUSH_LOSES: push_loses("blackjack"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: plays_by(dealer_soft_17="hit"),
        K.BIASED_SHUFFLE: short_swaps,
        K.PRINTED_PAY: printed_pay("insurance"),
        K.PRINTED_CHANCE: printed_chance("blackjack"),
    },
    "three-card poker": {
        K.PAYS_MORE: pays_more("pair-and-up"),
        K.PAYS_LESS: pays_less("bonus-6"),
        K.PUSH_LOSES: push_loses("ante"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(4),
        K.WRONG_DECISION: plays_by(nonqual_ante="push"),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("pair-and-up"),
        K.PRINTED_CHANCE: printed_chance("pair-and-up", -2),
    },
    "Ultimate Texas Hold'em": {
        K.PAYS_MORE: pays_more("blind"),
        K.PAYS_LESS: pays_less("trips"),
        K.PUSH_LOSES: push_loses("ante"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(3),
        K.WRONG_DECISION: replaced(UltimateRound, "_choices", lambda honest: lambda *given: honest(*given)[:2]),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("trips"),
        K.PRINTED_CHANCE: printed_chance("trips", -2),
    },
    "pai gow poker": {
        K.PAYS_MORE: pays_more("lucky-bonus"),
        K.PAYS_LESS: pays_less("base"),
        K.PUSH_LOSES: push_loses("base"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: replaced(pai_gow_facts, "split_house_way", last_cards_exchanged),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("base"),
        K.PRINTED_CHANCE: printed_chance("base"),
    },
    "pai gow tiles": {
        K.PAYS_MORE: pays_more("pai-gow"),
        K.PAYS_LESS: pays_less("pai-gow"),
        K.PUSH_LOSES: push_loses("pai-gow"),
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(5),
        K.WRONG_DECISION: plays_by(teen_split_9_11="either"),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("pai-gow"),
        K.PRINTED_CHANCE: printed_chance("pai-gow"),
    },
    "mah-jong": {
        K.PAYS_MORE: pays_more("pair"),
        K.PAYS_LESS: pays_less("win"),
        K.PUSH_LOSES: "no wager of mah-jong pushes",
        K.FEE_FORGOTTEN: NO_COMMISSION,
        K.FEE_ROUNDED: NO_COMMISSION,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: plays_by(pair_independent=False),
        K.BIASED_SHUFFLE: left_in_place,
        K.PRINTED_PAY: printed_pay("tie"),
        K.PRINTED_CHANCE: printed_chance("win"),
    },
    "hold'em": {
        K.PAYS_MORE: replaced(holdem_round, "split_pot", a_chip_more),
        K.PAYS_LESS: replaced(holdem_round, "split_pot", a_chip_less),
        K.PUSH_LOSES: replaced(holdem_round, "split_pot", one_winner),
        K.FEE_FORGOTTEN: replaced(HoldemRound, "_take_fee", lambda _: lambda hand: None),
        K.FEE_ROUNDED: EXACT_FEE,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: plays_by(raise_cap=2),
        K.BIASED_SHUFFLE: KERNEL_SHUFFLE,
        K.PRINTED_PAY: plays_by(fee="lim-4"),
        K.PRINTED_CHANCE: NO_SHEET,
    },
    "thirteen card": {
        K.PAYS_MORE: replaced(settle, "all_owed", points_off_by(1)),
        K.PAYS_LESS: replaced(settle, "all_owed", points_off_by(-1)),
        K.PUSH_LOSES: replaced(points, "compare_rows", ties_lose),
        K.FEE_FORGOTTEN: replaced(settle, "fee_of", lambda _: lambda *given: AnteFee(Cents(0), Cents(0))),
        K.FEE_ROUNDED: EXACT_FEE,
        K.DEALT_TWICE: dealt_twice(),
        K.WRONG_DECISION: replaced(thirteen_round, "house_arrangement", as_dealt),
        K.BIASED_SHUFFLE: KERNEL_SHUFFLE,
        K.PRINTED_PAY: plays_by(bonus_mode="replace"),
        K.PRINTED_CHANCE: NO_SHEET,
    },
}
"""For every family and kind of fault: the function that plants it, or the reason why it cannot happen."""


def planted() -> Iterator[tuple[str, FaultKind, Plant]]:
    """Yield every planted fault of the catalogue with its family and kind."""
    for family, kinds in FAULTS.items():
        for kind, plant in kinds.items():
            if not isinstance(plant, str):
                yield family, kind, plant


def failures(run: VerificationRun) -> dict[str, str]:
    """Return the first message for each part that failed."""
    (verification,) = run.verified
    messages: dict[str, str] = {}
    for failure in run.failures(verification):
        messages.setdefault(failure.where, failure.message)
    assert run.passed == (not messages)
    return messages
