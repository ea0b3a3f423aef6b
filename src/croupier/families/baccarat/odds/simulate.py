"""Simulation: shoes dealt as the live table deals them, by the million, every figure with its interval.

The same seed gives the same counts whatever deals them: one thread or many, a CUDA device, a cluster. Shoes are
numbered, and rounds are counted in the order of their shoes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing

from croupier.cards import Card, CutRule, ShoeRules
from croupier.errors import BadInput
from croupier.families.baccarat.facts import Layout
from croupier.families.baccarat.odds.exact import FIRST_FOUR, SUITS, require_baccarat, totals_kinds
from croupier.families.baccarat.odds.kernels import STOOD
from croupier.families.baccarat.odds.kinds import CoupTable, RoundKinds
from croupier.families.baccarat.odds.sim_dealers import SHOES_A_PIECE, Dealer, check_where, dealer_for
from croupier.families.baccarat.odds.sim_kernels import (
    LOOKS_AT_FIRST_FOUR,
    LOOKS_AT_SUITS,
    LOOKS_AT_TOTALS,
    NO_CARD,
    rounds_of_shoe,
)
from croupier.families.baccarat.odds.sim_shoes import LONGEST_ROUND, MOST_SHOES, Dealing, dealing_of, start_of
from croupier.families.baccarat.odds.sim_tally import Job, Seen, deal_piece, nothing_yet
from croupier.families.baccarat.round import BaccaratRules, Coup
from croupier.odds.composition import card_of
from croupier.odds.measures import WagerOdds, measure
from croupier.odds.par_sheet import ParSheet, paytable_of
from croupier.odds.sim_stop import Progress, Stop
from croupier.odds.table import SIMULATED
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.wagers import TableWager

LAST_SHOES = 2**8
"""So few shoes are left to the last piece, which stops in the middle of one."""
CARDS = tuple(card_of(number) for number in range(52))
NOT_ON_DEVICE = "looks at ranks or suits, which are not dealt on a CUDA device; simulate it on the cpu"


def dealing_for(house: HouseRules) -> Dealing:
    """A house's shoe and drawing rules, as kernels take them."""
    rules = BaccaratRules.of(house)
    return dealing_of(
        decks=house.shoe.decks,
        burn=burn_by_points(house.shoe),
        cut_from_back=house.shoe.cut_from_back,
        ends_with_the_hand=house.shoe.cut_rule is CutRule.ENDS_WITH_THE_HAND,
        draws=rules.draw_table,
        natural_stops=rules.natural_stops,
    )


def burn_by_points(shoe: ShoeRules) -> list[int]:
    """How many cards are burnt, by the points of the first: tens and pictures have none. [003 L200; 004 L2305-2310]"""
    if shoe.burn == "none":
        return [0] * 10
    if shoe.burn == "fixed":
        return [shoe.burn_fixed] * 10
    return [1 + shoe.burn_ten_value, *(1 + points for points in range(1, 10))]


def simulated_shoe(house: HouseRules, seed: int, shoe: int) -> tuple[list[Card], list[Coup]]:
    """A shoe as a simulation deals it: its cards in order, and its rounds. For holding against the live table's."""
    order, begins, kinds = rounds_of_shoe(dealing_for(house), start_of(seed), shoe)
    cards = [CARDS[number] for number in order.tolist()]
    return cards, [round_at(cards, begin, kind) for begin, kind in zip(begins.tolist(), kinds.tolist(), strict=True)]


