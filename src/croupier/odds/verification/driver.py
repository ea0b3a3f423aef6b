"""Verification of one table: rounds played by the live code must agree with the printed par sheet.

Live rounds with settlement of real bets are compared with the exact odds of the par sheet, in the same steps for every
game:

- forced rounds: one for each line of every wager, so that even rare lines are paid as the sheet says;
- random decisions: rounds from reduced packs with senseless decisions, in which rare hands meet;
- shoes: shuffled as at the live table and played as the sheet assumes. Each settled bet is compared with the line of
  the sheet that its round ends in, the money is counted again, and the frequency of each line is tested against its
  exact probability;
- banks: in games with a player-dealer, several seats against banks that are too small;
- simulation: compared with the live round and, for millions of rounds, with the odds, if the family has such a test.

The printed sheet and the table can have different rules, to test that a difference is found.
"""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from croupier.cards import Card, Piece, Shoe
from croupier.cards.pack import require_card
from croupier.cards.random_source import RandomSource, SeededRandomSource, shuffled
from croupier.errors import BadInput, InvariantViolation
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_amount
from croupier.money.settlement import PostedBank, SettledBet, Settlement
from croupier.odds.family_odds import exact_par_sheet, odds_of
from croupier.odds.par_sheet import ParSheet, option_text
from croupier.odds.verification.full_table import full_table
from croupier.odds.verification.money_checks import (
    bank_faults,
    bets_at_several_seats,
    bets_in_settlement_order,
    money_faults,
)
from croupier.odds.verification.report import (
    ComparedCount,
    Finding,
    RowCheck,
    Verification,
    WagerCheck,
    shorten_findings,
)
from croupier.odds.verification.sheet_lines import NOT_PRINTED, difference, net_of
from croupier.odds.verification.statistics import ChiSquare, chi_square, shuffle_test
from croupier.odds.wager_odds import PayLine, WagerOdds
from croupier.play.driver import AnyDealer, Dealer, Decide, deal_pieces, play_to_end, random_decisions, random_dice
from croupier.play.family import NO_OPENING, RoundFactory, family_of, settle_bets
from croupier.play.round import ForbiddenDecision, RoundInProgress, UnexpectedAnswer, Void
from croupier.rulebook.table_rules import TableRules


class LiveRound(NamedTuple):
    """Round that the live code played: its result and its number of cards."""

    result: Any
    cards: int = 0
    """Number of cards that were dealt in the round."""
    evaluation: Any = None
    """Result of the same round by the family's mathematics; None if the family does not compare it."""
    is_counted: bool = True
    """Whether the round counts in the frequency test."""


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)


LEAST_ROUNDS, MOST_ROUNDS = 1_000, 10_000_000
ROUND, SETTLEMENT = "round", "settlement"
Counts = dict[str, Counter[int]]
"""Number of rounds that ended in each line of the par sheet, by wager."""


def require_rounds(rounds: int) -> None:
    if not LEAST_ROUNDS <= rounds <= MOST_ROUNDS:
        raise BadInput.at("--rounds", f"is {rounds}; give {LEAST_ROUNDS:,} to {MOST_ROUNDS:,}")


def seed_of(seed: int, rulebook: str) -> int:
    """Return a different seed for each rulebook, so that no two are tested with the same shoes."""
    return int.from_bytes(hashlib.sha256(f"{seed} {rulebook}".encode()).digest()[:8], "big")


def verify(
    printed: TableRules, *, rounds: int, seed: int, played: TableRules | None = None, chance: RandomSource | None = None
) -> Verification:
    """Verify that live play at one table agrees with the printed odds.

    `played` are the rules of the live rounds, if they differ from the printed ones. `chance` replaces the generator
    with this seed.
    """
    require_rounds(rounds)
    began = time.perf_counter()
    own_seed = seed_of(seed, printed.id)
    shuffles = chance or SeededRandomSource(own_seed)
    table = odds_of(printed).verifier(printed, played or printed, shuffles, own_seed)
    if table.is_counted:
        table.play(rounds)
    return Verification(
        printed.id,
        printed.rulebook.title,
        printed.rulebook.digest,
        {name: option_text(chosen) for name, chosen in printed.options.items() if chosen is not None},
        table.rounds,
        table.shoes.shoe_count,
        time.perf_counter() - began,
        tuple(table.check(odds) for odds in table.sheet.wagers.values()) if table.is_counted else (),
        {**table.shoes.tests(), **table.tests()},
        tuple(ComparedCount(what, count) for what, count in table.compared.items()),
        findings=shorten_findings([*table.not_counted(), *table.findings]),
    )


