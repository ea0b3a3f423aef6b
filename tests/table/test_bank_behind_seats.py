"""A seat's bank is offered next to the bettors behind that seat. [004 L1577]"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.table.bank_handlers import unanswered_seat
from croupier.views import Viewer, table_view
from tests.table_driver import Drive, player

TRIPLE, LUCKY = "ca-pai-gow-poker-triple-bonus", "ca-lucky-pai-gow-poker"
BET, BANK = {"base": 10_00}, 1_000_00
Behind = dict[int, tuple[int, ...]]


def play_hand(drive: Drive, banker: int, behind: Behind | None = None) -> None:
    """Play one hand that `banker` banks; other seats bet, and the players in `behind` bet behind a seat."""
    if drive.state.seat_of(f"player:{banker}"):
        drive.bank(banker, BANK)
    else:
        drive.ok(c.PostBank(cents=BANK), actor=player(banker))
    play(drive, banker, behind or {})


def play(drive: Drive, banker: int, behind: Behind) -> None:
    drive.tick()
    bank = drive.state.bank
    assert bank is not None
    for seat, sitter in sorted(drive.state.seats.items()):
        if seat != bank.seat and sitter.account != f"player:{banker}":
            drive.bet(int(sitter.account.partition(":")[2]), BET, seat=seat)
    for seat, players in behind.items():
        for number in players:
            drive.fund(number)
            drive.bet(number, BET, seat=seat)
    drive.run(until="round-settled", most=200)


def after_two_hands(rulebook: str = TRIPLE, behind: Behind | None = None) -> Drive:
    """Play two hands that seat 1 banks; in the second, other players bet behind seats."""
    drive = Drive(rulebook, "automated").open(1, 2, 3)
    play_hand(drive, 1)
    play_hand(drive, 1, behind or {2: (7, 8)})
    return drive


def decline_bank(drive: Drive, number: int) -> None:
    """Decline the bank as this player."""
    drive.ok(c.DeclineBank(), actor=player(number))


def offered_turn(drive: Drive) -> tuple[int | None, str | None]:
    """Return the seat that is offered the bank, and the account of the bettor if one behind the seat is offered it."""
    assert drive.state.offers is not None
    return drive.state.offers.rotation.offered_seat, drive.state.offers.rotation.offered_behind


def bank_view(drive: Drive, number: int) -> Any:
    """Return what a player is shown about the bank."""
    return table_view(drive.state, Viewer("player", f"player:{number}"), drive.at, {}, 0)["player_dealer"]


def test_the_bank_is_offered_behind_a_seat_only_where_the_rules_say_so() -> None:
    says_so = [
        name for name in rulebook_library.names() if TableRules.of(rulebook_library.load(name), {}).offers_bank_behind
    ]
    assert says_so == [TRIPLE]
    drive = after_two_hands(LUCKY)
    decline_bank(drive, 2)
    assert offered_turn(drive) == (3, None)


def test_the_bank_is_offered_to_the_seat_first_and_then_to_bettors_behind_it() -> None:
    drive = after_two_hands()
    assert offered_turn(drive) == (2, None)
    drive.refused(c.AcceptBank(cents=BANK), "seat/not_seated", actor=player(7))
    decline_bank(drive, 2)
    assert offered_turn(drive) == (2, "player:7")
    drive.refused(c.AcceptBank(cents=BANK), "rotation/not_asked", actor=player(2))
    drive.refused(c.AcceptBank(cents=BANK), "seat/not_seated", actor=player(8))
    decline_bank(drive, 7)
    assert offered_turn(drive) == (2, "player:8")
    decline_bank(drive, 8)
    assert offered_turn(drive) == (3, None)


def test_a_timeout_behind_a_seat_passes_the_bank_on() -> None:
    drive = after_two_hands()
    for expected in ((2, "player:7"), (2, "player:8"), (3, None)):
        drive.tick()
        assert offered_turn(drive) == expected


def test_a_bettor_behind_a_seat_banks_two_hands_from_that_seat() -> None:
    drive = after_two_hands()
    decline_bank(drive, 2)
    drive.ok(c.AcceptBank(cents=BANK), actor=player(7))
    assert drive.state.bank is not None
    assert (drive.state.bank.seat, drive.state.bank.account) == (2, "player:7")
    drive.tick()
    drive.refused(
        c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager="base", cents=10_00)]), "wager/invalid_seat", actor=player(2)
    )
    for number in (1, 3):
        drive.bet(number, BET)
    drive.run(until="round-settled", most=200)
    assert unanswered_seat(drive.state) == 2
    assert bank_view(drive, 7)["hands_banked"] == 1
    drive.refused(c.PostBank(cents=BANK), "rotation/not_asked", actor=player(2))
    play_hand(drive, 7)
    assert offered_turn(drive) == (3, None)
    decline_bank(drive, 3)
    assert offered_turn(drive) == (1, None)
    decline_bank(drive, 1)
    assert offered_turn(drive) == (2, None)  # the seated player has not banked, and the turn reaches seat 2 again
    drive.check_log()


def test_a_bettor_who_banked_behind_a_seat_and_sits_down_is_offered_the_bank_last() -> None:
    drive = after_two_hands()
    decline_bank(drive, 2)
    drive.ok(c.AcceptBank(cents=BANK), actor=player(7))
    play(drive, 7, {})
    play_hand(drive, 7)
    drive.ok(c.SitDown(seat=4), actor=player(7))
    decline_bank(drive, 3)
    assert offered_turn(drive) == (1, None)  # seat 4 banked last, and is offered the bank last
    decline_bank(drive, 1)
    decline_bank(drive, 2)
    assert offered_turn(drive) == (4, None)


def test_a_seated_player_who_banked_behind_another_seat_is_offered_the_bank_last() -> None:
    drive = after_two_hands(behind={2: (3,)})
    decline_bank(drive, 2)
    assert offered_turn(drive) == (2, "player:3")
    drive.ok(c.AcceptBank(cents=BANK), actor=player(3))
    play(drive, 3, {})
    drive.ok(c.PostBank(cents=BANK), actor=player(3))
    play(drive, 3, {})
    assert offered_turn(drive) == (1, None)
    decline_bank(drive, 1)
    decline_bank(drive, 2)
    assert offered_turn(drive) == (3, None)


def test_when_a_bettor_behind_gives_the_bank_up_the_next_one_behind_is_offered_it() -> None:
    drive = after_two_hands()
    decline_bank(drive, 2)
    drive.ok(c.AcceptBank(cents=BANK), actor=player(7))
    before = drive.credit(7)
    decline_bank(drive, 7)
    assert drive.credit(7) == before + BANK
    assert offered_turn(drive) == (2, "player:8")


def test_the_player_of_a_seat_may_stand_up_while_a_bettor_behind_it_banks() -> None:
    drive = after_two_hands()
    decline_bank(drive, 2)
    drive.ok(c.AcceptBank(cents=BANK), actor=player(7))
    drive.ok(c.StandUp(), actor=player(2))
    assert drive.state.bank is not None
    play(drive, 7, {})
    assert unanswered_seat(drive.state) == 2


@pytest.mark.parametrize(("number", "behind", "sees"), [(7, "you", 2), (2, "another", None), (8, "another", None)])
def test_each_player_is_shown_whether_the_offer_is_theirs(number: int, behind: str, sees: int | None) -> None:
    drive = after_two_hands()
    assert bank_view(drive, 2) | {"notices": []} == bank_view(drive, 2) | {"notices": [], "asked": 2, "behind": None}
    decline_bank(drive, 2)
    shown = bank_view(drive, number)
    assert (shown["behind"], shown["asked"]) == (behind, sees)
    dealer = table_view(drive.state, Viewer("dealer"), drive.at, {})["staff"]["next_step"]
    assert dealer["text"] == "The player behind seat 2 is offered the bank: it takes or passes"
