"""A house played by an earlier version opens, goes on and is sound.

It was played by the version that kept every family's code apart: seven tables, eleven rounds of four families, one of
them corrected, a jackpot won, and a round that still lies on the felt with its hole card unseen.
"""

from __future__ import annotations

import lzma
import shutil
from pathlib import Path

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.cli import main
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.house import Accepted, House, HousePolicy
from croupier.store.keys import HouseKeys
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.state import Phase
from tests.evidence_house import ANN, DEALER

KEPT = Path(__file__).parents[1] / "data"
LEFT_AT = 1_790_000_369_567
HELD = {"player:1": 1_007_100, "player:2": 1_177_400}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "house.sqlite").write_bytes(lzma.decompress((KEPT / "house-before.sqlite.xz").read_bytes()))
    shutil.copy(KEPT / "house-before.keys", tmp_path / "house.keys")
    (tmp_path / "house.keys").chmod(0o600)
    return tmp_path


def opened(place: Path) -> House:
    keys = HouseKeys.load(place / "house.keys")
    store = Store.open(f"sqlite:///{place}/house.sqlite", upgrade=True)
    return House(store, keys, HousePolicy("Riverside"), clock=lambda: LEFT_AT + 1, chance=SeededRandomSource(5))


def test_every_round_of_an_earlier_version_is_played_again_alike(place: Path) -> None:
    house = opened(place)
    found = rebuild_all(house.store)
    house.store.close()
    assert found.findings == []
    assert (found.rounds, found.replayed, found.other_rules) == (11, 11, 0)


def test_audit_finds_it_sound(place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened(place).store.close()  # brought to the schema of today first, as the program asks
    words = ["audit", "verify", place / "house.sqlite", "--keys", place / "house.keys"]
    monkeypatch.setattr("sys.argv", ["croupier", *map(str, words)])
    with pytest.raises(SystemExit, match="0"):
        main()
    said = capsys.readouterr().out
    assert "SOUND" in said
    assert "no longer has" not in said


def test_its_money_is_where_it_was_and_its_rules_are_its_own(place: Path) -> None:
    house = opened(place)
    try:
        assert {account: house.books.balances[account] for account in HELD} == HELD
        assert house.changed_rules() == []
        assert sorted(house.tables) == ["bj-1", "bj-2", "cash-1", "fortunes-1", "midi-1", "tc-1", "uth-1"]
    finally:
        house.store.close()


def test_the_round_on_its_felt_is_played_to_its_end(place: Path) -> None:
    house = opened(place)
    try:
        assert house.tables["bj-2"].phase is Phase.DEALING
        assert isinstance(house.execute("bj-2", c.MakeDecision(seat=1, choice="stand"), ANN), Accepted)
        house.execute("bj-2", c.ReadCard(card="5s"), DEALER)
        house.execute("bj-2", c.CallResult(), DEALER)
        assert house.tables["bj-2"].rounds == 1
        assert rebuild_all(house.store).findings == []
    finally:
        house.store.close()
