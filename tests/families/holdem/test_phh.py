"""Hand histories in the open PHH format, read by PokerKit."""

from __future__ import annotations

import tomllib
import warnings

import pytest
from pokerkit import HandHistory

from croupier.table import commands as c
from croupier.table.round_archive import RoundReplay
from tests.families.holdem.test_live import begin, do, stacks, table
from tests.table_driver import Drive


def play_hand(*, all_in: bool) -> Drive:
    drive = begin(table(1, 2, 3))
    drive.deal("As Kd 7c Ah Kc 2d")
    do(drive, 1, "fold")
    do(drive, 2, "raise", 200 if all_in else 20)
    do(drive, 3, "call")
    drive.deal("3s 9d Jh")
    if not all_in:
        do(drive, 2, "bet", 50)
        do(drive, 3, "call")
    drive.deal("4c")
    if not all_in:
        do(drive, 2, "check")
        do(drive, 3, "check")
    drive.deal("5h")
    if not all_in:
        do(drive, 2, "check")
        do(drive, 3, "check")
    drive.ok(c.CallResult())
    return drive


@pytest.mark.parametrize("all_in", [False, True])
def test_pokerkit_plays_the_hand_again_and_pays_the_same_but_for_the_fee(all_in: bool) -> None:
    drive = play_hand(all_in=all_in)
    text = RoundReplay(drive.last_round).history()
    assert text is not None
    assert "7c" not in text
    written = tomllib.loads(text)
    assert written["seats"] == [2, 3, 1]
    assert written["actions"][2] == "d dh p3 ????"
    assert written["finishing_stacks"] == [stacks(drive)[seat] for seat in (2, 3, 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns about every card that it would not have dealt itself
        history = HandHistory.loads(text)
        states = list(history)
    fee = written["_fee"]
    assert list(states[-1].stacks) == [written["finishing_stacks"][0] + fee, *written["finishing_stacks"][1:]]


def test_a_void_hand_has_no_history_and_neither_has_another_game() -> None:
    drive = begin(table(1, 2, 3))
    drive.ok(c.DeclareMisdeal(reason="a card too many"))
    assert RoundReplay(drive.last_round).history() is None
