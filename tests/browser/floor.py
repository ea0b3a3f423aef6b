"""House with one table for every state of every game that a player, a dealer or a board can see.

It is for tests of page layout: fixed cards, fixed bets, and a clock that does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.server.demonstration import PROVIDER
from croupier.views.layout_view import wagers_view
from tests.browser.evening import Clock
from tests.browser.site import Site, open_site

MIDI, CO, EZ, WAR = "ilani-midi-baccarat", "co-baccarat", "ca-ez-baccarat-panda-8", "ca-ultimate-war"
METERS, HOUSE, ILANI = "co-99-fortunes", "house-blackjack", "ilani-blackjack"
HOLDEM, THREE, X = "ca-ultimate-texas-holdem", "ca-three-card-poker-6-card-bonus", "ca-blackjack-x"
TILES = "ca-pai-gow-tiles"
BANKED = {"schedule": 1}
SECONDS = {"betting_seconds": 12, "decision_seconds": 15, "offer_seconds": 20}
BANK = 2_000_00
CHIP = 25_00
APART = ("emperor-bonus-banker",)
"""Wagers on the two hands of which a player may place only one."""


class Table:
    """One table, driven by HTTP requests. Seat 1 is another player or the bank; seat 2 is the player of the test."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.name = site, name

    def do(self, who: str, do: str, **fields: Any) -> None:
        """Send a command to the table as one of its users."""
        self.site.as_(who).command(self.name, do, **fields)

    def new_shoe(self, burn: str | None = "Ks") -> None:
        self.do("dealer", "load-shoe")
        if burn is not None:
            self.do("dealer", "read-card", card=burn)

    def sit(self, **seats: int) -> None:
        for who, seat in seats.items():
            self.do(who, "sit-down", seat=seat)

    def bank(self, again: bool = False) -> None:
        self.do(PROVIDER, "post-bank" if again else "accept-bank", cents=BANK)

    def bet(self, who: str, seat: int, *wagers: str, cents: int = CHIP) -> None:
        self.do(who, "place-wagers", seat=seat, wagers=[{"wager": wager, "cents": cents} for wager in wagers])

    def everywhere(self, who: str = "player", seat: int = 2) -> None:
        """Place a chip on every spot, or less where the limit of the spot is lower."""
        spots = [
            wager
            for wager in wagers_view(self.site.state(self.name), {})
            if not wager["is_placed_during_round"] and wager["id"] not in APART
        ]
        wagers = [{"wager": wager["id"], "cents": min(CHIP, wager["limit"]["most_cents"])} for wager in spots]
        self.do(who, "place-wagers", seat=seat, wagers=wagers)

    def opened(self) -> None:
        self.do("dealer", "open-bets")

    def closed(self) -> None:
        self.do("dealer", "close-bets")

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.do("dealer", "read-card", card=card)

    def decide(self, seat: int, *choices: str) -> None:
        for choice in choices:
            self.do("dealer", "decide", seat=seat, choice=choice)

    def called(self) -> None:
        self.do("dealer", "call-result")


def by_hand(table: Table) -> None:
    """Load a shoe at a table that a dealer deals, and seat two players."""
    table.new_shoe()
    table.sit(player2=1, player=2)


def banked(table: Table, burn: str | None = None) -> None:
    """Seat the provider at seat 1 as the bank, and two players."""
    table.new_shoe(burn)
    table.sit(**{PROVIDER: 1, "player": 2, "player2": 3})
    table.bank()


def some_rounds(table: Table) -> None:
    """Play twelve rounds, so that the roads have some columns."""
    for cards in ("9s Kh Kd 2c", "Ks Qd 7h Jc 2d", "Ks Qd 9h 8c", "Ah 8c Kc 9h 3s", "7c 7d Qs Qh", "4c 9c 4s 9s") * 2:
        table.opened()
        table.bet("player2", 1, "player")
        table.closed()
        table.deal(cards)
        table.called()


def betting(table: Table) -> None:
    by_hand(table)
    some_rounds(table)
    table.opened()
    table.everywhere()
    table.everywhere("player2", 1)


def empty(table: Table) -> None:
    by_hand(table)
    table.opened()


def full(table: Table) -> None:
    empty(table)
    table.everywhere()


def dealing(table: Table) -> None:
    full(table)
    table.closed()
    table.deal("5s Kh Kd 2c 9h")


def banker_wins(table: Table) -> None:
    dealing(table)
    table.deal("4d")
    table.called()


def paused(table: Table) -> None:
    full(table)
    table.do("supervisor", "pause-table", reason="The shuffler is being changed for another one")


def called_off(table: Table) -> None:
    """Void a round after its cards were dealt."""
    dealing(table)
    table.do("supervisor", "void-round", reason="A card of the next hand was seen")


def disputed(table: Table) -> None:
    """Hold the table because a player disputes its last round."""
    banker_wins(table)
    last = table.site.state(table.name).last
    assert last is not None
    table.do("supervisor", "open-dispute", round=last["round"], reason="The player says that he had the Tie")


def jackpot(table: Table) -> None:
    """Win the meter with four eights of one suit; the jackpot still waits for the supervisor's confirmation."""
    by_hand(table)
    table.opened()
    table.everywhere()
    table.closed()
    table.deal("8s 8s 8s 8s")
    table.called()


def offered(table: Table) -> None:
    """Offer the bank to the player."""
    table.new_shoe(None)
    table.sit(player=1, player2=2)


def banked_betting(table: Table) -> None:
    banked(table)
    table.opened()
    table.everywhere()
    table.bet("player2", 3, "player")


def war_betting(table: Table) -> None:
    banked(table)
    table.opened()
    table.everywhere()


def two_wars(table: Table) -> None:
    war_betting(table)
    table.closed()
    table.deal("Ks Kd 8h 8c 5d 4s")
    table.called()


