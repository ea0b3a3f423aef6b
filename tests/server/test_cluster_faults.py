"""Faults of two servers that run one house: a short schedule of faults, and faults planted into our own code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cluster_faults import FAULTS, play_with_faults
from tests.cluster_history import FINDINGS_MOST, check
from tests.soak import SEED, SOAK, in_soak, scaled

SHORT = ["kill", "pause", "lost answers", "database crash", "hung claims"]
PLANTED = [
    ("stale balance", "slow line", "which the ledger does not have"),
    ("no fence", "hung claims", "had the claim"),
    ("no key check", "slow line", "is in the log 2 times"),
    ("lost wake-up", "servers apart", "at the end shows record"),
    ("answered too early", "database crash", "was acknowledged as"),
]
LONG_FAULTS = 240
"""Half an hour at 500 faults an hour."""


def test_a_house_under_faults_breaks_no_promise(tmp_path: Path) -> None:
    """Check that nothing acknowledged is lost, nothing counts twice, and nobody is shown what is not so. [R19, R38]"""
    kinds = [kind for kind in FAULTS if kind != "full disk" or os.geteuid() == 0] if SOAK else SHORT
    found = play_with_faults(tmp_path, SEED or 1, scaled(len(SHORT), LONG_FAULTS), kinds)
    assert found.findings[:FINDINGS_MOST] == []
    assert found.acknowledged > 100
    for kind in ("send", "reply", "shown", "balance", "database", "end", "record"):
        assert found.noted[kind] >= 10, f"the history has too few lines of the kind {kind!r} to find anything"


@in_soak
@pytest.mark.parametrize(("plant", "kind", "text"), PLANTED)
def test_a_fault_planted_into_our_code_is_found(plant: str, kind: str, text: str, tmp_path: Path) -> None:
    found = play_with_faults(tmp_path, SEED or 1, 1, [kind], plant)
    assert [finding for finding in found.findings if text in finding], found.findings[:FINDINGS_MOST]


# The checker alone

START = {"type": "start", "at": 0, "balances": {"player:1": 100}, "heads": {"table/t": 0, "house": 0}}
AT = {"connection": "c", "account": "player:1", "table": "t"}


def bet(nth: int, key: str | None, cents: int = 10, **changes: object) -> dict[str, object]:
    """Return the record of a bet as a line of a history."""
    record = {"type": "record", "at": 0, "nth": nth, "stream": "table/t", "seq": nth, "key": key, "epoch": 1}
    return {**record, "writer": "a", "holder": "a", "transfers": [["player:1", "stakes:t", cents]], **changes}


SOUND = [
    START,
    {"type": "send", "at": 1, **AT, "key": "k1"},
    {"type": "reply", "at": 2, **AT, "key": "k1", "result": "ok", "seq": 1},
    {"type": "shown", "at": 2, **AT, "seq": 1},
    {"type": "balance", "at": 3, **AT, "cents": 90},
    {"type": "database", "at": 4, "asked_at": 4, "heads": {"table/t": 1}, "claims": {"table/t": ["a", 1]}},
    {"type": "send", "at": 5, **AT, "key": "k2"},
    {"type": "reply", "at": 6, **AT, "key": "k2", "result": "refused", "code": "wager/late"},
    {"type": "send", "at": 7, **AT, "key": "k3"},
    {"type": "end", "at": 9, **AT, "server": "a", "heads": {"table/t": 2}, "seq": 2, "cents": 80},
    bet(1, "k1"),
    bet(2, "k3"),
]


def test_a_sound_history_has_no_finding() -> None:
    assert check(SOUND) == []


@pytest.mark.parametrize(
    ("nth", "change", "text"),
    [
        (10, {"key": None}, "k1 was acknowledged as 1; the log has []"),
        (11, {"key": "k1"}, "k1 is in the log 2 times"),
        (11, {"key": "k2"}, "k2 was refused, and is in the log"),
        (11, {"writer": "b"}, "was written by b while a had the claim"),
        (11, {"epoch": 0}, "falls from 1 to 0"),
        (11, {"seq": 3}, "record 3 of table/t follows record 1"),
        (11, {"transfers": [["player:1", "stakes:t", 95]]}, "overdrawn"),
        (4, {"cents": 100}, "was shown 100 cents"),
        (4, {"cents": 95}, "was shown 95 cents"),
        (3, {"seq": 7}, "record 7 of table/t was shown and is not in the log"),
        (5, {"heads": {"table/t": 0}}, "was shown before it was in the database"),
        (9, {"seq": 1}, "shows record 1 of table/t, not 2"),
        (9, {"cents": 90}, "an old or wrong balance"),
        (8, {"type": "reply", "at": 8, "key": "k3", "result": "ok", "seq": 1}, "was acknowledged as 1"),
    ],
)
def test_each_rule_of_the_checker_finds_what_breaks_it(nth: int, change: dict[str, object], text: str) -> None:
    lines = [*SOUND]
    lines[nth] = {**lines[nth], **change}
    assert any(text in finding for finding in check(lines)), check(lines)


def test_a_record_before_one_that_was_answered_earlier_is_found() -> None:
    lines = [
        *SOUND,
        {"type": "send", "at": 7.5, **AT, "key": "k4"},
        {"type": "reply", "at": 8, **AT, "key": "k4", "result": "ok", "seq": 1},
    ]
    assert "command k4 has an earlier record than one answered before it" in check(lines)


def test_an_epoch_of_two_servers_is_found() -> None:
    claims = {"table/t": ["b", 1]}
    lines = [*SOUND, {"type": "database", "at": 8, "asked_at": 8, "heads": {"table/t": 2}, "claims": claims}]
    assert "epoch 1 of table/t has two servers" in check(lines)
