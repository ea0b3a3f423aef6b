"""Tables and hands that several tests of the live table start from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.play.round import Deal, OpenHand
from croupier.table import commands as c
from croupier.table.settings import TableSettings
from croupier.table.state import Phase
from tests.table_driver import Drive, first_schedule

ILANI = "ilani-midi-baccarat"
PANDA = "ca-ez-baccarat-panda-8"
WAGER = {"banker": 1_000}
PLAYER_WINS = "9s 2h Kd 3c"
BANKER_WINS = "2s 9h Kd Kc"
TIE = "9s 9h Kd Kc"


def change_settings(rulebook: str = ILANI, **settings: Any) -> c.ChangeSettings:
    """Return a command that changes the settings of a table."""
    settings.setdefault("schedule", first_schedule(rulebook))
    return c.ChangeSettings(settings=TableSettings(rulebook=rulebook, **settings))


SETTINGS = {
    "blackjack": {"rulebook": "ilani-blackjack"},
    "house": {"rulebook": ILANI},
    "generator": {"rulebook": ILANI, "mode": "automated"},
    "midi": {"rulebook": "co-baccarat", "options": {"cards_turned_by": "bettor"}},
    "player-dealer": {"rulebook": PANDA, "schedule": 1},
}


def in_phase(phase: Phase, which: str) -> Drive:
    """Return a table with the settings of this name in `SETTINGS`, brought into this phase."""
    drive = Drive(**SETTINGS[which])  # type: ignore[arg-type]
    if phase is Phase.CLOSED:
        return drive
    drive.open(1, 2)
    if drive.state.offers is not None and phase is not Phase.BETWEEN:
        drive.bank(1, 30_000)
    if drive.state.is_automated:
        drive.run(until="bets-opened")
        if phase is Phase.BETWEEN:
            drive.ok(change_settings(rulebook=ILANI, mode="automated", betting_seconds=7))
    elif phase is not Phase.BETWEEN:
        drive.ok(c.OpenBets())
    if phase is Phase.DEALING:
        drive.bet(2, {"blackjack" if which == "blackjack" else "banker": 5_000})
        drive.ok(c.CloseBets())
    return drive


def play_hands(drive: Drive, cards: Iterator[str], count: int) -> None:
    """Read `count` cards one at a time at a dealer's table; start and settle hands as needed."""
    for _ in range(count):
        if drive.state.phase is Phase.BETWEEN:
            drive.begin()
        drive.ok(c.ReadCard(card=next(cards)))
        if not isinstance(drive.state.replay_play.need, Deal):
            drive.ok(c.CallResult())


def dealing(cards: str, bets: dict[int, dict[str, int]] | None = None, rulebook: str = ILANI) -> Drive:
    """Return a table with wagers and these cards dealt."""
    drive = Drive(rulebook).open(1, 2)
    drive.ok(c.OpenBets())
    for number, wagers in (bets or {1: WAGER}).items():
        drive.bet(number, wagers)
    drive.ok(c.CloseBets())
    drive.deal(cards)
    return drive


def settled(cards: str, bets: dict[int, dict[str, int]] | None = None, rulebook: str = ILANI) -> Drive:
    """Return a table with a settled round of these cards."""
    drive = dealing(cards, bets, rulebook)
    drive.ok(c.CallResult())
    return drive


def bet_against_bank(drive: Drive, bank: int, cents: int, bets: dict[int, dict[str, int]]) -> Drive:
    """Post the bank of a player and place these bets; where a dealer deals, bets are then closed."""
    drive.bank(bank, cents)
    if drive.state.is_automated:
        drive.tick()
    else:
        drive.ok(c.OpenBets())
    for number, wagers in bets.items():
        drive.bet(number, wagers)
    if not drive.state.is_automated:
        drive.ok(c.CloseBets())
    return drive


def results_of(drive: Drive) -> dict[tuple[int, str], tuple[str, int]]:
    """Return the result and the net cents of each wager of the last round, by seat and wager."""
    return {
        (result["seat"], result["wager"]): (result["result"], result["net_cents"])
        for result in drive.last_round["results"]
    }


def open_and_call(drive: Drive) -> None:
    """Open hand after hand, then call the result."""
    while isinstance(drive.state.replay_play.need, OpenHand):
        drive.ok(c.ShowHand())
    drive.ok(c.CallResult())


def request_correction(place: int, card: str, number: int = 1) -> c.RequestCorrection:
    """Return a request to correct a card of a round."""
    return c.RequestCorrection(round=f"t1/{number:06d}", place=place, card=card, reason="misread")
