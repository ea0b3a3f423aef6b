"""Verification of a poker table: that what is played is what is printed.

- rows: every way in which two hands can end, played for everything that can be played for, made to order and settled
  live, so that each line of every wager is seen to pay what the sheet says however rare it is; and rounds from cut-down
  packs, decided without sense;
- decks: shuffled decks dealt by the live table's own round and decided by best play; each settled bet is compared with
  the line of the sheet that the compiled kernel's account of the same cards ends in, the hand's net with the kernel's,
  and how often each line came is tested against its exact chance;
- simulation: rounds of the simulation dealt live, and millions of them against the exact odds;
- banks: several seats against a bank too small for them, their money counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from croupier.cards import Card, Shoe
from croupier.cards.chance import Chance, shuffled
from croupier.cards.shoe import decks
from croupier.families.baccarat.odds.verification.lines import NOT_PRINTED
from croupier.families.baccarat.odds.verification.money import spread_bets
from croupier.families.baccarat.odds.verification.tally import Tally
from croupier.families.poker_dealer.felt import PokerResult
from croupier.families.poker_dealer.section import section_of
from croupier.families.poker_dealer.sheet.examples import Deal
from croupier.families.poker_dealer.sheet.live import Decide, End, Kernel, LiveRound, in_dealing_order, plays_for
from croupier.families.poker_dealer.sheet.made_to_order import ordered_rounds, packs, without_sense
from croupier.families.poker_dealer.sheet.settled import ROUND, Settling, poker_table
from croupier.families.poker_dealer.sheet.sheet import poker_sheet
from croupier.families.poker_dealer.sim.simulate import simulate_poker
from croupier.money.outcome import Bet
from croupier.odds.composition import card_number
from croupier.odds.measures import PayLine, WagerOdds
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shipped import shipped_sheet
from croupier.odds.verification.played import verify_played
from croupier.odds.verification.report import Compared, Finding, RowCheck, Verification, WagerCheck
from croupier.odds.verification.statistics import ChiSquare, chi_square
from croupier.play.odds import exact_par_sheet
from croupier.play.round import NotAllowed, NotAsked
from croupier.rulebook.house_rules import HouseRules

SIMULATED_ROUNDS = 2**23
SIMULATED_LIVE = 500
"""Rounds of the simulation that are dealt live too."""
WITHOUT_SENSE = 500
SMALL_BANKS = 200
DECISIONS_ASKED = 100
"""Rounds whose decisions are asked of the solution itself, point by point."""
AT_ONCE = 1_000
Counts = Mapping[str, Counter[int]]


def verify_poker(
    printed: HouseRules, *, rounds: int, seed: int, played: HouseRules | None = None, chance: Chance | None = None
) -> Verification:
    """Verify one table. `played`: what the live path plays by, where it is not what the sheet prints."""
    return verify_played(
        printed,
        lambda shuffles: VerifiedTable(printed, played or printed, shuffles),
        rounds=rounds,
        seed=seed,
        chance=chance,
    )


class VerifiedTable:
    """A printed sheet, a table that should play by it, and what was found."""

    def __init__(self, printed: HouseRules, played: HouseRules, chance: Chance) -> None:
        self.printed, self.played, self.chance = printed, played, chance
        shipped = shipped_sheet(printed)
        self.sheet: ParSheet = shipped.sheet if shipped else exact_par_sheet(printed)
        self.table = poker_table(played, self.sheet)
        self.tally = Tally(self.table, self.sheet)
        self.rounds = self.senseless = self.asked = self.banks = self.simulated_live = 0
        self.simulated: ParSheet | None = None
        self.settling: Settling | None = None
        self.findings: list[Finding] = []

    @property
    def main(self) -> str:
        return section_of(self.printed).ante

    def not_counted(self) -> Iterator[Finding]:
        for name in self.table.not_placed:
            yield Finding(name, "is on the sheet, and no seat of the table may bet on it")
        for name, reason in self.sheet.not_counted.items():
            yield Finding(name, f"is not on the sheet: {reason}")

    def play(self, rounds: int, seed: int) -> None:
        """Everything there is to play; nothing where the hand itself has no odds."""
        if self.main in self.sheet.not_counted:
            return
        self.settling = Settling(self.sheet, self.table, self.chance)
        self.findings = self.settling.findings
        self.kernel = Kernel(self.printed, seed)
        self.play_made_to_order()
        self.play_without_sense()
        self.play_simulated_rounds()
        self.play_small_banks()
        self.play_decks(rounds)
        counts = simulate_poker(self.printed, rounds=SIMULATED_ROUNDS, seed=seed, threads=1)
        self.simulated = poker_sheet(self.printed, counts)

    # Playing

    def _begun(self, deal: Callable[[], Card], bets: Sequence[Bet] | None = None) -> LiveRound:
        table = self.table
        return LiveRound(self.played, bets or table.bets, table.bank.seat if table.bank else None, deal)

    def _ended(self, begun: LiveRound, decide: Decide) -> PokerResult | None:
        """The end of a live round; None where it is void, or does not let itself be played as the odds think."""
        try:
            result = begun.decided(decide)
        except (NotAllowed, NotAsked) as refused:
            self.findings.append(Finding(ROUND, f"the live round refuses what the odds do: {refused}"))
            return None
        if begun.wrong:
            self.findings.append(Finding(ROUND, begun.wrong))
        return result if isinstance(result, PokerResult) else None

    def _play_all(self, begun: Sequence[LiveRound], decides: Sequence[Decide | None], counts: Counts | None) -> None:
        """Rounds that are dealt, each decided in its own way, or by the kernel; settled and compared."""
        assert self.settling is not None
        seat = self.table.bets[0].seat
        for live, decide, end in zip(
            begun, decides, self.kernel.ends([one.deal_of(seat) for one in begun]), strict=True
        ):
            result = self._ended(live, decide or plays_for(end.times))
            if result is not None:
                own = result.seats[0]
                times = end.times if decide is None else own.played // own.stake
                self.settling.settle(result, end._replace(times=times), counts)

    def play_made_to_order(self) -> None:
        """Every end, played for everything."""
        assert self.settling is not None
        rounds = list(ordered_rounds(self.printed))
        begun = [self._begun(iter(in_dealing_order(self.played, deal)).__next__) for deal, _ in rounds]
        self._play_all(begun, [plays_for(times) for _, times in rounds], self.settling.forced)

    def play_without_sense(self) -> None:
        """Rounds as nobody would play them, in which rare hands meet."""
        every = list(packs())
        begun = []
        for number in range(WITHOUT_SENSE):
            cards = shuffled(every[number % len(every)], self.chance)
            begun.append(self._begun(iter(cards).__next__))
        self._play_all(begun, [without_sense(self.chance)] * len(begun), None)
        self.senseless = len(begun)

    def play_simulated_rounds(self) -> None:
        """The first rounds of the simulation, dealt live from the same cards: the same hands, counted as they were."""
        simulated = self.kernel.simulated(SIMULATED_LIVE)
        begun, seat = [], self.table.bets[0].seat
        for deal, end in simulated:
            live = self._begun(iter(in_dealing_order(self.played, deal)).__next__)
            if live.deal_of(seat) != deal:
                self.findings.append(Finding(ROUND, f"cards go elsewhere than in the odds: {_said(deal)}"))
            if self.asked < DECISIONS_ASKED and (best := self.kernel.best(deal)) != end.times:
                told = f"plays for {end.times} antes in the simulation and for {best} by the solution"
                self.findings.append(Finding(ROUND, f"{told}: {_said(deal)}"))
            self.asked = min(DECISIONS_ASKED, self.asked + 1)
            begun.append(live)
        self._play_all(begun, [None] * len(begun), None)
        self.simulated_live = len(begun)
        self._compare_counts([end for _, end in simulated])

    def _compare_counts(self, ends: Sequence[End]) -> None:
        counts = self.kernel.counted(len(ends))
        place = {times: place for place, times in enumerate(counts.times)}
        laid = np.zeros_like(counts.ends)
        for end in ends:
            laid[place[end.times], end.own, end.dealer, end.result] += 1
        if not np.array_equal(laid, counts.ends):
            self.findings.append(Finding("simulation", "counts its rounds otherwise than they ended"))

    def play_decks(self, rounds: int) -> None:
        """Decks shuffled as the live table shuffles them, until enough rounds were compared or something was found."""
        assert self.settling is not None
        while self.rounds < rounds and not self.findings:
            begun = [self._begun(self._shuffled_deck()) for _ in range(min(AT_ONCE, rounds - self.rounds))]
            self._play_all(begun, [None] * len(begun), self.settling.came)
            self.rounds += len(begun)

    def _shuffled_deck(self) -> Callable[[], Card]:
        cards = shuffled(decks(self.played.shoe.decks), self.chance)
        self.tally.shoes += 1
        self.tally.add_order(np.array([card_number(card) for card in cards], dtype=np.int64))
        _, shoe = Shoe.of(self.played.shoe, cards).burnt()
        return iter(shoe.cards[shoe.dealt :]).__next__

    def play_small_banks(self) -> None:
        """Several seats against a bank that cannot pay them all, decided without sense."""
        assert self.settling is not None
        bets = spread_bets(self.table)
        for _ in range(SMALL_BANKS if self.table.bank else 0):
            begun = self._begun(iter(shuffled(decks(1), self.chance)).__next__, bets)
            result = self._ended(begun, without_sense(self.chance))
            if result is not None:
                self.settling.try_small_bank(result, bets)
                self.banks += 1

    # What came of it

    def checks(self) -> Iterator[WagerCheck]:
        if self.settling is not None:
            yield from (self._check(odds) for odds in self.sheet.wagers.values())

    def _check(self, odds: WagerOdds) -> WagerCheck:
        """A Play wager's lines are counted by their antes, which do not fall one by one: they are not tested."""
        assert self.settling is not None
        came, forced = self.settling.came[odds.wager], self.settling.forced[odds.wager]
        total, is_play = sum(came.values()), odds.wager == section_of(self.printed).play
        rows = []
        for place, line in enumerate(odds.lines):
            chance = float(odds.probability(line))
            counts = came[place], forced[place]
            rows.append(RowCheck(line.row, line.pays, line.result, chance, chance * total, *counts))
        rounds = self.settling.played if is_play else total
        test = _tested(odds, came) if total and not is_play else None
        return WagerCheck(odds.wager, odds.title, odds.paytable, rounds, tuple(rows), test)

    def tests(self) -> dict[str, ChiSquare | None]:
        """The shuffle, and the simulation against the exact odds."""
        tests = {name: test for name, test in self.tally.shuffles().items() if test is not None}
        return {**tests, **self._simulation_tests()}

    def _simulation_tests(self) -> dict[str, ChiSquare | None]:
        tests: dict[str, ChiSquare | None] = {}
        if self.simulated is None:
            return tests
        for name, odds in self.sheet.wagers.items():
            if name != section_of(self.printed).play:
                places = {_key(line): place for place, line in enumerate(odds.lines)}
                seen = self.simulated[name].lines
                came = Counter({places.get(_key(line), NOT_PRINTED): line.count for line in seen})
                tests[f"simulation of {name}"] = _tested(odds, came)
        return tests

    def compared(self) -> Iterator[Compared]:
        yield Compared("rounds dealt live and by the kernel", self.rounds)
        yield Compared("bets settled by their lines", self.settling.bets if self.settling else 0)
        yield Compared("rounds decided without sense", self.senseless)
        yield Compared("rounds of the simulation dealt live", self.simulated_live)
        yield Compared("rounds decided by the solution itself", self.asked)
        yield Compared("rounds of the simulation", self.simulated.rounds if self.simulated else 0)
        if self.banks:
            yield Compared("rounds against a bank too small", self.banks)


def _tested(odds: WagerOdds, came: Mapping[int, int]) -> ChiSquare | None:
    """What no line speaks of was expected never."""
    total = sum(came.values())
    observed = [came.get(place, 0) for place in range(len(odds.lines))]
    expected = [float(odds.probability(line)) * total for line in odds.lines]
    return chi_square([*observed, came.get(NOT_PRINTED, 0)], [*expected, 0.0])


def _key(line: PayLine) -> object:
    return line.row, line.pays, line.result, line.net


def _said(deal: Deal) -> str:
    own, dealer, board = (" ".join(str(card) for card in cards) for cards in deal)
    return f"{own} against {dealer}" + (f" on {board}" if board else "")
