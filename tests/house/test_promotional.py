"""Promotional chips in a house that is killed, corrected and audited: chips and money stay correct."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.cage import promotional_grants
from croupier.cage.promotional_grants import PromotionalGrant
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import Refused
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.house import Accepted, House
from croupier.store.log_audit import verify_log
from croupier.store.store import Store
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import PromotionalPlayRules
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import Phase
from croupier.table.timers import next_timer_at
from tests.evidence_house import ANN, BOB, DEALER, FLOOR, Evening
from tests.soak import SOAK

TABLE = "midi-1"
MIXED = c.PlaceWagers(
    seat=1,
    wagers=[
        c.WagerAmount(wager="player", cents=5_000, promotional=True),
        c.WagerAmount(wager="banker", cents=2_000),
    ],
)
TICKS_MOST = 60


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    opened = Evening(f"sqlite:///{tmp_path}/house.db", tmp_path)
    opened.house.policy = replace(opened.house.policy, promotional=PromotionalPlayRules())
    yield opened
    opened.close()


def give(evening: Evening, account: str = "player:1", cents: int = 8_000, ends_at: int = 10**13) -> PromotionalGrant:
    def job(uow: UnitOfWork) -> PromotionalGrant:
        granted = promotional_grants.credit_grant(
            uow, account=account, cents=cents, campaign="Opening week", reason="welcome", ends_at=ends_at, by="user:8"
        )
        assert not isinstance(granted, Refused)
        evening.house.cache_grant(uow, granted.gift)
        return granted.gift

    grant: PromotionalGrant = evening.house.writer.run(job)
    return grant


def step(evening: Evening, house: House) -> bool:
    """Run the next step at the table; return False when the round is over."""
    state = house.tables[TABLE]
    if state.rounds:
        return False
    if state.phase is Phase.BETTING and state.round is not None and not state.round.spots:
        assert isinstance(house.execute(TABLE, MIXED, ANN), Accepted)
        return True
    due = next_timer_at(state)
    assert due is not None
    evening.now = max(evening.now, due)
    house.run_timers(TABLE)
    return True


def killed(evening: Evening, place: Path) -> House:
    """Return the house as a new process opens it after this process was killed."""
    with closing(sqlite3.connect(evening.store.location.path or "")) as now, closing(sqlite3.connect(place)) as copy:
        now.backup(copy)
    store = Store.open(f"sqlite:///{place}")
    return House(store, evening.keys, evening.house.policy, clock=lambda: evening.now, chance=SeededRandomSource(9))


def test_a_house_killed_after_any_record_continues_with_the_same_result(evening: Evening, tmp_path: Path) -> None:
    evening.open_midi(TABLE)
    give(evening, ends_at=10**13)
    give(evening, cents=1_000, ends_at=10**12 * 5)
    copies = []
    for number in range(TICKS_MOST):
        if not step(evening, evening.house):
            break
        if SOAK or number % 4 == 0:
            again = killed(evening, tmp_path / f"copy-{number}.db")
            assert again.tables[TABLE] == evening.house.tables[TABLE]
            assert again.ledger.balances == evening.house.ledger.balances
            assert again.grants == evening.house.grants
            copies.append((again, evening.now))
    ended, at = dict(evening.house.ledger.balances), evening.now
    assert evening.house.tables[TABLE].rounds == 1
    assert ended["promo-stakes:midi-1"] == ended["stakes:midi-1"] == 0
    for again, since in copies:
        evening.now = since
        while step(evening, again):
            pass
        assert again.ledger.balances == ended, "the same cards, the same end"
        again.store.close()
    evening.now = at
    assert verify_log(evening.store).findings == ()
    assert [finding for finding in rebuild_all(evening.store).findings if "user" not in finding.where] == []
    report = check_bundle(evening.bundle(f"{TABLE}/000001"), evening.keys.public_text)
    assert report.findings == ()


def test_a_bundle_of_a_corrected_round_is_sound_and_false_chips_are_found(evening: Evening) -> None:
    settings = TableSettings(rulebook="ilani-midi-baccarat", mode=DealingMode.DEALER_ASSIST)
    assert isinstance(evening.house.create_table("hand-1", settings), Accepted)
    granted = give(evening, "player:2", 3_000)
    evening.act("hand-1", c.OpenTable(), FLOOR)
    evening.act("hand-1", c.SitDown(seat=2), BOB)
    evening.act("hand-1", c.LoadShoe(), DEALER)
    evening.act("hand-1", c.ReadCard(card="3s"), DEALER)
    evening.act("hand-1", c.OpenBets(), DEALER)
    wagers = [c.WagerAmount(wager="player", cents=3_000, promotional=True)]
    evening.act("hand-1", c.PlaceWagers(seat=2, wagers=wagers), BOB)
    in_play = evening.bundle("hand-1/000001")
    assert check_bundle(in_play, evening.keys.public_text).findings == ()
    evening.act("hand-1", c.CloseBets(), DEALER)
    for card in ("2s", "9h", "Kd", "Kc"):
        evening.act("hand-1", c.ReadCard(card=card), DEALER)
    evening.act("hand-1", c.CallResult(), DEALER)
    assert evening.store.balance(granted.purse) == 0
    evening.correct("hand-1/000001", 1, "9s")
    assert evening.store.balance(granted.purse) == 3_000, "it was a tie"
    sound = evening.bundle("hand-1/000001")
    assert check_bundle(sound, evening.keys.public_text).findings == ()
    forged = json.loads(sound)
    forged["body"]["round"]["results"][0]["promotional_taken_cents"] = 1_000
    found = [str(finding) for finding in check_bundle(json.dumps(forged).encode()).findings]
    assert any("took 0 cents of promotional chips, and the results say 1000" in finding for finding in found), found
