"""Verification: that what is played is what is printed.

The live path (shuffle, burn, the round's own questions, settlement of real bets) against the exact odds of the par
sheet, in four ways:

- drawing: every way a round can go, dealt by the live round and by the compiled drawing rules;
- rows: every kind of round the exact count tells apart, made to order and settled live, so that each line of every
  wager is seen to pay what the sheet says however rare it is;
- shoes: many shuffled shoes played to their last hand; each settled bet is compared with its line of the sheet, each
  shoe dealt again by a compiled kernel and compared card by card and fact by fact, and how often each line came is
  tested against its exact chance; shoes that the simulation deals are dealt live in turn;
- banks: in games with a player-dealer, banks too small for the wagers, their money counted again.

A sheet and a table of their own can be given, to see that a difference between them is found.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from croupier.cards.chance import Chance, SeededChance
from croupier.errors import BadInput, BrokenPromise
from croupier.families.baccarat.facts import Layout
from croupier.families.baccarat.odds.verification.compare import Comparison
from croupier.families.baccarat.odds.verification.dealing import (
    drawing_faults,
    fact_faults,
    shoe_faults,
    simulated_faults,
)
from croupier.families.baccarat.odds.verification.lines import RoundColumns
from croupier.families.baccarat.odds.verification.live import Rounds, hands_of, play_shoes
from croupier.families.baccarat.odds.verification.money import small_bank_faults, spread_bets
from croupier.families.baccarat.odds.verification.rows import forced_rounds
from croupier.families.baccarat.odds.verification.table import FullTable, full_table
from croupier.families.baccarat.odds.verification.tally import Tally
from croupier.families.baccarat.round import BaccaratRules
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.odds.par_sheet import ParSheet, option_text, paytable_of
from croupier.odds.verification.played import require_rounds, seed_of
from croupier.odds.verification.report import Compared, Finding, TableCheck, Verification, shortened
from croupier.play.odds import exact_par_sheet
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.rulebook import Rulebook

ROUNDS_AT_ONCE = 20_000
"""Compared together, then only counted: memory does not grow with the number of rounds."""
SMALL_BANKS = 2_000
Drawing = tuple[list[Finding], int]
"""Where the drawing rules differ, and how many ways to draw were compared."""


def verify(
    printed: HouseRules,
    *,
    rounds: int,
    seed: int,
    played: HouseRules | None = None,
    chance: Chance | None = None,
    drawing: Drawing | None = None,
) -> Verification:
    """Verify one table.

    `played`: what the live path plays by, where it is not what the sheet prints. `chance`: what shuffles the shoes in
    place of a generator with this seed. `drawing`: the comparison of the drawing rules, where it has been made already
    for a rulebook with the same ones.
    """
    require_rounds(rounds)
    began = time.perf_counter()
    pair = SheetAndTable.of(printed, played or printed)
    ways_to_draw = drawing or compare_drawing(printed, played or printed)
    forced = forced_rounds(pair.table, pair.sheet, [bet.wager for bet in pair.table.bets])
    simulated, rounds_simulated = simulated_faults(printed, played or printed, seed)
    shoes = _Shoes(pair, chance or SeededChance(seed_of(seed, printed.id)))
    shoes.play(rounds)
    return Verification(
        printed.id,
        printed.book.title,
        printed.book.digest,
        {name: option_text(value) for name, value in printed.options.items() if value is not None},
        shoes.tally.rounds,
        shoes.tally.shoes,
        time.perf_counter() - began,
        tuple(shoes.tally.wager(name, forced) for name in pair.sheet.wagers),
        shoes.tally.shuffles(),
        (
            Compared("ways to draw, live and compiled", ways_to_draw[1]),
            Compared("bets of rounds made to order", forced.settled),
            Compared("rounds of the simulation", rounds_simulated),
            *shoes.compared(),
        ),
        findings=shortened([*ways_to_draw[0], *pair.not_placed(), *forced.all_findings(), *simulated, *shoes.findings]),
    )


def compare_drawing(printed: HouseRules, played: HouseRules) -> Drawing:
    """The drawing rules that the odds were counted with against the live round's."""
    return drawing_faults(BaccaratRules.of(printed), BaccaratRules.of(played))


@dataclass(frozen=True)
class SheetAndTable:
    """A printed sheet, and a table that should play by it."""

    printed: HouseRules
    sheet: ParSheet
    table: FullTable

    @classmethod
    def of(cls, printed: HouseRules, played: HouseRules) -> SheetAndTable:
        sheet = exact_par_sheet(printed)
        return cls(printed, sheet, full_table(played, sheet))

    def not_placed(self) -> Iterator[Finding]:
        for name in self.table.not_placed:
            yield Finding(name, "is on the sheet, and no seat of the table may bet on it")
        for name, reason in self.sheet.not_counted.items():
            yield Finding(name, f"is not on the sheet: {reason}")


