"""Live rounds per second: a round dealt, and seven seats with four wagers each settled.

Dealing alone and settling alone are measured in the same run. A live round cannot be faster than both in sequence; the
ratio shows how near it comes. Target: 3,000 rounds per second on one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.cards.shoe import Shoe, build_decks
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play import rulebook_library
from croupier.play.driver import ShoeDealer, play_to_end, timeout_answer
from croupier.play.family import settle_bets
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets

SECONDS = 2.0
WANTED = 3_000
RULEBOOKS = {
    "ca-big-bonus-baccarat": ("player", "phoenix-7", "bbq", "win-4"),
    "co-99-fortunes": ("player", "banker", "tie", "fortunes-99"),
    "co-dragon-bonus": ("banker", "tie", "dragon-bonus-player", "dragon-bonus-banker"),
}


class Bench:
    """Full table of one rulebook."""

    def __init__(self, rulebook: str, wagers: tuple[str, ...]) -> None:
        self.rules = TableRules.of(rulebook_library.load(rulebook))
        self.play_rules = BaccaratRules.of(self.rules)
        self.bank = PostedBank(1, Cents(2_000_00)) if self.rules.has_player_dealer else None
        seats = [seat for seat in self.rules.seats if seat != 1 or self.bank is None][:7]
        self.bets = [Bet(seat, "player", name, self.stake(name)) for seat in seats for name in wagers]
        assert len(self.bets) == 28
        assert not check_bets(self.rules, self.bets, bank_seat=self.bank.seat if self.bank else None)
        self.meters = {meter.id: Cents(25_000_00) for meter in self.rules.meters}
        self.chance = SeededRandomSource(1)
        self.shoe = self.new_shoe()
        self.coup = self.deal()

    def stake(self, name: str) -> Cents:
        return min(self.rules.wagers[name].limit.most, Cents(20_00))

    def new_shoe(self) -> Shoe:
        return Shoe.new(self.rules.shoe, shuffled(build_decks(self.rules.shoe.decks), self.chance)).burn()[1]

    def deal(self) -> Coup:
        if self.shoe.is_finished:
            self.shoe = self.new_shoe()
        dealer, round_play = ShoeDealer(self.shoe.begin_hand()), RoundInProgress(lambda: play(self.play_rules))
        play_to_end(round_play, dealer, timeout_answer)
        assert isinstance(round_play.result, Coup)
        self.shoe = dealer.shoe.end_hand(round_play.result.cards)
        return round_play.result

    def settle(self) -> None:
        settle_bets(self.rules, self.coup, self.bets, bank=self.bank, meters=self.meters)

    def live(self) -> None:
        coup = self.deal()
        settle_bets(self.rules, coup, self.bets, bank=self.bank, meters=self.meters)


def a_second(work: Callable[[], object]) -> float:
    """Return how many times per second `work` runs."""
    done = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for _ in range(50):
            work()
        done += 50
    return done / spent


def main() -> None:
    print(f"{'rulebook':26} {'deal/s':>9} {'settle/s':>9} {'live/s':>9} {'live ÷ limit':>13} {'live ÷ wanted':>14}")
    for rulebook, wagers in RULEBOOKS.items():
        bench = Bench(rulebook, wagers)
        deal, settle, live = a_second(bench.deal), a_second(bench.settle), a_second(bench.live)
        limit = 1 / (1 / deal + 1 / settle)
        print(f"{rulebook:26} {deal:9,.0f} {settle:9,.0f} {live:9,.0f} {live / limit:13.2f} {live / WANTED:14.1f}")


if __name__ == "__main__":
    main()