class Verifier(ABC):
    """Base class of a verification: it has the printed sheet, the table under test and the findings.

    Subclasses supply the game-specific steps.
    """

    main: str | None = None
    """Wager that must be on the sheet; if the sheet has no odds for it, nothing is played."""
    spot_facts: frozenset[str] = frozenset()
    """Facts that differ by seat; every seat bets on wagers that depend on them."""
    lines_high = True
    """Whether large amounts are bet on the line wagers, because these limit the size of other wagers."""
    rounds_per_batch = 1_000
    """Number of rounds compared at a time; only their counts are stored, so memory stays constant."""
    random_rounds = 0
    preferred_action = ""
    """Action that is chosen whenever it is legal, in one of three rounds with random decisions."""
    small_banks = 1_000

    def __init__(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> None:
        self.printed, self.played, self.chance, self.seed = printed, played, chance, seed
        self.sheet = self.printed_sheet()
        self.table = full_table(played, self.sheet, self.spot_facts, lines_high=self.lines_high)
        self.shoes = ShuffledShoes(played, chance)
        self.rounds = 0
        self.observed_counts: Counts = defaultdict(Counter)
        self.forced: Counts = defaultdict(Counter)
        """Counts of forced rounds: rounds dealt from chosen cards, so that every line of the sheet occurs."""
        self.compared: Counter[str] = Counter()
        """Number of comparisons that were made and must hold exactly, by kind of comparison."""
        self.findings: list[Finding] = []
        self._meters = dict(self.table.meters)
        self._counted_at = {bet.wager: bet.seat for bet in reversed(self.table.bets)}
        self._by_seat = {name for name, wager in printed.wagers.items() if wager.facts & self.spot_facts}
        self._difference_cache: dict[object, tuple[str | None, int]] = {}

    # Hooks for families

    def printed_sheet(self) -> ParSheet:
        return exact_par_sheet(self.printed)

    @abstractmethod
    def hands_of(self, result: Any) -> str:
        """Return the cards of a round as text, for the message of a finding."""

    @abstractmethod
    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int] | None:
        """Return the index of the sheet line in which each round ends, or None for a wager without such lines.

        If seats differ, the facts of `seat` decide the wager.
        """

    @abstractmethod
    def forced_rounds(self, wagers: Collection[str]) -> Iterable[LiveRound]:
        """Return rounds from chosen cards that end in every sheet line of these wagers."""

    @abstractmethod
    def shuffled(self, rounds: int) -> Sequence[LiveRound]:
        """Return at least `rounds` rounds from shuffled shoes that count in the frequency tests."""

    def with_evaluation(self, rounds: Sequence[LiveRound]) -> Sequence[LiveRound]:
        """Return the rounds with their results by the family's mathematics, for families that find lines by these."""
        return rounds

    def odds_of(self, wager: str, seat: int) -> WagerOdds:
        """Return the odds of a wager as they would be printed for this seat."""
        return self.sheet[wager]

    def rare_round_dealers(self) -> Iterator[Dealer]:
        """Yield dealers of prepared cards, for rounds that shuffled cards rarely give."""
        return iter(())

    def compare_round(self, live: LiveRound, done: Settlement, counts: Counts | None) -> None:  # noqa: B027
        """Compare results of a settled round that only some families have; by default compare nothing."""

    @abstractmethod
    def compare_simulation(self) -> None:
        """Compare the simulation with live rounds and, for millions of rounds, with the odds."""

    def count(self, counts: Counts, one: SettledBet, line: int, live: LiveRound) -> None:
        counts[one.bet.wager][line] += 1

    def settled_first(self, result: Any, bets: Sequence[Bet]) -> Collection[int]:
        """Return the indexes of bets that are settled before the others."""
        return ()

    simulated_sheet: ParSheet | None = None
    """Sheet of simulated rounds, once `compare_simulation` has made it; None in a family without exact odds."""

    def tests(self) -> Mapping[str, ChiSquare | None]:
        """Return a test of the simulation against the exact odds for each wager that the simulation counts."""
        if self.simulated_sheet is None:
            return {}
        dealt = self.simulated_sheet
        return {
            f"simulation of {name}": chi_square_of(odds, count_lines(odds, dealt[name]))
            for name, odds in self.sheet.wagers.items()
            if name not in dealt.not_counted
        }

    # Play

    @property
    def is_counted(self) -> bool:
        return self.main not in self.sheet.not_counted

    def not_counted(self) -> Iterator[Finding]:
        for name in self.table.not_placed if self.is_counted else ():
            yield Finding(name, "is on the sheet, and no seat of the table may bet on it")
        for name, reason in self.sheet.not_counted.items():
            yield Finding(name, f"is not on the sheet: {reason}")

    def play(self, rounds: int) -> None:
        """Run all steps of the verification."""
        self.play_forced_rounds(self.sheet.wagers)
        self.play_random_decisions()
        self.play_shoes(rounds)
        self.play_small_banks()
        self.compare_simulation()

    def play_forced_rounds(self, wagers: Collection[str]) -> None:
        self.settle(list(self.forced_rounds(wagers)), self.forced, "bets of rounds made to order")

    def play_random_decisions(self) -> None:
        """Play rounds with random decisions and compare each settled bet with its sheet line."""
        begin, rounds = self.live_round_factory(), []
        for number, deal in zip(range(self.random_rounds), self.rare_round_dealers(), strict=False):
            decide = random_decisions(self.chance, likes="" if number % 3 else self.preferred_action)
            live = self.play_live_round(RoundInProgress(begin), deal, decide)
            rounds += [live] if live else []
        self.settle(self.with_evaluation(rounds), None, "bets of rounds decided without sense")

    def play_shoes(self, rounds: int) -> None:
        """Play rounds from shuffled shoes until `rounds` were compared or a difference was found."""
        while self.rounds < rounds and not self.findings:
            dealt = self.shuffled(min(self.rounds_per_batch, rounds - self.rounds))
            self.rounds += sum(live.is_counted for live in dealt)
            self.settle(dealt, self.observed_counts, "bets of rounds from shoes")

    def live_round_factory(self, bets: Sequence[Bet] | None = None, bank_seat: int | None = None) -> RoundFactory:
        """Return the function that starts a round of the live table."""
        placed = self.table.bets if bets is None else bets
        seat = self.table.bank.seat if self.table.bank and bank_seat is None else bank_seat
        return family_of(self.played).round_factory(self.played, placed, bank_seat=seat, opening=NO_OPENING)

    def play_live_round(
        self, play: RoundInProgress[Any], deal: AnyDealer, decide: Decide, evaluation: Any = None
    ) -> LiveRound | None:
        """Play a live round to its end; return None if it is void or refuses a decision that the odds assume."""
        try:
            cards = play_to_end(play, deal, decide, throw=random_dice(self.chance))
        except (ForbiddenDecision, UnexpectedAnswer) as refused:
            self.findings.append(Finding(ROUND, f"the live round refuses what the odds do: {refused}"))
            return None
        return None if isinstance(play.result, Void) else LiveRound(play.result, cards, evaluation)

    # Settlement

    def settle(self, rounds: Sequence[LiveRound], counts: Counts | None, what: str) -> None:
        """Settle live rounds and compare each bet with its line of the sheet."""
        lines: dict[tuple[str, int], Sequence[int] | None] = {}
        for place, live in enumerate(rounds):
            done = self._settled(live.result)
            if done is None:
                continue
            live_counts = counts if live.is_counted else None
            for settled_bet in done.settled:
                wager = settled_bet.bet.wager
                if wager not in self.sheet.wagers:
                    continue
                key = wager, settled_bet.bet.seat if wager in self._by_seat else 0
                if key not in lines:
                    lines[key] = self.lines_of(*key, rounds)
                if (of_rounds := lines[key]) is not None:
                    self.compared[what] += 1
                    self._compare(settled_bet, key[1], of_rounds[place], live, live_counts)
            self.compare_round(live, done, live_counts)

    def _settled(self, result: Any) -> Settlement | None:
        table = self.table
        try:
            done = settle_bets(table.rules, result, table.bets, bank=table.bank, meters=self._meters)
        except InvariantViolation as broken:
            self.add_finding(SETTLEMENT, str(broken), result)
            return None
        for where, message in money_faults(table, self._meters, done):
            self.add_finding(where, message, result)
        if not table.are_meters_empty:
            self._meters |= done.meters
        return done

    def add_finding(self, where: str, message: str, result: Any) -> None:
        self.findings.append(Finding(where, f"{message}: {self.hands_of(result)}"))

    def _compare(self, one: SettledBet, seat: int, line: int, live: LiveRound, counts: Counts | None) -> None:
        wager = one.bet.wager
        key = wager, seat, line, one.bet.amount, one.result, one.net, one.prize, one.owed, one.verdict
        if key not in self._difference_cache:
            self._difference_cache[key] = self._difference(one, seat, line), self._place(wager, seat, line)
        message, place = self._difference_cache[key]
        if message:
            self.add_finding(wager, message, live.result)
        elif counts is not None and (
            counts is self.forced or self._counted_at.get(wager, one.bet.seat) == one.bet.seat
        ):
            self.count(counts, one, place, live)

    def _difference(self, one: SettledBet, seat: int, line: int) -> str | None:
        if line == NOT_PRINTED:
            return f"ends with {one.result.value} {format_amount(net_of(one))}, and the sheet has no line for it"
        wager = self.printed.wagers[one.bet.wager]
        return difference(self.odds_of(wager.id, seat).lines[line], wager, one, self.table.slack[wager.id])

    def _place(self, wager: str, seat: int, line: int) -> int:
        """Return the index on the main sheet of a line of a seat's own sheet, or -1 if the main sheet lacks it."""
        odds = self.odds_of(wager, seat)
        return (
            line
            if odds is self.sheet[wager]
            else line_indexes(self.sheet[wager]).get(line_identity(odds.lines[line]), -1)
        )

    def play_small_banks(self) -> None:
        """Play several seats with random decisions against banks that cannot pay all of them."""
        if self.table.bank is None:
            return
        bets = bets_at_several_seats(self.table)
        free = [seat for seat in self.played.seats if all(bet.seat != seat for bet in bets)]
        begins = [self.live_round_factory(bets, seat) for seat in free]
        for number in range(self.small_banks):
            deal = deal_pieces(shuffled(self.played.shoe.pack.pieces, self.chance))
            live = self.play_live_round(
                RoundInProgress(begins[number % len(free)]), deal, random_decisions(self.chance)
            )
            if live is not None:
                self._try_small_bank(live.result, bets, free[number % len(free)])

    def _try_small_bank(self, result: Any, bets: Sequence[Bet], seat: int) -> None:
        """Settle a round against a bank of random size; check the amounts and the order of payment."""
        rules = self.played
        self.compared["rounds against a bank too small"] += 1
        due = [one.net for one in settle_bets(rules, result, bets).settled]
        bank = PostedBank(seat, Cents(1 + self.chance.below(2 * sum(abs(net) for net in due) + 1)))
        try:
            done = settle_bets(rules, result, bets, bank=bank)
        except InvariantViolation as broken:
            self.add_finding(SETTLEMENT, str(broken), result)
            return
        ended = [one.bet for one in done.settled]
        order = bets_in_settlement_order(
            rules, ended, family_of(rules).first_seat_to_settle(rules, result, bank) or seat
        )
        ahead = self.settled_first(result, ended)
        order.sort(key=lambda place: place not in ahead)
        for where, message in bank_faults(rules, done, due, bank, order):
            self.add_finding(where, message, result)

    # Results

    def check(self, odds: WagerOdds) -> WagerCheck:
        """Return the expected, observed and forced counts of one wager's lines, and its test."""
        observed = self.observed_counts[odds.wager]
        return self.wager_check(odds, observed, sum(observed.values()), chi_square_of(odds, observed))

    def wager_check(
        self, odds: WagerOdds, observed: Mapping[int, int], rounds: int, test: ChiSquare | None
    ) -> WagerCheck:
        total, forced = sum(observed.values()), self.forced[odds.wager]
        rows = []
        for place, line in enumerate(odds.lines):
            chance = float(odds.probability(line))
            counts = observed.get(place, 0), forced[place]
            rows.append(RowCheck(line.row, line.pays, line.result, chance, chance * total, *counts))
        return WagerCheck(odds.wager, odds.title, odds.paytable, rounds, tuple(rows), test)