class _Shoes:
    """Shoes played and compared, so many rounds at a time."""

    def __init__(self, pair: SheetAndTable, chance: Chance) -> None:
        self.pair = pair
        self.chance = chance
        self.tally = Tally(pair.table, pair.sheet)
        self.findings: list[Finding] = []
        self.facts = 0
        self.banks = 0

    def play(self, rounds: int) -> None:
        """Until enough rounds are counted, or something has been found."""
        left = rounds
        while left > 0 and not self.findings:
            done = play_shoes(self.pair.table, min(left, ROUNDS_AT_ONCE), self.chance)
            self._compare(done)
            if self.pair.table.bank is not None and not self.banks:
                self._try_small_banks(done)
            left -= ROUNDS_AT_ONCE

    def compared(self) -> Iterator[Compared]:
        yield Compared("bets of rounds from shoes", self.tally.bets)
        yield Compared("rounds dealt again by the kernel", self.tally.dealt)
        yield Compared("facts of those rounds", self.facts)
        if self.pair.table.bank is not None:
            yield Compared("rounds against a bank too small", self.banks)

    def _compare(self, done: Rounds) -> None:
        printed, sheet = self.pair.printed, self.pair.sheet
        rules = BaccaratRules.of(printed)
        layout = Layout(printed.seat_hands, frozenset(printed.seats))
        comparison = Comparison(done, sheet, RoundColumns(done.coups, layout))
        self.tally.add(comparison)
        self.findings += [*comparison.all_findings(), *shoe_faults(done, rules, printed.shoe)]
        assert sheet.shoe is not None
        wanted: frozenset[str] = frozenset().union(*(printed.wagers[name].facts for name in sheet.wagers))
        seats = sorted({bet.seat for bet in self.pair.table.bets})
        differing, compared = fact_faults(comparison.columns, rules, sheet.shoe, wanted, seats)
        self.findings += differing
        self.facts += compared

    def _try_small_banks(self, done: Rounds) -> None:
        """Each of the first rounds again, against a bank of some size at some free seat."""
        house = self.pair.table.house
        bets = spread_bets(self.pair.table)
        free = [seat for seat in house.seats if all(bet.seat != seat for bet in bets)]
        at_stake = 2 * sum(bet.amount for bet in bets)
        for coup in done.coups[:SMALL_BANKS]:
            bank = PostedBank(free[self.banks % len(free)], Cents(1 + self.chance.below(at_stake)))
            try:
                faults = list(small_bank_faults(house, coup, bets, bank))
            except BrokenPromise as broken:
                faults = [("settlement", str(broken))]
            self.findings += [Finding(where, f"{told}: {hands_of(coup)}") for where, told in faults]
            self.banks += 1


@cache
def _drawing(rules: BaccaratRules) -> Drawing:
    return drawing_faults(rules, rules)


def drawing_of(house: HouseRules) -> Drawing:
    """The comparison of the drawing rules, made once for all rulebooks that share them."""
    return _drawing(BaccaratRules.of(house))


def verify_book(book: Rulebook, options: Mapping[str, Any], *, rounds: int, seed: int) -> Verification:
    """One rulebook as it is played, and its other pay tables with every line made to order."""
    house = HouseRules.of(book, options)
    verified = verify(house, rounds=rounds, seed=seed, drawing=drawing_of(house))
    return verified if "paytable" in options else with_paytables(book, options, verified)


def with_paytables(book: Rulebook, options: Mapping[str, Any], verified: Verification) -> Verification:
    """The rulebook's other pay tables beside the one that was played: every line made to order."""
    checks: list[TableCheck] = []
    findings = list(verified.findings)
    for name in book.paytables:
        if name == verified.options.get("paytable"):
            continue
        if (house := _playing_by(book, options, name)) is None:
            findings.append(Finding(f"paytable {name}", "cannot be put on a table, whatever one other option is"))
            continue
        check, found = _paytable(name, SheetAndTable.of(house, house))
        checks.append(check)
        findings += found
    return replace(verified, paytables=tuple(checks), findings=shortened(findings))


def _paytable(name: str, pair: SheetAndTable) -> tuple[TableCheck, list[Finding]]:
    wagers = [wager for wager in pair.sheet.wagers if paytable_of(pair.printed, wager)]
    forced = forced_rounds(pair.table, pair.sheet, wagers)
    rows = [Tally(pair.table, pair.sheet).wager(wager, forced) for wager in wagers]
    found = [replace(one, where=f"paytable {name}, {one.where}") for one in forced.all_findings()]
    return TableCheck(name, sum(row.verified for row in rows), sum(row.possible for row in rows)), found


def _playing_by(book: Rulebook, options: Mapping[str, Any], paytable: str) -> HouseRules | None:
    """A table that plays by a pay table, with one more option turned where the pay table asks for that."""
    turned: list[dict[str, Any]] = [{}]
    for option, written in book.written.options.items():
        turned += [{option: value} for value in written.choices or []]
    for more in turned:
        try:
            return HouseRules.of(book, {**more, **options, "paytable": paytable})
        except BadInput:
            continue
    return None
