"""Sentences of the documents that are not taken literally, each with the option for the literal reading."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.play.case import read_case, settle_case
from croupier.play.case_json import settled_case_json


def nets(case: dict[str, Any], **options: object) -> dict[tuple[int, str], str]:
    """Return the result of each wager of a case, by seat and wager."""
    settled = settled_case_json(settle_case(read_case({**case, "options": options})))
    return {(line["seat"], line["wager"]): line["net"] for line in settled["results"]}


def test_a_joker_completes_a_plain_flush_unless_the_house_reads_it_otherwise() -> None:
    """Check that a flush with the joker wins the bonus, and loses it under the other reading.

    [004 L2763; CA-AUPGP-A1]
    """
    case = {
        "rulebook": "ca-ace-up-pai-gow-poker",
        "wagers": [{"seat": 2, "wager": "lucky-bonus", "amount": "10"}],
        "dealt": {"player:2": "JK Kh 9h 6h 3h Qs 4c", "dealer": "Kd Th 8d 7c 5s 3d 2c"},
    }
    assert nets(case) == {(2, "lucky-bonus"): "40.00"}
    assert nets(case, joker_flush=False) == {(2, "lucky-bonus"): "-10.00"}


def test_double_luck_is_decided_by_the_best_five_of_seven_cards() -> None:
    """Check four aces that the house way splits: they are four of a kind. [004 L1627; CA-TBB-A6]"""
    case = {
        "rulebook": "ca-pai-gow-poker-triple-bonus",
        "wagers": [{"seat": 2, "wager": "double-luck", "amount": "10"}],
        "dealt": {"player:2": "As Ah Ad Ac Kh 7s 2d", "dealer": "Kd Td 7d 5d 3d 2h 6d"},
    }
    assert nets(case) == {(2, "double-luck"): "200.00"}


@pytest.mark.parametrize(("start", "paid_first"), [("button", 6), ("left", 3)])
def test_settling_starts_at_the_button_or_left_of_the_player_dealer(start: str, paid_first: int) -> None:
    """Check a bank of $50 that pays one of two winning seats. [004 L1573, L1586, L1608; CA-TBB-A2]"""
    case = {
        "rulebook": "ca-pai-gow-poker-triple-bonus",
        "bank": {"seat": 2, "amount": "50"},
        **({"action_seat": 6} if start == "button" else {}),
        "wagers": [{"seat": seat, "wager": "base", "amount": "50"} for seat in (3, 6)],
        "dealt": {
            "player:3": "Ks Kc 9s 9h 7c 6s 5h",
            "player:6": "As Ad Kd Qd 9d 4c 2d",
            "dealer": "Qs Jh Th 8d 7d 4d 3h",
        },
    }
    other_seat = 9 - paid_first
    assert nets(case, start=start) == {(paid_first, "base"): "50.00", (other_seat, "base"): "0.00"}