def round_at(cards: Sequence[Card], begin: int, kind: int) -> Coup:
    """The round of a kind that begins at a place of a shoe."""
    thirds = list(cards[begin + 4 : begin + LONGEST_ROUND])
    player = [cards[begin], cards[begin + 2], *([thirds.pop(0)] if kind % 121 // 11 != STOOD else [])]
    banker = [cards[begin + 1], cards[begin + 3], *([thirds.pop(0)] if kind % 11 != STOOD else [])]
    return Coup(tuple(player), tuple(banker))


def look_of(wager: TableWager) -> int:
    """What has to be told apart to decide a wager."""
    facts = frozenset(wager.facts)
    first_four = LOOKS_AT_FIRST_FOUR if facts & FIRST_FOUR else 0
    suits = LOOKS_AT_SUITS if facts & SUITS else 0
    return first_four | suits | (LOOKS_AT_TOTALS if facts - FIRST_FOUR - SUITS else 0)


class Simulation:
    """The rounds dealt so far at a table, and what they say of its wagers."""

    def __init__(self, house: HouseRules, seed: int = 1, *, by_totals_alone: bool = False) -> None:
        require_baccarat(house)
        self.house = house
        self.looks = {wager.id: look_of(wager) for wager in house.wagers.values()}
        wide = sorted({look for look in self.looks.values() if look & ~LOOKS_AT_TOTALS})
        self.left_out = [wager for wager, look in self.looks.items() if by_totals_alone and look in wide]
        self.job = Job(dealing_for(house), seed, () if by_totals_alone else tuple(wide))
        self.tally = nothing_yet(self.job)
        self._rules = BaccaratRules.of(house)
        self._kinds: dict[int, tuple[Seen, RoundKinds]] = {}
        self._rounds_to_narrow: float | None = None
        self._layout = Layout(house.seat_hands, frozenset(house.seats))
        if not deal_piece(self.job, 0, 1).rounds:
            raise BadInput.at("options", "no round can be dealt from this shoe: burn and cut card leave too few cards")

    def deal(self, dealer: Dealer, stop: Stop, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Deal until it is enough."""
        began = time.monotonic()
        while shoes := self._shoes_before_next_look(stop):
            with closing(dealer.deal(self.tally.shoes, shoes)) as pieces:
                for piece in pieces:
                    self.tally = self.tally.plus(piece)
                    seconds = time.monotonic() - began
                    progress(Progress(self.tally.rounds, seconds, self._share(stop, seconds)))
                    if stop.seconds is not None and seconds >= stop.seconds:
                        return
            if stop.within is not None and self._is_narrow(*stop.within):
                return
        if stop.rounds is not None:
            self._deal_the_last(stop.rounds)
        progress(Progress(self.tally.rounds, time.monotonic() - began, 1.0))

    def _shoes_before_next_look(self, stop: Stop) -> int:
        """How many shoes can be dealt that will not be too many, whatever they bring."""
        shoes = MOST_SHOES - self.tally.shoes
        if stop.within is not None:
            # Measuring a wager that looks at cards takes a second or so: look less often.
            part = 2 if self.looks[stop.within[0]] in self.job.looks else 8
            shoes = min(shoes, max(SHOES_A_PIECE, self.tally.shoes // part))
        if stop.rounds is not None:
            safe = (stop.rounds - self.tally.rounds) // self.job.most_rounds_a_shoe
            shoes = min(shoes, safe if safe > LAST_SHOES else 0)
        return shoes

    def _deal_the_last(self, rounds: int) -> None:
        """A few shoes more, up to the very round that was asked for."""
        missing = rounds - self.tally.rounds
        if missing > 0:
            self.tally = self.tally.plus(deal_piece(self.job, self.tally.shoes, missing, missing))

    def _is_narrow(self, wager: str, width: float) -> bool:
        """A wager that has ended one way only has no interval yet."""
        interval = self.odds(wager).interval
        if not interval:
            return False
        self._rounds_to_narrow = self.tally.rounds * (interval / width) ** 2
        return interval < width

    def _share(self, stop: Stop, seconds: float) -> float:
        shares = [self.tally.rounds / self._rounds_to_narrow if self._rounds_to_narrow else 0.0]
        if stop.rounds is not None:
            shares.append(self.tally.rounds / stop.rounds)
        if stop.seconds is not None:
            shares.append(seconds / stop.seconds)
        return min(max(shares), 1.0)

    def table(self, wager: str) -> CoupTable:
        """What was dealt, as far as a wager's facts can tell rounds apart."""
        look = self.looks[wager]
        if look & ~LOOKS_AT_TOTALS:
            seen = self.tally.seen[self.job.looks.index(look)]
            kinds, weights = self._kinds_of(look, seen), seen.counts
        else:
            places, kinds = totals_kinds(self._rules.draw_table, self._rules.natural_stops)
            weights = self.tally.totals[places]
        return CoupTable(weights, SIMULATED, kinds.columns(self.house.seats[0], self._layout), kinds)

    def _kinds_of(self, look: int, seen: Seen) -> RoundKinds:
        if look not in self._kinds or self._kinds[look][0] is not seen:
            self._kinds[look] = seen, RoundKinds(tuple(example_round(number) for number in seen.examples.tolist()))
        return self._kinds[look][1]

    def odds(self, wager: str) -> WagerOdds:
        return measure(self.house.wagers[wager], self.table(wager), paytable=paytable_of(self.house, wager))

    def sheet(self) -> ParSheet:
        """Every wager measured by the rounds dealt."""
        wagers = {wager: self.odds(wager) for wager in self.looks if wager not in self.left_out}
        left_out = dict.fromkeys(self.left_out, NOT_ON_DEVICE)
        return ParSheet(self.house, None, SIMULATED, self.tally.rounds, wagers, left_out)


def example_round(number: int) -> Coup:
    """The round that a key's example stands for: the cards of both hands as digits to the base 53."""
    digits = [number // (NO_CARD + 1) ** power % (NO_CARD + 1) for power in range(LONGEST_ROUND - 1, -1, -1)]
    player, banker = (tuple(CARDS[card] for card in hand if card != NO_CARD) for hand in (digits[:3], digits[3:]))
    return Coup(player, banker)


def simulate(
    house: HouseRules,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    within: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    device: str = "cpu",
    cluster: str | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> ParSheet:
    """Deal shoes until it is enough, and measure every wager by what came.

    `within`: stop when half the width of a wager's 95 % interval is below this, as `banker=0.0001`. `threads`: cores to
    use, all without it. `cluster`: the address of a Dask scheduler, whose workers deal instead.
    """
    stop = Stop.of(rounds, seconds, within, house.wagers)
    check_where(threads, device, cluster)
    simulation = Simulation(house, seed, by_totals_alone=device == "cuda")
    if stop.within is not None and stop.within[0] in simulation.left_out:
        raise BadInput.at("--within", f"{stop.within[0]} {NOT_ON_DEVICE}")
    with closing(dealer_for(simulation.job, threads, device, cluster)) as dealer:
        simulation.deal(dealer, stop, progress)
    return simulation.sheet()