class ShuffledShoes:
    """Shoes shuffled as at the live table, with counts of each card in each position for tests of the shuffle."""

    def __init__(self, rules: TableRules, chance: RandomSource) -> None:
        self.rules, self.chance, self.shoe_count = rules.shoe, chance, 0
        self.size = len(self.rules.pack.pieces)
        self.by_part = np.zeros((self.rules.decks, self.size), dtype=np.int64)
        """Count of each card in each part of the shoe; a part has the length of one pack."""
        self.by_place = np.zeros((self.size, self.size), dtype=np.int64)
        """Count of each card by its position within a part of the shoe."""

    def pieces(self) -> tuple[Piece, ...]:
        """Return the cards or tiles of the next shuffled shoe, in dealing order."""
        full = self.rules.full_shoe
        order = shuffled(range(len(full)), self.chance)
        self.shoe_count += 1
        for part, held in enumerate(np.array(order, dtype=np.int64).reshape(-1, self.size) % self.size):
            self.by_part[part] += np.bincount(held, minlength=self.size)
            self.by_place[np.arange(self.size), held] += 1
        return tuple(full[place] for place in order)

    def next_cards(self) -> tuple[Card, ...]:
        """Return the next shuffled shoe of a game that uses only cards."""
        return tuple(require_card(piece) for piece in self.pieces())

    def next_burned_shoe(self) -> Shoe:
        """Return the next shoe after its burn, ready for its first hand."""
        return Shoe.new(self.rules, self.next_cards()).burn()[1]

    def tests(self) -> dict[str, ChiSquare | None]:
        tests = {
            "shuffle by part of the shoe": shuffle_test(self.by_part, self.shoe_count),
            "shuffle by place in the pack": shuffle_test(self.by_place, self.shoe_count),
        }
        return {name: test for name, test in tests.items() if test is not None}


def chi_square_of(odds: WagerOdds, observed: Mapping[int, int]) -> ChiSquare | None:
    """Test the number of rounds in each line of a wager against the line's probability.

    Rounds that end in no printed line count as a result with probability 0.
    """
    total = sum(observed.values())
    if not total:
        return None
    line_counts = [observed.get(place, 0) for place in range(len(odds.lines))]
    expected = [float(odds.probability(line)) * total for line in odds.lines]
    return chi_square([*line_counts, observed.get(NOT_PRINTED, 0)], [*expected, 0.0])


def line_identity(line: PayLine) -> object:
    """Return the key by which a line is found again on another sheet of the same wager."""
    return line.row, line.pays, line.result, line.net


def line_indexes(odds: WagerOdds) -> dict[object, int]:
    return {line_identity(line): place for place, line in enumerate(odds.lines)}


def count_lines(odds: WagerOdds, other: WagerOdds) -> Counter[int]:
    """Return the counts of the lines of another sheet of the same wager, keyed by the line indexes of this sheet."""
    places = line_indexes(odds)
    return Counter({places.get(line_identity(line), NOT_PRINTED): line.count for line in other.lines})
