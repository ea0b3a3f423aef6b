"""Verification of a blackjack table: that what is played is what is printed.

- simulation: the exact odds of every bonus wager, and the exact value of the chart, against millions of rounds;
- shoes: rounds through the live table's own round, decided by the chart, and the same cards by the kernel: the same
  number of cards and the same net, round by round; every settled bonus against its line of the sheet;
- rows: every line of every bonus wager made to order, and hands played without sense, settled live: each hand comes to
  what the mathematics counts it for;
- money: of every settled round, and of banks too small for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np
from scipy import special

from croupier.cards import Card, Shoe
from croupier.cards.chance import Chance, shuffled
from croupier.cards.shoe import decks
from croupier.families.baccarat.odds.verification.table import full_table
from croupier.families.baccarat.odds.verification.tally import Tally
from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.rules import Surrender
from croupier.families.blackjack.section import section_of
from croupier.families.blackjack.settling import table_of
from croupier.families.blackjack.sheet.live import ChartPlayer, Decide, KernelShoe, dealt_from, hands_of, play_live
from croupier.families.blackjack.sheet.made_to_order import (
    ROUNDS_WITHOUT_SENSE,
    SPARE,
    Senseless,
    insured_rounds,
    insures,
    packs,
    rounds_for,
    stands,
)
from croupier.families.blackjack.sheet.settled import Settling
from croupier.families.blackjack.sheet.sheet import game_of, solution_of
from croupier.families.blackjack.sheet.simulated import simulated_odds
from croupier.families.blackjack.sim.job import Job, cards_of_shoe, play_piece
from croupier.families.blackjack.sim.plays import Plays
from croupier.families.blackjack.sim.shoes import ShoePlan
from croupier.families.blackjack.sim.simulate import simulate_blackjack
from croupier.families.blackjack.sim.tally import BlackjackTally
from croupier.odds.composition import card_number, card_of
from croupier.odds.measures import CONFIDENCE, PayLine, PlayedOdds, WagerOdds
from croupier.odds.par_sheet import ParSheet
from croupier.odds.table import NotCounted
from croupier.odds.verification.played import verify_played
from croupier.odds.verification.report import Compared, Finding, RowCheck, Verification, WagerCheck
from croupier.odds.verification.statistics import ChiSquare, chi_square
from croupier.play.odds import exact_par_sheet
from croupier.play.round import NotAllowed, NotAsked
from croupier.rulebook.house_rules import HouseRules

SIMULATED_ROUNDS = 2**22
SIMULATED_SHOES = 24
"""Shoes of the simulation that are dealt live too."""
ROUND = "round"


def verify_blackjack(
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
        self.sheet: ParSheet = exact_par_sheet(printed)
        full = full_table(played, self.sheet)
        self.tally = Tally(full, self.sheet)
        self.settling = Settling(self.sheet, full, chance)
        self.rounds = self.senseless = 0
        self.simulated: BlackjackTally | None = None
        self.findings: list[Finding] = self.settling.findings

    @property
    def main(self) -> str:
        return section_of(self.printed).wager

    def not_counted(self) -> Iterator[Finding]:
        for name in self.settling.table.not_placed:
            if name in self.printed.betting_wagers:
                yield Finding(name, "is on the sheet, and no seat of the table may bet on it")
        for name, reason in self.sheet.not_counted.items():
            yield Finding(name, f"is not on the sheet: {reason}")

    def play(self, rounds: int, seed: int) -> None:
        """Everything there is to play; nothing where the main wager has no odds."""
        if self.main in self.sheet.not_counted:
            return
        self.play_made_to_order()
        self.play_without_sense()
        self.play_simulated_shoes(seed)
        self.play_shoes(rounds)
        self.simulated = self.simulate(seed)

    def checks(self) -> Iterator[WagerCheck]:
        if self.simulated is not None:
            yield from (self.check(odds, self.simulated) for odds in self.sheet.wagers.values())

    def tests(self) -> Mapping[str, ChiSquare | None]:
        return self.tally.shuffles()

    def compared(self) -> Iterator[Compared]:
        yield Compared("rounds dealt live and by the kernel", self.rounds)
        yield Compared("bonus bets settled by their lines", self.settling.bets)
        yield Compared("hands played without sense", self.senseless)
        yield Compared("rounds of the simulation", self.simulated.rounds if self.simulated else 0)
        if self.settling.banks:
            yield Compared("rounds against a bank too small", self.settling.banks)

    # Playing

    def _live(self, deal: Callable[[], Card], decide: Decide) -> tuple[BlackjackResult | None, int]:
        """A live round; None where it is void, or asks for something else than the odds think."""
        full = self.settling.table
        try:
            done = play_live(self.played, full.bets, full.bank.seat if full.bank else None, deal, decide)
        except (NotAllowed, NotAsked) as refused:
            self.findings.append(Finding(ROUND, f"the live round refuses what the odds do: {refused}"))
            return None, 0
        return (done.result if isinstance(done.result, BlackjackResult) else None), done.cards

    def play_made_to_order(self) -> None:
        """Some rounds for every line of every bonus wager, and insurance won and lost."""
        section = section_of(self.printed)
        for name in self.sheet.wagers:
            if name not in (section.wager, section.insurance):
                for cards in rounds_for(self.sheet, name):
                    self._force(cards, stands)
        if section.insurance in self.sheet.wagers:
            for cards in insured_rounds():
                self._force(cards, insures)

    def _force(self, cards: tuple[Card, ...], decide: Decide) -> None:
        result, taken = self._live(dealt_from(cards, SPARE), decide)
        if result is None:
            return
        if taken < len(cards):
            self.findings.append(Finding(ROUND, f"the dealer stands with {hands_of(result)}, and draws in the odds"))
        self.settling.settle(result, forced=True)

    def play_without_sense(self) -> None:
        """Hands as nobody would play them: what each comes to is what the mathematics counts it for."""
        game, every = game_of(self.printed), list(packs())
        for number in range(ROUNDS_WITHOUT_SENSE):
            pack = every[number % len(every)]
            draw = lambda pack=pack: pack[self.chance.below(len(pack))]  # noqa: E731
            result, _ = self._live(draw, Senseless(self.chance, eager=number % 3 == 0))
            if result is not None:
                self.settling.settle_hands(result, game)
                self.senseless += sum(len(seat.hands) for seat in result.seats)

    def play_shoes(self, rounds: int) -> None:
        """Shoes shuffled as the live table shuffles them, until enough rounds were compared or something was found."""
        job = self._job(seed=0, insures="never")
        insured = self._job(seed=0, insures="always") if self._can_insure else job
        while self.rounds < rounds and not self.findings:
            cards = shuffled(decks(self.played.shoe.decks), self.chance)
            self._shoe(job if self.tally.shoes % 2 else insured, cards)
            self.tally.shoes += 1
            self.tally.add_order(np.array([card_number(card) for card in cards], dtype=np.int64))

    def play_simulated_shoes(self, seed: int) -> None:
        """Shoes of the simulation dealt live: all rounds of them come to what it counted."""
        job = self._job(seed=seed, insures="never")
        live: Counter[Fraction] = Counter()
        for number in range(SIMULATED_SHOES):
            live.update(self._shoe(job, tuple(card_of(card) for card in cards_of_shoe(job, number))))
        tally = BlackjackTally(job, play_piece(job, 0, SIMULATED_SHOES))
        counted = enumerate(tally.nets.sum(axis=0).tolist())
        simulated = {Fraction(place - job.net_middle, tally.units): many for place, many in counted if many}
        if simulated != dict(live) and not self.findings:
            told = (
                f"{tally.rounds} rounds of {SIMULATED_SHOES} simulated shoes, {sum(live.values())} live from the same"
            )
            self.findings.append(Finding("shoe", f"{told} cards, or they come to something else"))

    @property
    def _can_insure(self) -> bool:
        """Where a hand can be given up before the look as well, a seat answers one of the two offers."""
        rules = game_of(self.printed).rules
        return rules.insurance and rules.surrender is not Surrender.EARLY

    def _job(self, *, seed: int, insures: str) -> Job:
        game, plays = game_of(self.printed), Plays(solution_of(self.printed).chart)
        completes = table_of(self.printed, self.settling.table.bets).dealer_completes
        plan = ShoePlan.of(self.printed.shoe)
        return Job(game.rules, game.payoffs, (plays,), seed, plan, insures=insures, dealer_completes=completes)

    def _shoe(self, job: Job, cards: tuple[Card, ...]) -> list[Fraction]:
        """Every round of a shoe, live and by the kernel: what each came to."""
        kernel, decide = KernelShoe(job, cards), ChartPlayer(job.seats[0], job)
        _, shoe = Shoe.of(self.played.shoe, cards).burnt()
        nets: list[Fraction] = []
        while not shoe.is_finished and not self.findings:
            dealer = _FromShoe(shoe.begin_hand())
            result, taken = self._live(dealer, decide)
            expected = kernel.round(shoe.dealt)
            if result is None:
                break
            net = self.settling.settle(result, forced=False)
            if expected is None or (net, taken) != (expected.net, expected.cards):
                told = f"{expected.net} after {expected.cards} cards" if expected else "no end"
                live = f"live {net} after {taken} cards, in the odds {told}"
                self.findings.append(Finding(ROUND, f"{live}: {hands_of(result)}"))
                break
            nets.append(net)
            self.rounds += 1
            shoe = dealer.shoe.end_hand(result.cards)
        return nets

    # What the simulation says

    def simulate(self, seed: int) -> BlackjackTally:
        game, chart = game_of(self.printed), solution_of(self.printed).chart
        return simulate_blackjack(
            game.rules, game.payoffs, chart, SIMULATED_ROUNDS, seed=seed, shoe=ShoePlan.fresh(),
            counts_firsts=True, dealer_completes=True, threads=1,
        )  # fmt: skip

    def check(self, odds: WagerOdds, simulated: BlackjackTally) -> WagerCheck:
        if isinstance(odds, PlayedOdds):
            return self._check_main(odds, simulated)
        try:
            seen = simulated_odds(self.printed, self.printed.wagers[odds.wager], simulated)
        except NotCounted:
            return WagerCheck(odds.wager, odds.title, odds.paytable, 0, self._rows(odds, Counter(), 0), None)
        came = Counter({_key(line): line.count for line in seen.lines})
        rows = self._rows(odds, came, seen.total)
        test = chi_square([row.observed for row in rows], [row.expected or 0.0 for row in rows])
        return WagerCheck(odds.wager, odds.title, odds.paytable, seen.total, rows, test)

    def _rows(self, odds: WagerOdds, came: Counter[object], rounds: int) -> tuple[RowCheck, ...]:
        forced = self.settling.forced[odds.wager]
        rows = []
        for place, line in enumerate(odds.lines):
            chance = float(odds.probability(line))
            counts = came[_key(line)], forced[place]
            rows.append(RowCheck(line.row, line.pays, line.result, chance, chance * rounds, *counts))
        return tuple(rows)

    def _check_main(self, odds: PlayedOdds, simulated: BlackjackTally) -> WagerCheck:
        """The chart's exact value against the mean of the rounds that were simulated."""
        off = (float(simulated.edge) - odds.chart_value) / (simulated.interval / CONFIDENCE)
        test = ChiSquare(off**2, 1, float(special.chdtrc(1, off**2)), frozenset())
        rows = tuple(self.settling.main_rows())
        return WagerCheck(odds.wager, odds.title, odds.paytable, simulated.rounds, rows, test)


class _FromShoe:
    """Deals a shoe card by card."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe

    def __call__(self) -> Card:
        card, self.shoe = self.shoe.deal()
        return card


def _key(line: PayLine) -> object:
    return line.row, line.pays, line.result, line.net
