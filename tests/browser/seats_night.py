"""House with a table for each state of the games in which seats play one another.

It has fixed cards, fixed bets, and a clock that does not move. The player of the test sits at seat 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.people.roles import Role
from croupier.play.round import Ask
from croupier.server.demonstration import PROVIDER, add_people
from croupier.table.state import Phase
from croupier.views import Viewer, table_view
from tests.browser import steps
from tests.browser.evening import Clock
from tests.browser.floor import Table
from tests.browser.site import Site, open_site, until

HOLDEM, THIRTEEN = "ca-texas-holdem", "ca-13-card-chinese-poker"
COMPANY = tuple(f"player{nth}" for nth in range(3, 9))
"""Names of the players who sit at the tables besides the users of the demonstration."""
RING = {"player": 2, "player2": 3, PROVIDER: 4} | dict(zip(COMPANY, (5, 6, 7, 8, 9, 1), strict=True))
"""Names of the users at a full table of nine seats."""
FOUR = {"player": 250, "player2": 50, PROVIDER: 100, "player3": 250}
"""Stacks in dollars that make two side pots."""
POCKETS = "As Kd 7c Qh Jd 9h 6s 5c Ac  Ah Kc 2d Qs Tc 8h 6d 4c 3d"
"""Cards for nine seats, dealt from the left of the button."""
OF_FOUR = "As Kd 7c Qh Ah Kc 2d Qs"
FLOP, TURN, RIVER = "3s 9d Jh", "4d", "5h"
ROWS = {
    2: "Th Jd 8h Ac Ad 6s 5c Ts Ks Kc Kd 7c 2c",
    3: "Kh Qs Qd Js Jh 5h 8c 6d As 4s 9h 3h Qc",
    4: "2h 2s 3c 4h 7h 7s 8s 9c 9s Tc Td Jc Qh",
}
PICTURE = {
    1: ("Ks 5c 3c", "8d 7c 6d 5s 4d", "2c 2h 2s Jc Jd"),
    2: ("8s 8h 3h", "9s 9d 9h 4h 4s", "Ac Ah Ad 7h 7s"),
    3: ("Kd 9c 8c", "6s 5h 4c 3d 2d", "Qc Qh Qd Qs Tc"),
    4: ("Js Jh 3s", "Kc Kh As 7d 5d", "Th Td Ts 6h 6c"),
}
"""Rows of four seats: a shot, a bonus in the middle, and four of a kind against the player of the test."""
MINOR = "2s 2d 3s 3c 4d 4h 5s 6c 7d 7h 8s 9c 9d"
"""Thirteen cards from two to nine: a Clean Sweep."""
FOUL = {"front": ["Ac", "Ad", "Ks"], "middle": ["Kc", "Kd", "7c", "6s", "5c"], "back": ["Th", "Ts", "Jd", "8h", "2c"]}
SETTINGS: dict[str, dict[str, Any]] = {
    HOLDEM: {"rulebook": HOLDEM, "schedule": "nl-6", "decision_seconds": 30},
    THIRTEEN: {"rulebook": THIRTEEN, "schedule": 2, "decision_seconds": 60},
}


def seen(site: Site, name: str) -> Any:
    """Return the view of a table that its dealer gets."""
    return table_view(site.state(name), Viewer("dealer"), site.runtime.now(), {}, 0)


def settle(site: Site, name: str) -> None:
    """Do the dealer's remaining steps: open the hands one after another, and call the result."""
    while site.state(name).phase is Phase.DEALING:
        site.as_("dealer").command(name, seen(site, name)["staff"]["next_step"]["command"])


class Seats(Table):
    """Table at which seats play against each other."""

    def chips(self, who: str, dollars: int) -> None:
        self.do(who, "buy-chips", cents=dollars * 100)

    def begin(self, button: int) -> None:
        """Draw for the button; the seat that is to have it gets the highest card."""
        seats = [stack.seat for stack in self.site.state(self.name).seated_stacks if stack.is_in and stack.cents]
        low = iter(f"{rank}{suit}" for rank in "65" for suit in "cdhs")
        self.do("dealer", "draw-button", cards={seat: "Ks" if seat == button else next(low) for seat in seats})
        self.do("dealer", "deal-hand")

    def deal(self, cards: str) -> None:
        steps.deal(self.site, self.name, cards.split())

    def acts(self, who: str, choice: str, dollars: int | None = None) -> None:
        """Make a decision as a user, as soon as it is that user's turn.

        A click on a page takes a moment to reach the table.
        """
        until(lambda: self.asks(RING[who]))
        cents = None if dollars is None else dollars * 100
        self.do(who, "decide", seat=RING[who], choice=choice, cents=cents)

    def asks(self, seat: int) -> bool:
        need = self.site.state(self.name).replay_play.need
        return isinstance(need, Ask) and need.question(seat) is not None

    def cents(self, who: str) -> int:
        return self.site.state(self.name).stack(f"player:{self.site.as_(who).user_id}").cents

    def buy(self, dollars: dict[str, int]) -> None:
        """Seat the users, and buy chips for each."""
        self.new_shoe(None)
        for who, amount in dollars.items():
            self.sit(**{who: RING[who]})
            self.chips(who, amount)


