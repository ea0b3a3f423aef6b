"""Blackjack simulated: real shoes, one to seven seats, a chart or the exact strategy, flat stakes or spread by a count.

The same seed gives the same counts whatever number of threads plays them. Shoes are numbered, and rounds are counted in
the order of their shoes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import islice

from croupier.cards import ShoeRules
from croupier.errors import BadInput
from croupier.families.baccarat.odds.sim_dealers import cores
from croupier.families.baccarat.odds.sim_shoes import MOST_SHOES
from croupier.families.baccarat.odds.sim_tally import cut_in_pieces
from croupier.families.blackjack.odds.actions import Chart
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.rules import BlackjackRules
from croupier.families.blackjack.sim.counts import MOST_COUNT, CountSystem, Spread, count_named
from croupier.families.blackjack.sim.job import HIGHEST, LOWEST, Job, Piece, nothing_yet, play_piece
from croupier.families.blackjack.sim.kernels import MOST_HANDS
from croupier.families.blackjack.sim.plays import Plays
from croupier.families.blackjack.sim.shoes import MOST_DECKS, ShoePlan
from croupier.families.blackjack.sim.tally import BlackjackTally
from croupier.odds.sim_stop import MOST_ROUNDS, Progress, Stop

MOST_SEATS = 7
ROUNDS_A_PIECE = 2**20
LAST_ROUNDS = 2**14
"""So few rounds are left to the last piece, which stops in the middle of a shoe."""
WAGER = "blackjack"

Strategy = Chart | Plays


def simulate_blackjack(
    rules: BlackjackRules,
    payoffs: Payoffs,
    chart: Strategy | Sequence[Strategy],
    rounds: int | None = None,
    seats: int = 1,
    seed: int = 1,
    *,
    shoe: ShoePlan | ShoeRules | None = None,
    spread: Spread | None = None,
    count: CountSystem | str | None = None,
    insurance: str | float | Fraction = "never",
    dealer_completes: bool = False,
    counts_firsts: bool = False,
    threads: int | None = None,
    seconds: float | None = None,
    within: float | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> BlackjackTally:
    """Play until it is enough: so many rounds, seconds, or half the edge's 95 % interval below `within`.

    `chart`: one strategy for all seats, or one for each. `insurance`: `never`, `always`, or the true count from which
    every seat insures. `spread`: stakes by the true count of `count`; without it every stake is one. `shoe`: the live
    table's, or a plan; `ShoePlan.fresh()` deals every round from whole decks. `dealer_completes`: the dealer draws
    though nobody waits for it. `counts_firsts`: count the first cards by rank and suit. `threads`: all cores
    without it.
    """
    stop = Stop.of(rounds, seconds, None if within is None else f"{WAGER}={within}", {WAGER: None})
    strategies = _strategies(chart, seats)
    check_rules(rules)
    system = count_named(count) if isinstance(count, str) else count
    insures = _insurance(insurance, rules, system)
    if spread is not None and system is None:
        raise BadInput.at("spread", 'needs a count to spread by, such as "hi-lo"')
    if threads is not None and threads < 1:
        raise BadInput.at("threads", f"is {threads}; use at least one")
    low, high = _counts_told_apart(spread)
    plan = ShoePlan.of(shoe) if isinstance(shoe, ShoeRules) else shoe or ShoePlan()
    _check_shoe(shoe, plan, rules)
    job = Job(
        rules, payoffs, strategies, seed, plan, system, low, high, insures,
        dealer_completes=dealer_completes, counts_firsts=counts_firsts,
    )  # fmt: skip
    return Simulation(job, spread).play(stop, threads or cores(), progress)


def check_rules(rules: BlackjackRules) -> None:
    """What a kernel has room for."""
    if not 1 <= rules.decks <= MOST_DECKS:
        raise BadInput.at("rules.decks", f"is {rules.decks}; play with 1 to {MOST_DECKS}")
    if not 1 <= rules.most_hands <= MOST_HANDS:
        raise BadInput.at("rules.most_hands", f"is {rules.most_hands}; a seat has 1 to {MOST_HANDS} hands")
    if rules.charlie_cards and rules.charlie_cards < 3:
        raise BadInput.at("rules.charlie_cards", f"is {rules.charlie_cards}; use 3 or more, or 0 for none")


def _strategies(chart: Strategy | Sequence[Strategy], seats: int) -> tuple[Plays, ...]:
    if not 1 <= seats <= MOST_SEATS:
        raise BadInput.at("seats", f"is {seats}; a table has 1 to {MOST_SEATS}")
    if isinstance(chart, Chart | Plays):
        return (_plays(chart),) * seats
    if len(chart) != seats:
        raise BadInput.at("chart", f"{len(chart)} strategies for {seats} seats; give one, or one for each seat")
    known: dict[int, Plays] = {}
    return tuple(known.setdefault(id(one), _plays(one)) for one in chart)


def _plays(strategy: Strategy) -> Plays:
    return Plays(strategy) if isinstance(strategy, Chart) else strategy


def _insurance(asked: str | float | Fraction, rules: BlackjackRules, system: CountSystem | None) -> str | Fraction:
    if isinstance(asked, str):
        if asked not in ("never", "always"):
            raise BadInput.at("insurance", f'is "{asked}"; choose never, always, or a true count')
        threshold: str | Fraction = asked
    elif not -MOST_COUNT <= asked <= MOST_COUNT:
        raise BadInput.at("insurance", f"is {asked}; a count lies between -{MOST_COUNT} and {MOST_COUNT}")
    elif system is None:
        raise BadInput.at("insurance", 'from a true count on needs a count, such as "hi-lo"')
    else:
        threshold = Fraction(str(asked))
    if threshold != "never" and not rules.insurance:
        raise BadInput.at("insurance", "is not offered by these rules; leave it at never")
    return threshold


def _counts_told_apart(spread: Spread | None) -> tuple[int, int]:
    """Every step of a spread has its own count."""
    steps = [count for count, _ in spread.steps] if spread is not None else []
    return min(LOWEST, *(step - 1 for step in steps), 0), max(HIGHEST, *steps, 0)


def _check_shoe(shoe: ShoePlan | ShoeRules | None, plan: ShoePlan, rules: BlackjackRules) -> None:
    if isinstance(shoe, ShoeRules) and shoe.decks != rules.decks:
        raise BadInput.at("shoe.decks", f"is {shoe.decks}, and the rules say {rules.decks}")
    if plan.cut_from_back > 52 * rules.decks:
        raise BadInput.at("shoe.cut_from_back", f"is {plan.cut_from_back}; the shoe has {52 * rules.decks} cards")


class Simulation:
    """The rounds played so far."""

    def __init__(self, job: Job, spread: Spread | None = None) -> None:
        self.job = job
        self.spread = spread
        self.piece = nothing_yet(job)
        if not play_piece(job, 0, 64, 1).rounds:
            raise BadInput.at("shoe", "no round can be played from this shoe: burn and cut card leave too few cards")

    @property
    def tally(self) -> BlackjackTally:
        return BlackjackTally(self.job, self.piece, self.spread)

    def play(self, stop: Stop, threads: int, progress: Callable[[Progress], None]) -> BlackjackTally:
        """Play until it is enough."""
        began = time.monotonic()
        with ThreadPoolExecutor(threads) as pool:
            while shoes := self._shoes_before_next_look(stop):
                for piece in self._pieces(pool, threads, shoes):
                    self.piece = self.piece.plus(piece)
                    seconds = time.monotonic() - began
                    progress(Progress(self.piece.rounds, seconds, self._share(stop, seconds)))
                    if stop.seconds is not None and seconds >= stop.seconds:
                        return self.tally
                if stop.within is not None and 0 < self.tally.interval < stop.within[1]:
                    return self.tally
        self._play_the_last(stop)
        progress(Progress(self.piece.rounds, time.monotonic() - began, 1.0))
        return self.tally

    def _pieces(self, pool: ThreadPoolExecutor, threads: int, shoes: int) -> Iterator[Piece]:
        """In the order of their shoes; as many under way as keep every thread busy."""
        size = max(1, ROUNDS_A_PIECE // self.job.most_rounds_a_shoe)
        pieces = cut_in_pieces(self.piece.shoes, shoes, size)
        under_way: list[Future[Piece]] = []
        try:
            while True:
                wanted = 2 * threads - len(under_way)
                under_way += [pool.submit(play_piece, self.job, *piece) for piece in islice(pieces, wanted)]
                if not under_way:
                    return
                yield under_way.pop(0).result()
        finally:
            for future in under_way:
                future.cancel()

    def _shoes_before_next_look(self, stop: Stop) -> int:
        """How many shoes can be played that will not be too many, whatever they bring."""
        most = self.job.most_rounds_a_shoe
        shoes = MOST_SHOES - self.piece.shoes
        if stop.within is not None:
            shoes = min(shoes, max(2 * ROUNDS_A_PIECE // most, self.piece.shoes // 4))
        if stop.rounds is not None:
            safe = (stop.rounds - self.piece.rounds) // most
            shoes = min(shoes, safe if safe * most > LAST_ROUNDS else 0)
        return shoes

    def _play_the_last(self, stop: Stop) -> None:
        """A few shoes more, up to the very round that was asked for."""
        rounds = min(stop.rounds or 0, MOST_ROUNDS)
        while self.piece.rounds < rounds:
            missing = rounds - self.piece.rounds
            self.piece = self.piece.plus(play_piece(self.job, self.piece.shoes, missing, missing))

    def _share(self, stop: Stop, seconds: float) -> float:
        shares = [0.0]
        if stop.rounds is not None:
            shares.append(self.piece.rounds / stop.rounds)
        if stop.seconds is not None:
            shares.append(seconds / stop.seconds)
        if stop.within is not None and (interval := self.tally.interval):
            shares.append((stop.within[1] / interval) ** 2)
        return min(max(shares), 1.0)