def pair_of_eights(table: Table) -> None:
    """Deal a pair of eights, so that the player has all five choices."""
    full(table)
    table.closed()
    table.deal("8s 6c 8h Td")


def four_hands(table: Table) -> None:
    """Split the hands of both seats into four hands each; the player is asked about the second hand."""
    by_hand(table)
    table.opened()
    for who, seat in (("player2", 1), ("player", 2)):
        table.bet(who, seat, "blackjack")
    table.closed()
    table.deal("8s 8h 6c 8d 8c Td")
    for cards in ("8s 8h", "8d 8c", "3d 2d"):
        both(table, "split", cards)
    both(table, "stand", "2c 3c")
    table.decide(1, "stand")


def both(table: Table, choice: str, cards: str) -> None:
    """Let both seats make the same decision, and deal the cards that follow."""
    for seat in (1, 2):
        table.decide(seat, choice)
    table.deal(cards)


def four_hands_over(table: Table) -> None:
    four_hands(table)
    table.decide(2, "stand")
    table.deal("9h Ts")
    both(table, "stand", "Th 9s")
    both(table, "stand", "5h")
    table.called()


def two_boxes(table: Table) -> None:
    """Seat the player at seats 2 and 4, with chips on every spot of both."""
    banked(table, "Ks")
    table.sit(player=4)
    table.opened()
    for who, seat in (("player", 2), ("player2", 3), ("player", 4)):
        table.everywhere(who, seat)


def first_box_split(table: Table) -> None:
    """Split the hand of the player's first box; the player is asked about the second of its hands."""
    two_boxes(table)
    table.closed()
    table.deal("8s 9d Tc 6c 8h 9c Th Td")
    table.decide(2, "split")
    table.deal("3d")
    table.decide(2, "stand")
    table.deal("2d")


def poker_betting(table: Table) -> None:
    banked(table)
    table.opened()
    table.everywhere()
    table.everywhere("player2", 3)


def flop(table: Table) -> None:
    poker_betting(table)
    table.closed()
    table.deal("7c 2d 9c Ah Kd Qc 7s 7d 9h 4d 2h")
    table.decide(2, "check")
    table.decide(3, "play-4")


def river_over(table: Table) -> None:
    flop(table)
    table.decide(2, "play-2")
    table.called()


def three_card_decision(table: Table) -> None:
    poker_betting(table)
    table.closed()
    table.deal("Qs Qh 8s Ts 9d 2c Kd Jc 4h")


def three_over(table: Table) -> None:
    three_card_decision(table)
    table.decide(2, "play")
    table.decide(3, "fold")
    table.called()


def tiles_setting(table: Table) -> None:
    """Deal four dominoes to each seat, so that both players have to set their hands; one of them has a pair."""
    banked(table)
    table.opened()
    table.everywhere()
    table.everywhere("player2", 3)
    table.closed()
    table.do("dealer", "roll-dice", numbers=[3, 3, 3])
    table.deal("1-1 2-6 4-4 5-5  5-6 5-6 3-3 2-2  6-6 4-5 1-5 1-2")


STATES: dict[str, tuple[dict[str, Any], Callable[[Table], None]]] = {
    "midi-bets": ({"rulebook": MIDI}, betting),
    "midi-deal": ({"rulebook": MIDI}, dealing),
    "midi-over": ({"rulebook": MIDI}, banker_wins),
    "co-bets": ({"rulebook": CO}, betting),
    "midi-waits": ({"rulebook": MIDI}, by_hand),
    "midi-paused": ({"rulebook": MIDI}, paused),
    "midi-void": ({"rulebook": MIDI}, called_off),
    "midi-held": ({"rulebook": MIDI}, disputed),
    "midi-closed": ({"rulebook": MIDI, "open": False}, lambda _: None),
    "meters": ({"rulebook": METERS}, empty),
    "meters-won": ({"rulebook": METERS}, jackpot),
    "ez-bets": ({"rulebook": EZ} | BANKED, banked_betting),
    "ez-offer": ({"rulebook": EZ} | BANKED, offered),
    "war-bets": ({"rulebook": WAR} | BANKED, war_betting),
    "war-over": ({"rulebook": WAR} | BANKED, two_wars),
    "bj-empty": ({"rulebook": HOUSE}, empty),
    "bj-bets": ({"rulebook": ILANI}, full),
    "bj-asked": ({"rulebook": ILANI}, pair_of_eights),
    "bj-four": ({"rulebook": ILANI}, four_hands),
    "bj-over": ({"rulebook": ILANI}, four_hands_over),
    "boxes-bets": ({"rulebook": X} | BANKED, two_boxes),
    "boxes-asked": ({"rulebook": X} | BANKED, first_box_split),
    "holdem-bets": ({"rulebook": HOLDEM} | BANKED, poker_betting),
    "holdem-flop": ({"rulebook": HOLDEM} | BANKED, flop),
    "holdem-over": ({"rulebook": HOLDEM} | BANKED, river_over),
    "three-bets": ({"rulebook": THREE} | BANKED, poker_betting),
    "three-asked": ({"rulebook": THREE} | BANKED, three_card_decision),
    "three-over": ({"rulebook": THREE} | BANKED, three_over),
    "tiles-setting": ({"rulebook": TILES} | BANKED, tiles_setting),
}
"""For the name of each table: its settings, and the function that brings it into its state."""


@contextmanager
def a_floor(folder: Path) -> Iterator[Site]:
    """Open a house with a table in each of these states."""
    tables = {name: SECONDS | settings for name, (settings, _) in STATES.items()}
    with open_site(folder, tables, clock=Clock(), provider=False) as site:
        for name, (_, bring) in STATES.items():
            bring(Table(site, name))
        yield site