def free(table: Seats) -> None:
    """Seat only other users, so that the player of the test sees free seats."""
    table.buy({"player2": 200, PROVIDER: 200})


def waits(table: Seats) -> None:
    """Seat the player of the test with chips, before a hand has started."""
    table.buy({"player": 200, "player2": 200})


def raise_before_player(table: Seats) -> None:
    """Play nine seats up to the flop, with a bet and a raise before the player."""
    table.buy(dict.fromkeys(RING, 300))
    table.begin(button=1)
    table.deal(POCKETS)
    table.acts(PROVIDER, "raise", 20)
    for who, choice in zip(COMPANY, ("call", "fold", "fold", "fold", "call", "fold"), strict=True):
        table.acts(who, choice)
    table.acts("player", "call")
    table.acts("player2", "fold")
    table.deal(FLOP)
    table.acts("player", "check")
    table.acts(PROVIDER, "bet", 40)
    table.acts("player3", "raise", 120)
    table.acts("player7", "fold")


def all_in(table: Seats) -> None:
    """Play a hand with three pots."""
    table.buy(FOUR)
    table.begin(button=2)
    table.deal(OF_FOUR)
    table.acts("player3", "raise", 250)
    for who in ("player", "player2", PROVIDER):
        table.acts(who, "call")
    table.deal(f"{FLOP} {TURN}")


def pots_won(table: Seats) -> None:
    all_in(table)
    table.deal(RIVER)
    table.called()


def rows(table: Seats) -> None:
    """Deal thirteen cards to each of three seats."""
    table.buy(dict.fromkeys(("player", "player2", PROVIDER), 100))
    table.begin(button=2)
    for seat in seen(table.site, table.name)["table_stakes"]["hand"]["order"]:
        table.deal(ROWS[seat])


def foul(table: Seats) -> None:
    rows(table)
    table.do("player", "save-arrangement-draft", seat=2, hands=FOUL)


def rows_set(table: Seats) -> None:
    rows(table)
    table.do("player", "arrange-cards", seat=2)


def rows_over(table: Seats) -> None:
    rows_set(table)
    for who in ("player2", PROVIDER):
        table.do(who, "arrange-cards", seat=RING[who])
    settle(table.site, table.name)


def four_rows(table: Seats) -> None:
    """Play the hand of four seats whose rows are `PICTURE` to its end."""
    sitting = {seat: who for who, seat in RING.items() if seat in PICTURE}
    table.buy({sitting[seat]: 120 for seat in PICTURE})
    table.begin(button=4)
    for seat in seen(table.site, table.name)["table_stakes"]["hand"]["order"]:
        table.deal(" ".join(PICTURE[seat]))
    for seat, rows in PICTURE.items():
        hands = dict(zip(("front", "middle", "back"), (row.split() for row in rows), strict=True))
        table.do(sitting[seat], "arrange-cards", seat=seat, hands=hands)
    settle(table.site, table.name)


def swept(table: Seats) -> None:
    """Play a hand with a Clean Sweep at seat 3, a surrender at seat 4, and a foul of the player."""
    table.buy(dict.fromkeys(("player", "player2", PROVIDER), 200))
    table.begin(button=2)
    for seat in seen(table.site, table.name)["table_stakes"]["hand"]["order"]:
        table.deal({2: ROWS[2], 3: MINOR, 4: "Kh Qs Qd Js Jh 5h 8c 6d As 4s 9h 3h Qc"}[seat])
    table.do("player2", "arrange-cards", seat=3, declares="clean-sweep")
    table.do(PROVIDER, "arrange-cards", seat=4, declares="surrender")
    table.do("player", "arrange-cards", seat=2, hands=FOUL, confirms_foul=True)
    settle(table.site, table.name)


STATES: dict[str, tuple[dict[str, Any], Callable[[Seats], None]]] = {
    "h-asked": (SETTINGS[HOLDEM], raise_before_player),
    "h-free": (SETTINGS[HOLDEM], free),
    "h-waits": (SETTINGS[HOLDEM], waits),
    "h-pots": (SETTINGS[HOLDEM], all_in),
    "h-over": (SETTINGS[HOLDEM], pots_won),
    "r-foul": (SETTINGS[THIRTEEN], foul),
    "r-setting": (SETTINGS[THIRTEEN], rows),
    "r-set": (SETTINGS[THIRTEEN], rows_set),
    "r-over": (SETTINGS[THIRTEEN], rows_over),
    "r-free": (SETTINGS[THIRTEEN], free),
    "r-four": (SETTINGS[THIRTEEN] | {"schedule": 1}, four_rows),
    "r-swept": (SETTINGS[THIRTEEN], swept),
}
"""For the name of each table: its settings, and the function that brings it into its state."""


@contextmanager
def a_seats_night(folder: Path, names: tuple[str, ...] = tuple(STATES)) -> Iterator[Site]:
    """Open a house with the tables of these states."""
    with open_site(folder, {name: STATES[name][0] for name in names}, clock=Clock(), provider=False) as site:
        add_people(site.runtime, [(who, who, Role.PLAYER) for who in COMPANY])
        for name in names:
            STATES[name][1](Seats(site, name))
        yield site
